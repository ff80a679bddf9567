import { expect, test } from "vitest";
import { SharedLock } from "./shared-lock.ts";

test("sharers overlap; one who wants it alone waits for them and holds up those who come later", async () => {
  const lock = new SharedLock();
  const log: string[] = [];
  const hold = async (name: string, alone: boolean): Promise<void> => {
    const release = await lock.acquire(alone);
    log.push(`${name}+`);
    await new Promise((wait) => setTimeout(wait, 20));
    log.push(`${name}-`);
    release();
  };
  await Promise.all([hold("a", false), hold("b", false), hold("c", true), hold("d", false), hold("e", true)]);
  expect(log).toEqual(["a+", "b+", "a-", "b-", "c+", "c-", "d+", "d-", "e+", "e-"]);
});
