import { Command } from "commander";
import { UserError } from "../loaders/errors.ts";
import { isOnnx, isPinned, readModels, systemById } from "../loaders/embedding/models.ts";
import { ensureWeights } from "../loaders/embedding/weights.ts";
import { repositoryPath } from "../loaders/paths.ts";
import { runCommandLine } from "./command-line.ts";

interface Options {
  model?: string[];
  all?: boolean;
  weights?: string;
}

async function fetchWeights({ model, all, weights: folder }: Options): Promise<void> {
  const known = readModels();
  if (!model && !all)
    throw new UserError("No model was given.", "Give --model ID (several are possible) or --all.", 2);
  const chosen = model ? model.map((id) => systemById(id, known)) : known;
  for (const system of chosen) {
    if (!isOnnx(system)) {
      if (model) console.log(`${system.id} has no weights`);
      continue;
    }
    if (!model && !isPinned(system)) continue; // registered, not run: only by name
    const { onnx } = await ensureWeights(system, {
      folder,
      say: (message) => process.stderr.write(`${message}\n`),
    });
    console.log(`${system.id}: ${repositoryPath(onnx)} is there and has its registered SHA-256`);
  }
}

const program = new Command("weights")
  .description("Fetches model weights into data/weights (never committed) and verifies them.")
  .option("--model <id...>", "systems of data/models.yaml")
  .option("--all", "every system that has weights")
  .option("--weights <dir>", "folder that holds model.onnx and tokenizer.json, tried first")
  .action(fetchWeights);

await runCommandLine(program);
