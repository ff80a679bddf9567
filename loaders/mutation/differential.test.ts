import { describe, expect, it } from "vitest";
import { findPython } from "../execution/python-interpreter.ts";
import { snippetId } from "../store/digest.ts";
import { searchDifferences, type Survivor } from "./differential.ts";

const python = findPython().executable;

function survivor(canonical: string, from: string, to: string, tests: string[]): Survivor {
  const code = canonical.replace(from, to);
  return { task: { function_name: "f", canonical, tests }, mutant: { id: snippetId(code), code } };
}

const search = (...items: Survivor[]): ReturnType<typeof searchDifferences> =>
  searchDifferences(items, { python, inputs: 400, callMs: 100, itemMs: 20_000 });

describe("searchDifferences", () => {
  it("finds a boundary that the tests miss, and shows the shortest call", async () => {
    const canonical = "def f(x, low=10):\n    return 'low' if x < low else 'high'\n";
    const [result] = await search(
      survivor(canonical, "x < low", "x <= low", ["assert f(3) == 'low'", "assert f(99) == 'high'"]),
    );
    const test = "assert f(10) == 'high'";
    expect(result!.difference).toEqual({ call: "f(10)", canonical: "'high'", mutant: "'low'", test });
  });

  it("searches strings, lists, records, dates and keyword arguments", async () => {
    const found = await search(
      survivor("def f(s):\n    return s.count('🙂é') + s.count('é🙂')\n", "+", "-", [
        "assert f('🙂éc') == 1",
      ]),
      survivor("def f(a):\n    return sorted(a)[1:]\n", "1:", "-1:", ["assert f([3, 4]) == [4]"]),
      survivor("def f(r):\n    return [n for n, k in r if k > 2]\n", "> 2", "> 3", [
        "assert f([('a', 1), ('b', 9)]) == ['b']",
      ]),
      survivor("def f(d, *, by=1):\n    return d.day - by\n", "- by", "// by", [
        "import datetime\nassert f(datetime.date(2024, 1, 2), by=1) == 1",
      ]),
    );
    for (const { difference } of found.slice(0, 3)) expect(difference).not.toBeNull();
    expect(found[3]!.difference?.call).toMatch(/^f\(datetime\.date\(\d+, \d+, \d+\), by=-?\d+\)$/);
  });

  it("finds nothing on equivalent mutants: int for float, another order of a sum, NaN, own classes", async () => {
    const own = "class P:\n    def __init__(self, x): self.x = x\ndef f(x):\n    return P(x + 1)\n";
    const results = await search(
      survivor("def f(a):\n    return len(a) * 2 // 2\n", "//", "/", ["assert f([5, 6]) == 2"]),
      survivor("def f(a):\n    return sum(x / 3 for x in a)\n", "sum(", "sum(", ["assert f([1.0, 2.5]) > 1"]),
      survivor("def f(x):\n    return [float('nan'), x]\n", "nan", "NaN", ["assert f(1)[1] == 1"]),
      survivor(own, "x + 1", "1 + x", ["assert f(3).x == 4"]),
    );
    for (const { difference, tried } of results) {
      expect(difference).toBeNull();
      expect(tried).toBeGreaterThan(200);
    }
  });

  it("reaches numbers that a float cannot hold, words of the code, and ties between arguments", async () => {
    const months = "def f(text):\n    names = 'Jan Feb Mar Apr'.split()\n    first, last = text.split('-')\n";
    const found = await search(
      survivor("def f(n):\n    return n * 6 // 3\n", "//", "/", ["assert f(4) == 8"]),
      survivor(`${months}    return names.index(first) > names.index(last)\n`, "(last)", "(last) + 1", [
        "assert f('Jan-Jan') is False",
        "assert f('Apr-Jan') is True",
      ]),
      survivor("def f(a, b):\n    return a['x'][0] > b[1]\n", ">", ">=", [
        "assert f({'x': [71, 3]}, (2, 5318)) is False",
      ]),
    );
    for (const { difference } of found) expect(difference).not.toBeNull();
  });

  it("counts only inputs within the contract, and keeps one from outside that tells", async () => {
    const item = survivor("def f(n, *, low=0):\n    return abs(n) + low\n", "abs(n)", "n", [
      "assert f(3) == 3",
    ]);
    const [inside] = await search({ ...item, contract: "n >= 0 and low >= 0" });
    expect(inside).toMatchObject({
      difference: null,
      outside: { call: "f(-1)", canonical: "1", mutant: "-1" },
    });
    expect(inside!.tried).toBe(400);
    const [wrong] = await search({ ...item, contract: "n > 3" });
    expect(wrong).toMatchObject({ tried: 0, note: "the contract excludes a call of the tests: f(3)" });
  });

  it("takes a subclass of the exception, as pytest.raises does", async () => {
    const canonical = "def f(n):\n    if n > 5:\n        raise ValueError(n)\n    return n\n";
    const [result] = await search(
      survivor(canonical, "ValueError(n)", "UnicodeError(n)", ["with pytest.raises(ValueError):\n    f(9)"]),
    );
    expect(result).toMatchObject({ difference: null, note: "" });
    expect(result!.raised).toBeGreaterThan(50);
  });

  it("tells a difference in exceptions that belong to the behavior, and ignores inputs outside of it", async () => {
    const canonical = "def f(n):\n    if n < 0:\n        raise ValueError('negative')\n    return n % 7\n";
    const tests = ["assert f(8) == 1", "with pytest.raises(ValueError):\n    f(-5)"];
    const [missed, outside] = await search(
      survivor(canonical, "n < 0", "n < -2", tests),
      // Without a test that expects it, a division by zero is no behavior.
      survivor("def f(n):\n    return 6 // n\n", "6 // n", "6 // n if n else 0", ["assert f(2) == 3"]),
    );
    expect(missed!.difference).toMatchObject({ call: "f(-1)", canonical: "raises ValueError" });
    expect(outside!.difference).toBeNull();
  });

  it("outlives mutants that hang, end the process, or swallow every exception, and says so", async () => {
    const canonical = "def f(n):\n    return n + 1\n";
    const tests = ["assert f(1) == 2"];
    const hang = "return n + 1 if n < 3 else f(n) if n == 99 else [0 for _ in iter(int, 1)]";
    const results = await search(
      survivor(canonical, "return n + 1", hang, tests),
      survivor(canonical, "return n + 1", "import os\n    return n + 1 if n < 3 else os._exit(3)", tests),
      survivor(
        canonical,
        "return n + 1",
        "while n > 2:\n        try:\n            while True: pass\n        except BaseException: pass\n    return n + 1",
        tests,
      ),
      survivor(canonical, "return n + 1", "return n + 2", tests),
    );
    const [hanging, ending, swallowing, sane] = results.map(({ difference }) => difference?.mutant);
    expect(hanging).toBe("does not end in time");
    expect(ending).toBe("hangs or ends the process");
    // Whether an alarm gets through depends on where it strikes.
    expect(swallowing).toMatch(/^(does not end in time|hangs or ends the process)$/);
    expect(sane).toBe("2");
    // Three drivers work for some seconds, on a machine that may be busy.
  }, 180_000);

  it("gives the same inputs for the same seed", async () => {
    const item = survivor(
      "def f(a):\n    return sorted(set(a))\n",
      "sorted(set(a))",
      "sorted(set(a), key=str)",
      ["assert f([3, 1]) == [1, 3]"],
    );
    expect(await search(item)).toEqual(await search(item));
  });

  it("says why it tried nothing when the tests give no arguments", async () => {
    const [result] = await search(
      survivor("def f(x):\n    return x\n", "return x", "return 2", ["assert callable(f)"]),
    );
    expect(result).toMatchObject({
      tried: 0,
      difference: null,
      note: "no arguments could be read from the tests",
    });
  });

  it("names an interpreter that does not start", async () => {
    const item = survivor("def f(x):\n    return x\n", "return x", "return 2", ["assert f(1) == 1"]);
    await expect(searchDifferences([item], { python: "no-such-python" })).rejects.toThrow(
      /cannot start no-such-python/,
    );
  });
});
