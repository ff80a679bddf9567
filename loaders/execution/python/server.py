"""The fork server: one process that is ready to run candidates, and forks for each (candidate, suite) pair."""

import json
import os
import sys
from typing import Dict, List, Optional, Tuple

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import explain  # noqa: E402
import harness  # noqa: E402
import preload  # noqa: E402
import serving  # noqa: E402
import supervisor  # noqa: E402
from frames import Frame  # noqa: E402


class ForkServer(serving.Server):
    def answer(self, request: Frame) -> Frame:
        code, tests, stop = request["code"], request["tests"], request.get("stop", False)
        cap = request["cap"] / 1000
        preload.import_named_in(code)
        if request["op"] == "run":
            outcomes, elapsed_ms = self.run(code, tests, stop, cap)
            return {"outcomes": outcomes, "ms": round(elapsed_ms, 3)}
        if request["op"] == "explain":
            return {"explanation": self.explain(code, tests, cap)}
        raise ValueError(f"unknown operation {request['op']!r}")

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
        index = explain.first_failure(outcomes)
        if index is None:
            return None

        def child_main(report: supervisor.Report) -> None:
            explain.explain_test(code, tests[index], index, lambda fields: report(json.dumps(fields).encode()))

        ended = self.fork(child_main, cap)
        return explain.read_explanation(ended.lines, index, outcomes[index], cap)


serving.boot(lambda channel, private_fds, layers, off: ForkServer(channel, private_fds, layers))
