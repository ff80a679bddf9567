import { describe, expect, it } from "vitest";
import type { RegisteredRow } from "../rows.ts";
import { registeredFinding } from "./registered.ts";

const row = (need: string) => ({ need }) as RegisteredRow;

describe("registeredFinding", () => {
  it("counts what the systems wait for, and leaves out what none waits for", () => {
    const rows = [
      row("a key: A_KEY"),
      row("a server that has M (a GPU)"),
      row("a key: B_KEY"),
      row("weights: hub M"),
    ];
    expect(registeredFinding(rows)).toBe(
      "4 more systems are registered with their invocation and not run: 2 for a key, 1 for a server with a GPU and 1 for their weights or files.",
    );
    expect(registeredFinding(rows.slice(0, 1))).toBe(
      "1 more system is registered with their invocation and not run: 1 for a key.",
    );
  });

  it("says so when nothing waits", () => {
    expect(registeredFinding([])).toBe("Every registered system has been run.");
  });
});
