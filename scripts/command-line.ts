import { CommanderError, type Command } from "commander";
import { UserError } from "../loaders/errors.ts";

/** Leaves without a word when whoever reads the output (`| head`) has read enough. */
function leaveWithReader(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit();
    throw error;
  });
}

/**
 * Runs a command line: bad usage leaves with 2, a user's mistake with its sentence and code, anything else with its
 * stack trace, since that is a bug of ours.
 */
export async function runCommandLine(program: Command): Promise<void> {
  leaveWithReader();
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
