import { FIGURES } from "../../loaders/figures/index.ts";
import { siteFreshness } from "../../loaders/figures/site-freshness.ts";

process.stdout.write(JSON.stringify(siteFreshness(FIGURES)));
