import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExecutionPool } from "./pool.ts";
import { DEFAULT_CAP_MS, type IsolationLayer, type Outcome, type SealVerdict } from "./types.ts";

const TEST = "assert target(1) == 2";
const CONTENT = "untouched\n";

/** What a case may depend on: the machine's active layers, and the Python's minor version. */
export interface HostileContext {
  has(layer: string): boolean;
  pythonMinor: number;
}

/** A candidate that means harm, and the outcome it must get. */
export interface HostileCase {
  name: string;
  code: string;
  /** Default: one test, `assert target(1) == 2`. */
  tests?: string[];
  expected: Outcome | ((context: HostileContext) => Outcome);
  /** A forgery: the isolated runner believes it, so the sealed judge must refute it. */
  forgery?: true;
}

/** Things outside that candidates try to harm. */
export interface HostileTargets {
  /** A file that must keep its content. */
  file: string;
  /** A folder in which no file may appear. */
  folder: string;
}

const refusedBySeccomp =
  (refused: Outcome, otherwise: Outcome) =>
  ({ has }: HostileContext): Outcome =>
    has("seccomp") ? refused : otherwise;

const WRONG = "def target(x):\n    return 0\n";

/** Every hostile case of the specification, and some more. */
export function hostileCases({ file, folder }: HostileTargets): HostileCase[] {
  const quoted = JSON.stringify(file);
  const inFolder = JSON.stringify(join(folder, "made"));
  return [
    ...endlessCases(),
    ...exitCases(),
    ...resourceCases(),
    ...outsideCases(quoted, inFolder),
    ...sourceCases(),
    ...brokenProtocolCases(),
    ...forgeryCases(),
  ];
}

function endlessCases(): HostileCase[] {
  return [
    { name: "infinite loop", code: "def target(x):\n    while True: pass", expected: "TIMEOUT" },
    {
      name: "infinite loop that ignores every signal",
      code: `import signal
for number in range(1, 65):
    try: signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError): pass
def target(x):
    while True:
        try:
            while True: pass
        except BaseException: pass`,
      expected: "TIMEOUT",
    },
    {
      name: "sleeps for ever",
      code: "import time\ndef target(x):\n    time.sleep(1e6)",
      expected: "TIMEOUT",
    },
    { name: "loops while it loads", code: "while True: pass", expected: "TIMEOUT" },
    {
      name: "result whose comparison never ends",
      code: "class Slow:\n    def __eq__(self, other):\n        while True: pass\ndef target(x):\n    return Slow()",
      expected: "TIMEOUT",
    },
  ];
}

function exitCases(): HostileCase[] {
  const raising = (name: string, statement: string, expected: Outcome): HostileCase => ({
    name,
    code: `import os, sys\ndef target(x):\n    ${statement}`,
    expected,
  });
  return [
    raising("os._exit(0)", "os._exit(0)", "ERROR:ProcessDied"),
    { name: "os._exit(0) while it loads", code: "import os\nos._exit(0)", expected: "ERROR:ProcessDied" },
    raising("sys.exit()", "sys.exit()", "FAIL:SystemExit"),
    { name: "sys.exit(0) while it loads", code: "import sys\nsys.exit(0)", expected: "ERROR:SystemExit" },
    raising("raise SystemExit", "raise SystemExit(0)", "FAIL:SystemExit"),
    raising("raise KeyboardInterrupt", "raise KeyboardInterrupt", "FAIL:KeyboardInterrupt"),
    raising("raise BaseException", "raise BaseException", "FAIL:BaseException"),
    raising("raise GeneratorExit", "raise GeneratorExit", "FAIL:GeneratorExit"),
    {
      name: "exception that cannot be printed",
      code: "class Silent(Exception):\n    def __str__(self): raise self\n    __repr__ = __str__\ndef target(x):\n    raise Silent",
      expected: "FAIL:Silent",
    },
    {
      name: "exception named like an outcome",
      code: "def target(x):\n    raise type('x\\npass', (Exception,), {})",
      expected: "ERROR:ProtocolError",
    },
  ];
}

