"""A fork server: one process that is ready to run candidates, and forks for each (candidate, suite) pair.

Started by the pool, which speaks frames over the descriptors that were standard input and output; ends when the
pool closes them.
"""

import gc
import json
import os
import random
import sys
import traceback
from collections import OrderedDict
from typing import Dict, List, Optional, Tuple

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import explain  # noqa: E402
import harness  # noqa: E402
import isolation  # noqa: E402
import preload  # noqa: E402
import supervisor  # noqa: E402
from frames import Frame, FrameChannel  # noqa: E402

SUITES_KEPT = 64
IMPORT_FAILURES = ("ImportError", "ModuleNotFoundError")


class Server:
    def __init__(self, channel: FrameChannel, error_fd: int, layers: isolation.Isolation) -> None:
        self.channel = channel
        self.isolation = layers
        self.private_fds = [channel.read_fd, channel.write_fd, error_fd]
        self.suites: "OrderedDict[Tuple[str, ...], List[harness.CompiledTest]]" = OrderedDict()

    def serve(self) -> None:
        while True:
            request = self.channel.read()
            if request is None:
                return
            try:
                answer = self.answer(request)
            except supervisor.PoolGone:
                return
            except OSError as error:
                # No process, no pipe: the machine's trouble, never the candidate's.
                answer = {"fault": str(error)}
            answer["id"] = request["id"]
            self.channel.write(answer)

    def answer(self, request: Frame) -> Frame:
        code, tests, stop = request["code"], request["tests"], request.get("stop", False)
        preload.import_named_in(code)
        if request["op"] == "run":
            outcomes, elapsed_ms = self.run(code, tests, stop, request["cap"] / 1000)
            return {"outcomes": outcomes, "ms": round(elapsed_ms, 3)}
        if request["op"] == "explain":
            return {"explanation": self.explain(code, tests, request["cap"] / 1000)}
        raise ValueError(f"unknown operation {request['op']!r}")

    def run(self, code: str, tests: List[str], stop: bool, cap: float) -> Tuple[List[str], float]:
        """Outcomes of a suite and the milliseconds it took."""
        outcomes, elapsed_ms = self.run_once(code, tests, stop, cap, False)
        if self.isolation.home_is_private and any(name.endswith(IMPORT_FAILURES) for name in outcomes):
            # The changed uid cannot read the interpreter's home, and something was imported only now.
            outcomes, elapsed_ms = self.run_once(code, tests, stop, cap, True)
        return outcomes, elapsed_ms

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
                gc.enable()
                harness.run_suite(code, rest, lambda outcome: report(outcome.encode()), stop)

            ended = self.fork(child_main, max(0.0, cap - elapsed_ms / 1000), keep_uid)
            elapsed_ms += ended.elapsed_ms
            more, trusted = read_outcomes(ended, len(rest), stop)
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
            gc.enable()
            explain.explain_test(code, tests[index], index, lambda fields: report(json.dumps(fields).encode()))

        ended = self.fork(child_main, cap)
        return explain.read_explanation(ended.lines, index, outcomes[index], cap)

    def fork(self, child_main: supervisor.ChildMain, cap: float, keep_uid: bool = False) -> supervisor.Ended:
        return supervisor.run_child(
            child_main,
            self.private_fds,
            self.channel.read_fd,
            cap,
            lambda: self.isolation.in_child(keep_uid),
            self.isolation.kill_leftovers,
        )

    def compiled(self, tests: List[str]) -> List[harness.CompiledTest]:
        key = tuple(tests)
        suite = self.suites.get(key)
        if suite is None:
            for source in tests:
                preload.import_named_in(source)
            suite = self.suites[key] = harness.compile_suite(tests)
            if len(self.suites) > SUITES_KEPT:
                self.suites.popitem(last=False)
        return suite


def read_outcomes(ended: supervisor.Ended, tests: int, stop: bool) -> Tuple[List[str], bool]:
    """Outcomes from what a child reported and how it ended; False when the child broke the protocol.

    Only a child that said "end" is believed to its last line: one that reports everything and then dies has
    taken a way out that the harness does not have.
    """
    known: List[str] = []
    for line in ended.lines:
        outcome = valid_outcome(line)
        if outcome is None:
            return [], False
        known.append(outcome)
    stopped = stop and bool(known) and known[-1] != "pass"
    if ended.ending == "forged" or len(known) > tests:
        return [], False
    if ended.ending == "done":
        return known, stopped or len(known) == tests
    if len(known) == tests:
        known.pop()
    if ended.ending == "timeout":
        return known + ["TIMEOUT"] * (1 if stop else tests - len(known)), True
    return known + ["ERROR:ProcessDied"], True


def valid_outcome(line: bytes) -> Optional[str]:
    """The outcome a line spells, or None: a child can write anything."""
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        return None
    if text in ("pass", "FAIL"):
        return text
    kind, _, name = text.partition(":")
    return text if kind in ("FAIL", "ERROR") and name.isidentifier() and len(name) <= 100 else None


def detach_standard_streams() -> Tuple[FrameChannel, int]:
    """Move the pool's pipes away from 0, 1 and 2, which every child inherits as the null device."""
    null = os.open(os.devnull, os.O_RDWR)
    private = [os.dup(standard) for standard in (0, 1, 2)]
    for standard in (0, 1, 2):
        os.dup2(null, standard)
    os.close(null)
    return FrameChannel(private[0], private[1]), private[2]


def main() -> None:
    off = frozenset(sys.argv[1].split(",")) if len(sys.argv) > 1 else frozenset()
    channel, error_fd = detach_standard_streams()
    try:
        layers = isolation.enter(off)
        preload.import_common()
        random.seed(0)  # every child starts from this state, so that a verdict does not depend on a draw
        preload.hide_own_modules()
        isolation.finish(layers, off)
        gc.collect()
        gc.disable()
        gc.freeze()
        channel.write({"id": "ready", "layers": [layer._asdict() for layer in layers.layers]})
        Server(channel, error_fd, layers).serve()
    except BaseException as error:
        os.write(error_fd, "".join(traceback.format_exception(type(error), error, error.__traceback__)).encode())
        raise SystemExit(1) from None


main()
