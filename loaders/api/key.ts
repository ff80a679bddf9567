import { UserError } from "../errors.ts";

/**
 * A service's key, which is read from the environment and from nowhere else, so that it can be in no file and no log.
 * @param variable name of the environment variable
 * @throws UserError of one sentence and its remedy when the variable is not set
 */
export function keyFromEnvironment(
  variable: string,
  service: string,
  environment: NodeJS.ProcessEnv = process.env,
): string {
  const key = environment[variable]?.trim();
  if (key) return key;
  throw new UserError(
    `${service} asks for a key, and ${variable} is not set.`,
    `Set it and run the same command again: export ${variable}=...`,
  );
}
