"""Batch mode: one child runs a candidate against many suites, to tell which of them it does not pass.

A child that runs out of time or dies costs the suite at hand; the next child goes on behind it. A suite is known
not to pass as soon as one of its tests fails, so a test that hangs is left and the next one tried: most pairs
that hang on one input fail quickly on another. What batch mode says is provisional: passes, timeouts, deaths and
a sample of the rest are run again in isolation by the pool.
"""

import ast
from types import CodeType
from typing import Callable, Dict, List, Optional, Union

import harness
import supervisor
from rename import Renamer

# Candidates and suites speak of the function under test by this name, so that any of them fit together.
COMMON_NAME = "__target__"
# Tests of a suite that may hang before the pair is put aside as a timeout.
HANGING_TESTS = 2


class Progress:
    """Where a sweep stands, as its children report it; a suite's place is `first` plus what is finished."""

    def __init__(self, suites: List[List[harness.CompiledTest]], stop: bool) -> None:
        self.suites = suites
        self.stop = stop
        self.outcomes: List[List[str]] = [[] for _ in suites]
        self.suite = 0
        # Where the suite at hand goes on; beyond `len(outcomes)` when a hanging test was left out.
        self.test = 0
        self.hanging = 0

    @property
    def is_done(self) -> bool:
        return self.suite >= len(self.suites)

    def record(self, outcome: str) -> None:
        self.outcomes[self.suite].append(outcome)
        self.test += 1
        if (self.stop and outcome != "pass") or self.test >= len(self.suites[self.suite]):
            self._settle()

    def record_timeout(self) -> None:
        """The test at hand hangs: try the next one where one failing test is enough."""
        self.hanging += 1
        self.test += 1
        tests = len(self.suites[self.suite])
        if not self.stop:
            self.outcomes[self.suite] += ["TIMEOUT"] * (tests - len(self.outcomes[self.suite]))
            self._settle()
        elif self.hanging >= HANGING_TESTS or self.test >= tests:
            self._settle()

    def _settle(self) -> None:
        if self.stop and self.hanging and self.outcomes[self.suite][-1:] in ([], ["pass"]):
            self.outcomes[self.suite].append("TIMEOUT")
        self.suite += 1
        self.test = self.hanging = 0


def compile_for_any_name(source: str, name: Optional[str], filename: str) -> CodeType:
    """Compile with the function under test renamed to the common name; with no name, as it stands."""
    if name is None or "\0" in source:
        return harness.compile_source(source, filename)
    tree = Renamer(name, COMMON_NAME).visit(ast.parse(source))
    return compile(ast.fix_missing_locations(tree), filename, "exec", dont_inherit=True)


def compile_suite(tests: List[str], name: Optional[str]) -> List[harness.CompiledTest]:
    compiled: List[harness.CompiledTest] = []
    for index, source in enumerate(tests):
        try:
            compiled.append(compile_for_any_name(source, name, f"<test {index}>"))
        except BaseException as error:
            compiled.append("ERROR:" + harness.name_of(error))
    return compiled


def run_many(code: str, name: Optional[str], progress: Progress, report: Callable[[str], None]) -> None:
    """In the child: every suite from where the sweep stands, one line a test."""
    candidate: Union[CodeType, str]
    try:
        candidate = compile_for_any_name(code, name, "<candidate>")
    except BaseException as failure:
        candidate = "ERROR:" + harness.name_of(failure)
    while not progress.is_done:
        outcome = harness.run_compiled(candidate, progress.suites[progress.suite][progress.test])
        report(outcome)
        progress.record(outcome)


def sweep(
    code: str,
    name: Optional[str],
    progress: Progress,
    cap: float,
    fork: Callable[..., supervisor.Ended],
    valid_outcome: Callable[[bytes], Optional[str]],
) -> Dict[str, object]:
    """In the server: children one after another until every suite has its outcomes."""
    elapsed_ms = 0.0
    children = 0
    while not progress.is_done:

        def child_main(report: supervisor.Report) -> None:
            run_many(code, name, progress, lambda outcome: report(outcome.encode()))

        def on_line(line: bytes) -> float:
            if not progress.is_done:
                progress.record(valid_outcome(line) or "ERROR:ProtocolError")
            return cap

        ended = fork(child_main, cap, on_line=on_line)
        children += 1
        elapsed_ms += ended.elapsed_ms
        if progress.is_done:
            break
        if ended.ending == "timeout":
            progress.record_timeout()
        else:
            progress.record("ERROR:ProcessDied" if ended.ending == "died" else "ERROR:ProtocolError")
    return {"outcomes": progress.outcomes, "ms": round(elapsed_ms, 3), "children": children}
