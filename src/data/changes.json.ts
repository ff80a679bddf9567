import { existsSync } from "node:fs";
import { readBuilds } from "../../loaders/figures/build-record.ts";
import { changesFile } from "../../loaders/figures/changes.ts";
import { FIGURES } from "../../loaders/figures/index.ts";
import { readSnapshot } from "../../loaders/figures/snapshot-file.ts";
import { DIGESTS_FILE } from "../../loaders/inputs/manifest.ts";
import { fromRoot } from "../../loaders/paths.ts";
import { textState } from "../../loaders/verify/text-state.ts";

const committed = existsSync(fromRoot(DIGESTS_FILE)) ? readSnapshot() : null;
process.stdout.write(JSON.stringify(changesFile(readBuilds(), committed, FIGURES, textState())));
