"""What every server of the pool does: hardens itself, answers frames until the pool closes, forks children.

The pool starts a server and speaks frames over the descriptors that were its standard input and output.
"""

import gc
import os
import sys
from collections import OrderedDict
from typing import Callable, List, NoReturn, Optional, Tuple

import harness
import isolation
import preload
import supervisor
from frames import Frame, FrameChannel

SUITES_KEPT = 64
IMPORT_FAILURES = ("ImportError", "ModuleNotFoundError")


class Server:
    """Answers one request at a time; a subclass says how."""

    def __init__(self, channel: FrameChannel, private_fds: List[int], layers: isolation.Isolation) -> None:
        self.channel = channel
        self.private_fds = private_fds  # what no child may hold
        self.isolation = layers
        self.kill_leftovers = layers.kill_leftovers
        self.suites: "OrderedDict[Tuple[str, ...], List[harness.CompiledTest]]" = OrderedDict()

    def answer(self, request: Frame) -> Frame:
        raise NotImplementedError

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

    def prepare_for(self, *sources: str) -> None:
        """Import what these sources will, so that no child has to."""
        if any([preload.import_named_in(source) for source in sources]):
            settle_heap()

    def compiled(self, tests: List[str]) -> List[harness.CompiledTest]:
        """The compiled suite; the last ones are kept, as many candidates share a suite."""
        key = tuple(tests)
        suite = self.suites.get(key)
        if suite is None:
            self.prepare_for(*tests)
            suite = self.suites[key] = harness.compile_suite(tests)
            if len(self.suites) > SUITES_KEPT:
                self.suites.popitem(last=False)
        return suite

    def fork(
        self,
        child_main: supervisor.ChildMain,
        cap: float,
        keep_uid: bool = False,
        on_line: Optional[Callable[[bytes], float]] = None,
    ) -> supervisor.Ended:
        """Run `child_main` in a hardened child; it collects its own garbage, as any Python does."""

        def harden() -> None:
            self.isolation.in_child(keep_uid)
            gc.enable()

        ended = supervisor.run_child(
            child_main, self.private_fds, self.channel.read_fd, cap, harden, self.kill_leftovers, on_line
        )
        if ended.ending == "killed":
            raise OSError("the system killed a candidate's process (out of memory?)")
        return ended

    def retried_with_uid(self, attempt: Callable[[bool], Tuple[List[str], float]]) -> Tuple[List[str], float]:
        """An import that failed because the changed uid cannot read the interpreter's home does not count."""
        outcomes, elapsed_ms = attempt(False)
        if self.isolation.home_is_private and any(name.endswith(IMPORT_FAILURES) for name in outcomes):
            return attempt(True)
        return outcomes, elapsed_ms


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


def settle_heap() -> None:
    """Nothing that exists now is ever collected, so that a collection in a child copies no page of it."""
    gc.collect()
    gc.disable()
    gc.freeze()


def boot(
    make_server: Callable[[FrameChannel, List[int], isolation.Isolation, "frozenset[str]"], Server],
) -> NoReturn:
    """Harden, import, then serve until the pool closes. Arguments: names of layers to leave out."""
    off = frozenset(sys.argv[1].split(",")) if len(sys.argv) > 1 else frozenset()
    channel, error_fd = detach_standard_streams()
    try:
        layers = isolation.enter(off)
        preload.import_common()
        preload.hide_own_modules()
        private_fds = [channel.read_fd, channel.write_fd, error_fd]
        server = make_server(channel, private_fds, layers, off)
        isolation.finish(layers, off)
        settle_heap()
        channel.write({"id": "ready", "layers": [layer._asdict() for layer in layers.layers]})
        server.serve()
    except BaseException as error:
        import traceback

        os.write(error_fd, "".join(traceback.format_exception(type(error), error, error.__traceback__)).encode())
        os._exit(1)
    os._exit(0)
