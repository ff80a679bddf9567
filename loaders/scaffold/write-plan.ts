import { mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { format, resolveConfig } from "prettier";
import { fromRoot } from "../paths.ts";
import { writeFileWhole } from "../store/write-file.ts";
import type { Plan, PlannedFile } from "./plan.ts";

async function formatted({ path, text }: PlannedFile): Promise<PlannedFile> {
  if (!path.endsWith(".ts")) return { path, text };
  const options = await resolveConfig(fromRoot(path));
  return { path, text: await format(text, { ...options, filepath: path }) };
}

/** Writes all files of a plan, or none: what was made is taken away again when a later one fails. */
export async function writePlan({ created, changed }: Plan): Promise<void> {
  const [fresh, edited] = await Promise.all([
    Promise.all(created.map(formatted)),
    Promise.all(changed.map(formatted)),
  ]);
  const done: string[] = [];
  try {
    for (const { path, text } of [...fresh, ...edited]) {
      const absolute = fromRoot(path);
      mkdirSync(dirname(absolute), { recursive: true });
      writeFileWhole(absolute, text);
      if (fresh.some((file) => file.path === path)) done.push(absolute);
    }
  } catch (error) {
    for (const path of done) rmSync(path, { force: true });
    throw error;
  }
}
