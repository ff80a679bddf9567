import { describe, expect, it } from "vitest";
import { InputError, UserError, type Violation } from "./errors.ts";
import { packError, unpackError } from "./packed-error.ts";

/** As a thread sends it. */
const sent = (error: unknown): Error => unpackError(structuredClone(packError(error)));

describe("an error that is sent between threads", () => {
  it("keeps a mistake's file, line, field and remedy", () => {
    const violation: Violation = {
      file: "data/tasks/geometry.jsonl",
      line: 3,
      item: "geometry_003",
      rule: "tests",
      message: "has no tests.",
      remedy: "Write some.",
    };
    const error = sent(new InputError([violation]));
    expect(error).toBeInstanceOf(InputError);
    expect(error).toEqual(new InputError([violation]));
    expect((error as InputError).violations).toEqual([violation]);
  });

  it("keeps the remedy and the exit code", () => {
    const error = sent(new UserError("No such thing.", "Choose another.", 2));
    expect(error).toBeInstanceOf(UserError);
    expect(error).toMatchObject({ message: "No such thing.", remedy: "Choose another.", exitCode: 2 });
  });

  it("keeps a bug's message and where it happened, and is no mistake of the user's", () => {
    const bug = new TypeError("x is undefined");
    const error = sent(bug);
    expect(error).not.toBeInstanceOf(UserError);
    expect([error.message, error.stack]).toEqual([bug.message, bug.stack]);
    expect(sent("a string").message).toBe("a string");
  });
});
