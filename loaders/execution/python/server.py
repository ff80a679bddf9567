"""The fork server: one process that is ready to run candidates, and forks for each (candidate, suite) pair."""

import json
import os
import sys
from typing import Callable, Dict, List, Optional, Tuple

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import harness  # noqa: E402
import preload  # noqa: E402
import serving  # noqa: E402
import supervisor  # noqa: E402
import system  # noqa: E402
from frames import Frame  # noqa: E402


own = preload.import_own


class ForkServer(serving.Server):
    # The suites of the sweep at hand, and the digest the pool calls them by.
    sweep_suites: List[List[harness.CompiledTest]] = []
    sweep_set = ""

    def answer(self, request: Frame) -> Frame:
        operation = request["op"]
        if operation == "suites":
            return self.load_suites(request)
        if operation == "fork":
            return fork_idly(request["count"])
        self.prepare_for(request["code"])
        if operation == "rename":
            rename, old, new = own("rename").rename_function, request["from"], request["to"]
            return {"code": self.in_child(lambda: rename(request["code"], old, new))}
        if operation == "signature":
            positional_range, name = own("signatures").positional_range, request["name"]
            return {"range": self.in_child(lambda: positional_range(request["code"], name))}
        if operation == "sweep":
            return self.sweep(request)
        code, tests, stop = request["code"], request["tests"], request.get("stop", False)
        cap = request["cap"] / 1000
        if operation == "run":
            outcomes, elapsed_ms = self.run(code, tests, stop, cap)
            return {"outcomes": outcomes, "ms": round(elapsed_ms, 3)}
        if operation == "explain":
            return {"explanation": self.explain(code, tests, cap)}
        raise ValueError(f"unknown operation {operation!r}")

    def load_suites(self, request: Frame) -> Frame:
        """Compile the suites of a sweep, once for all its candidates."""
        suites = []
        for suite in request["suites"]:
            self.prepare_for(*suite["tests"])
            suites.append(own("batch").compile_suite(suite["tests"], suite["name"]))
        self.sweep_suites, self.sweep_set = suites, request["set"]
        serving.settle_heap()
        return {"loaded": len(suites)}

    def sweep(self, request: Frame) -> Frame:
        if request["set"] != self.sweep_set:
            return {"needs_suites": True}  # this server is younger than the sweep
        chosen = [self.sweep_suites[index] for index in request["suites"]]
        progress = own("batch").Progress(chosen, request["stop"])
        swept: Frame = own("batch").sweep(
            request["code"], request["name"], progress, request["cap"] / 1000, self.fork, serving.valid_outcome
        )
        return swept

    def in_child(self, work: Callable[[], object]) -> object:
        """JSON of what `work` gives in a child, None when it fails: parsing is no safer than running."""

        def child_main(report: supervisor.Report) -> None:
            report(json.dumps(work()).encode())

        ended = self.fork(child_main, 5.0)
        return json.loads(ended.lines[0]) if ended.ending == "done" and len(ended.lines) == 1 else None

    def run(self, code: str, tests: List[str], stop: bool, cap: float) -> Tuple[List[str], float]:
        """Outcomes of a suite and the milliseconds it took."""
        return self.retried_with_uid(lambda keep_uid: self.run_once(code, tests, stop, cap, keep_uid))

    def run_once(
        self, code: str, tests: List[str], stop: bool, cap: float, keep_uid: bool
    ) -> Tuple[List[str], float]:
        """One pass over a suite; a test that kills its process costs only itself."""
        suite = self.compiled(tests)
        outcomes: List[str] = []
        elapsed_ms = 0.0
        while len(outcomes) < len(suite):
            rest = suite[len(outcomes) :]

            def child_main(report: supervisor.Report) -> None:
                harness.run_suite(code, rest, lambda outcome: report(outcome.encode()), stop)

            ended = self.fork(child_main, max(0.0, cap - elapsed_ms / 1000), keep_uid)
            elapsed_ms += ended.elapsed_ms
            more, trusted = serving.read_outcomes(ended, len(rest), stop)
            if not trusted:
                return ["ERROR:ProtocolError"] * (1 if stop else len(suite)), elapsed_ms
            outcomes += more
            if stop and outcomes[-1] != "pass":
                break
        return outcomes, elapsed_ms

    def explain(self, code: str, tests: List[str], cap: float) -> Optional[Dict[str, object]]:
        """The first failing test in detail, or None when every test passes."""
        outcomes, _ = self.run(code, tests, True, cap)
        explain = own("explain")
        index = explain.first_failure(outcomes)
        if index is None:
            return None

        def child_main(report: supervisor.Report) -> None:
            explain.explain_test(code, tests[index], index, lambda fields: report(json.dumps(fields).encode()))

        ended = self.fork(child_main, cap)
        explanation: Dict[str, object] = explain.read_explanation(ended.lines, index, outcomes[index], cap)
        return explanation

def fork_idly(count: int) -> Frame:
    """Children that end at once: what a fork costs with nothing run in it."""
    for _ in range(count):
        pid = system.processes.fork()
        if pid == 0:
            os._exit(0)
        os.waitpid(pid, 0)
    return {"forks": count}


serving.boot(lambda channel, private_fds, layers, off: ForkServer(channel, private_fds, layers))
