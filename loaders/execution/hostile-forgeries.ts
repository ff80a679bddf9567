import type { HostileCase } from "./hostile-cases.ts";

const WRONG = "def target(x):\n    return 0\n";

/** Candidates that want a pass without being right. */
export function forgeryCases(): HostileCase[] {
  return [...tamperingCases(), ...believedCases()];
}

/** Candidates that tamper with what decides their outcome, and are caught. */
function tamperingCases(): HostileCase[] {
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

/** Candidates that the isolated runner believes: only a process of its own can refute them. */
function believedCases(): HostileCase[] {
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