function resourceCases(): HostileCase[] {
  return [
    {
      name: "endless recursion",
      code: "def target(x):\n    return target(x)",
      expected: "FAIL:RecursionError",
    },
    {
      name: "C stack overflow",
      code: "def target(x):\n    chain = iter(())\n    for _ in range(1_000_000): chain = filter(None, chain)\n    return next(chain, 2)",
      expected: "ERROR:ProcessDied",
    },
    {
      name: "memory bomb, at once",
      code: "def target(x):\n    return len(bytearray(1 << 40))",
      expected: "FAIL:MemoryError",
    },
    {
      name: "memory bomb, growing",
      code: "def target(x):\n    kept = []\n    while True: kept.append('x' * 100_000 + str(len(kept)))",
      expected: "FAIL:MemoryError",
    },
    {
      name: "fork bomb",
      code: "import os\ndef target(x):\n    while True: os.fork()",
      expected: refusedBySeccomp("FAIL:BlockingIOError", "TIMEOUT"),
    },
    {
      name: "orphan in a new session",
      code: `import os, time
def target(x):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0: time.sleep(1000)
        os._exit(0)
    return x + 1`,
      expected: refusedBySeccomp("FAIL:BlockingIOError", "pass"),
    },
    {
      name: "another program",
      code: "import subprocess\ndef target(x):\n    return int(subprocess.run(['echo', '2'], capture_output=True).stdout)",
      // An empty environment has no PATH, but the C library's default one finds echo.
      expected: refusedBySeccomp("FAIL:BlockingIOError", "pass"),
    },
    {
      name: "thread left running",
      code: "import threading\ndef spin():\n    while True: pass\ndef target(x):\n    threading.Thread(target=spin).start()\n    return x + 1",
      expected: "pass",
    },
    {
      name: "threads without end",
      code: "import threading, time\ndef target(x):\n    while True: threading.Thread(target=time.sleep, args=(1000,)).start()",
      expected: "FAIL:RuntimeError",
    },
    {
      name: "huge output",
      code: "import os, sys\ndef target(x):\n    for _ in range(200): print('x' * 1_000_000); os.write(2, b'x' * 1_000_000)\n    return x + 1",
      expected: "pass",
    },
    { name: "input()", code: "def target(x):\n    return int(input())", expected: "FAIL:EOFError" },
    {
      name: "giant integer to string",
      code: "def target(x):\n    return len(str(10 ** 1_000_000))",
      expected: "FAIL:ValueError",
    },
  ];
}

function outsideCases(file: string, inFolder: string): HostileCase[] {
  const touching = (
    name: string,
    statement: string,
    otherwise: Outcome = "FAIL:PermissionError",
  ): HostileCase => ({
    name,
    code: `import os, signal, socket\ndef target(x):\n    ${statement}\n    return x + 1`,
    expected: refusedBySeccomp("FAIL:PermissionError", otherwise),
  });
  return [
    touching("file write", `open(${inFolder}, "w").write("x")`),
    touching("file overwritten", `open(${file}, "w").write("x")`),
    touching("file deletion", `os.remove(${file})`),
    touching("file renamed", `os.rename(${file}, ${inFolder})`),
    touching("socket", `socket.socket()`, "pass"),
    touching("kill the parent", "os.kill(os.getppid(), signal.SIGKILL)"),
    touching("kill everything", "os.kill(-1, signal.SIGKILL)"),
  ];
}

function sourceCases(): HostileCase[] {
  return [
    { name: "syntax error", code: "def target(x) return x", expected: "ERROR:SyntaxError" },
    { name: "null byte", code: "def target(x):\n    return x + 1\0", expected: "ERROR:SyntaxError" },
    {
      name: "500 nested parentheses",
      code: `def target(x):\n    return ${"(".repeat(500)}x + 1${")".repeat(500)}`,
      expected: "ERROR:SyntaxError",
    },
    {
      name: "lone surrogate",
      code: "def target(x):\n    return '\ud800'",
      expected: "ERROR:UnicodeEncodeError",
    },
    { name: "async function", code: "async def target(x):\n    return x + 1", expected: "FAIL" },
    { name: "generator function", code: "def target(x):\n    yield x + 1", expected: "FAIL" },
    { name: "missing entry point", code: "def other(x):\n    return x + 1", expected: "FAIL:NameError" },
    { name: "empty file", code: "", expected: "FAIL:NameError" },
  ];
}

function brokenProtocolCases(): HostileCase[] {
  return [
    {
      name: "patched builtins",
      code: `import builtins\nfor name in ("compile", "exec", "isinstance", "type", "len", "str", "BaseException"):\n    setattr(builtins, name, lambda *a, **k: True)\n${WRONG}`,
      expected: "FAIL",
    },
    {
      name: "patched AssertionError",
      code: `import builtins\nclass AssertionError(Exception): pass\nbuiltins.AssertionError = KeyError\n${WRONG}`,
      expected: "FAIL",
    },
    {
      name: "all descriptors closed",
      code: `import os\ndef target(x):\n    os.closerange(0, 4096)\n    return x + 1`,
      expected: "ERROR:ProcessDied",
    },
    {
      name: "forged result on guessed descriptors",
      code: `import os
def target(x):
    for descriptor in range(3, 400):
        try: os.write(descriptor, b"pass\\nend\\n")
        except OSError: pass
    return 0`,
      expected: "ERROR:ProtocolError",
    },
  ];
}

