import { join } from "node:path";
import { forgeryCases } from "./hostile-forgeries.ts";
import type { Outcome } from "./types.ts";

/** A candidate that means harm, and the outcome it must get. */
export interface HostileCase {
  name: string;
  code: string;
  /** Default: one test, `assert target(1) == 2`. */
  tests?: string[];
  expected: Outcome;
  /** Only the system call filter stops it, so it is not run on a machine without one. */
  needsFilter?: true;
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
      expected: "FAIL:BlockingIOError",
      needsFilter: true,
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
      expected: "FAIL:BlockingIOError",
      needsFilter: true,
    },
    {
      name: "another program",
      code: "import subprocess\ndef target(x):\n    return int(subprocess.run(['echo', '2'], capture_output=True).stdout)",
      expected: "FAIL:BlockingIOError",
      needsFilter: true,
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
  const touching = (name: string, statement: string): HostileCase => ({
    name,
    code: `import os, signal, socket\ndef target(x):\n    ${statement}\n    return x + 1`,
    expected: "FAIL:PermissionError",
    needsFilter: true,
  });
  return [
    touching("file write", `open(${inFolder}, "w").write("x")`),
    touching("file overwritten", `open(${file}, "w").write("x")`),
    touching("file deletion", `os.remove(${file})`),
    touching("file renamed", `os.rename(${file}, ${inFolder})`),
    touching("socket", `socket.socket()`),
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
