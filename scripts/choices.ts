import { UserError } from "../loaders/errors.ts";
import type { Figure } from "../loaders/figures/figure.ts";
import { FIGURES } from "../loaders/figures/index.ts";
import { type Dataset, DATASETS, datasetById, requireSoundDatasets } from "../loaders/tasks/datasets.ts";

/** @throws UserError (exit code 2) for the first wanted name that is not known, with those that are */
export function requireKnown(kind: string, wanted: readonly string[], known: readonly string[]): void {
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new UserError(`No ${kind} is called "${unknown}".`, `Choose one of ${known.join(", ")}.`, 2);
}

/** @throws UserError (exit code 2) when no dataset has one of the ids, and where an imported one cannot be read */
export function requireDatasets(wanted: readonly string[]): void {
  requireSoundDatasets();
  requireKnown(
    "dataset",
    wanted,
    DATASETS.map(({ id }) => id),
  );
}

/** @throws UserError with the command that brings the text of a dataset, unless it is here */
export function requireText({ id, importCommand }: Dataset, isHere: boolean): void {
  if (isHere) return;
  throw new UserError(`The text of ${id} is not on this machine.`, `Run \`${importCommand}\` first.`);
}

/** The dataset of an argument. @throws UserError for an unknown one */
export function chosenDataset(id: string): Dataset {
  requireDatasets([id]);
  return datasetById(id);
}

/** A whole number from 1. @throws UserError (exit code 2) */
export function wholeNumber(text: string, flag: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new UserError(`${flag} is "${text}".`, "Give a whole number from 1.", 2);
}

/** The figures of these ids, or all of them. @throws UserError (exit code 2) that lists the ids there are */
export function chosenFigures(wanted: readonly string[] | undefined): readonly Figure[] {
  if (wanted === undefined) return FIGURES;
  requireKnown(
    "figure",
    wanted,
    FIGURES.map(({ id }) => id),
  );
  return FIGURES.filter(({ id }) => wanted.includes(id));
}