function forgeryCases(): HostileCase[] {
  const forged = (name: string, code: string, tests?: string[]): HostileCase => ({
    name,
    code,
    expected: "pass",
    forgery: true,
    ...(tests ? { tests } : {}),
  });
  return [
    forged(
      "frame walk to the verdict",
      `import os, sys
def target(x):
    frame = sys._getframe()
    while "report" not in frame.f_locals: frame = frame.f_back
    report = frame.f_locals["report"]
    for _ in frame.f_locals["tests"]: report("pass")
    while "write" not in frame.f_locals: frame = frame.f_back
    known = frame.f_locals
    known["write"](known["channel"], known["nonce"] + b" end\\n")
    os._exit(0)`,
    ),
    forged(
      "object equal to everything",
      "class Any:\n    def __eq__(self, other): return True\ndef target(x):\n    return Any()",
    ),
    forged(
      "subclassed int",
      "class Int(int):\n    def __eq__(self, other): return True\n    __hash__ = int.__hash__\ndef target(x):\n    return Int(0)",
    ),
    forged("patched math.isclose", `import math\nmath.isclose = lambda *a, **k: True\n${WRONG}`, [
      "import math\nassert math.isclose(target(1), 2)",
    ]),
    forged("patched builtins.abs", `import builtins\nbuiltins.abs = lambda x: 0\n${WRONG}`, [
      "assert abs(target(1) - 2) < 1e-6",
    ]),
    forged(
      "patched pytest.raises",
      `import contextlib, sys
def target(x):
    sys.modules["pytest"].raises.__globals__["Raises"].__exit__ = lambda *a: True
    return 0`,
      ["import pytest\ntarget(0)\nwith pytest.raises(ValueError):\n    target(1)"],
    ),
    forged(
      "expected value read from the test's frame",
      `import gc, sys
def target(x):
    frame = sys._getframe(1)
    return next(c for c in frame.f_code.co_consts if isinstance(c, int) and c == 2)`,
    ),
  ];
}

/** One row of the table on the execution page. */
export interface HostileRow {
  case: string;
  /** What must come out; a forgery's isolated `pass` must be refuted by the sealed judge. */
  expected: Outcome | "refuted";
  outcome: Outcome | SealVerdict["seal"];
  elapsed_ms: number;
}

/**
 * Run every hostile case.
 *
 * @param capMs cap of each suite; those that never end take all of it
 * @throws Error when a candidate did harm: then no row would be worth reading
 */
export async function runHostileTable(pool: ExecutionPool, capMs = DEFAULT_CAP_MS): Promise<HostileRow[]> {
  return withTargets(async (targets) => {
    const cases = hostileCases(targets);
    const context = contextOf(await pool.describeLayers(), pool.python.version);
    const requests = cases.map(({ name, code, tests = [TEST] }) => ({ id: name, code, tests, capMs }));
    const results = await pool.run(requests, { confirmTimeouts: false });
    const forgeries = new Set(cases.filter((hostile) => hostile.forgery).map((hostile) => hostile.name));
    const seals = await pool.confirmPasses(
      requests
        .filter(({ id }) => forgeries.has(id) && results.get(id)!.outcomes[0] === "pass")
        .map((request) => ({ ...request, entryPoint: "target" })),
    );
    const damage = damageTo(targets);
    if (damage.length > 0) throw new Error(`a hostile candidate did harm: ${damage.join(", ")}`);
    return cases.map((hostile) => {
      const { outcomes, elapsedMs } = results.get(hostile.name)!;
      const seal = seals.get(hostile.name)?.seal;
      return {
        case: hostile.name,
        expected: hostile.forgery ? "refuted" : expectedOf(hostile, context),
        outcome: seal ?? outcomes[0] ?? "ERROR:NoOutcome",
        elapsed_ms: Math.round(elapsedMs),
      };
    });
  });
}

function expectedOf(hostile: HostileCase, context: HostileContext): Outcome {
  return typeof hostile.expected === "function" ? hostile.expected(context) : hostile.expected;
}

/** What on this machine decides the expectation of a case. */
function contextOf(layers: readonly IsolationLayer[], pythonVersion: string): HostileContext {
  const active = new Set(layers.filter((layer) => layer.active).map((layer) => layer.name));
  return { has: (layer) => active.has(layer), pythonMinor: Number(pythonVersion.split(".")[1]) };
}

/** Does the machine still look as it did? Empty when it does. */
function damageTo({ file, folder }: HostileTargets): string[] {
  const damage: string[] = [];
  if (!existsSync(file) || readFileSync(file, "utf8") !== CONTENT) damage.push("a file was changed");
  if (readdirSync(folder).length !== 1) damage.push("a file appeared");
  return damage;
}

/** Make the things that candidates try to harm, in a temporary folder that any user may write to. */
async function withTargets<T>(body: (targets: HostileTargets) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "near-miss-hostile-"));
  const targets = { folder, file: join(folder, "keep.txt") };
  writeFileSync(targets.file, CONTENT);
  chmodSync(folder, 0o777);
  chmodSync(targets.file, 0o666);
  try {
    return await body(targets);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
