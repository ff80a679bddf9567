import { buildDownloads } from "../../loaders/export/downloads.ts";

process.stdout.write(await buildDownloads());
