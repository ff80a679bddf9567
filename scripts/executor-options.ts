import type { Command } from "commander";
import { UserError } from "../loaders/errors.ts";
import { ExecutionPool } from "../loaders/execution/pool.ts";

export interface ExecutorOptions {
  executor: string;
  address?: string;
}

/** Adds the choice between this machine and a Ray cluster. */
export const withExecutor = (command: Command): Command =>
  command
    .option("--executor <name>", "local, or ray for a cluster", "local")
    .option("--address <host:port>", "with --executor ray: the address of the cluster's head");

/** Opens the executor that was asked for. @throws UserError (exit code 2) for a choice that does not fit */
export function openExecutor({ executor, address }: ExecutorOptions): Promise<ExecutionPool> {
  if (executor === "local" && address === undefined) return ExecutionPool.open();
  if (executor === "ray" && address !== undefined) return ExecutionPool.open({ rayAddress: address });
  if (executor === "ray")
    throw new UserError("--executor ray needs the cluster's address.", "Add --address HOST:PORT.", 2);
  if (executor === "local")
    throw new UserError("--address goes with --executor ray.", "Add --executor ray.", 2);
  throw new UserError(`No executor is called "${executor}".`, "Choose local or ray.", 2);
}
