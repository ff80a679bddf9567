import { buildArchive } from "../../loaders/figures/archive.ts";

process.stdout.write(await buildArchive("kafka-explorer"));
