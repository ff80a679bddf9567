import { CommanderError, type Command } from "commander";
import { UserError } from "../loaders/errors.ts";

/**
 * Runs a command line: bad usage leaves with 2, a user's mistake with its sentence and code, anything else with its
 * stack trace, since that is a bug of ours.
 */
export async function runCommandLine(program: Command): Promise<void> {
  program.exitOverride().showHelpAfterError();
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
    } else if (error instanceof UserError) {
      console.error(`${error.message}\n${error.remedy}`);
      process.exitCode = error.exitCode;
    } else {
      console.error(error);
      process.exitCode = 1;
    }
  }
}
