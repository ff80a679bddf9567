"""Forks one child, listens to it until it is done or out of time, and leaves nothing of it behind.

The child is never trusted. It reports over a pipe in lines that begin with a nonce; a line that does not is a
broken protocol. When it ends, its whole process group is killed, whatever it says about itself.
"""

import os
import select
import signal
import time
from typing import Callable, List, NoReturn, Optional, Set

from system import children, processes

Report = Callable[[bytes], None]
ChildMain = Callable[[Report], None]

MAX_REPORT_BYTES = 1 << 20
# Between two looks at whether a silent child is still alive; a child that reports is noticed at once.
LIVENESS_SECONDS = 0.05
# Waiting for a processor does not count against a candidate, up to this many times the cap.
MAX_STRETCH = 20.0


# Children of this process that are no candidates, as /proc numbers them.
bystanders: Set[int] = set()


class PoolGone(Exception):
    """The pool closed its end: nobody waits for this verdict any more."""


class Ended:
    """How a child ended: its lines, and "done", "timeout", "died", "forged" (it broke the protocol) or "killed"
    (by something that is neither the candidate nor the supervisor)."""

    __slots__ = ("lines", "ending", "elapsed_ms", "waited")

    def __init__(self) -> None:
        self.lines: List[bytes] = []
        self.ending = "died"
        # Wall clock, without the seconds `waited` for a processor beyond the cap.
        self.elapsed_ms = 0.0
        self.waited = 0.0


def run_child(
    child_main: ChildMain,
    close_in_child: List[int],
    hangup_fd: int,
    cap_seconds: float,
    harden: Callable[[], None],
    kill_leftovers: Callable[[], None],
    on_line: Optional[Callable[[bytes], float]] = None,
) -> Ended:
    """Run `child_main(report)` in a forked child under a wall-clock cap.

    `on_line` sees each line and returns the seconds the child may take until its next one (batch mode); without
    it the cap holds for the whole child. Raises PoolGone when `hangup_fd` hangs up, OSError when no process can
    be made.
    """
    nonce = os.urandom(16).hex().encode()
    read_fd, write_fd = os.pipe()
    started = time.monotonic()
    try:
        pid = processes.fork()
    except OSError:
        os.close(read_fd)
        os.close(write_fd)
        raise
    if pid == 0:
        _in_child(child_main, nonce, read_fd, write_fd, close_in_child, harden)
    os.close(write_fd)
    ended = Ended()
    try:
        _listen(ended, pid, nonce, read_fd, hangup_fd, cap_seconds, started, on_line)
        if ended.ending == "died" and was_killed(pid):
            ended.ending = "killed"
    finally:
        os.close(read_fd)
        for target in (-pid, pid):
            processes.kill(target)
        os.waitpid(pid, 0)
        kill_leftovers()
    ended.elapsed_ms = max(0.0, time.monotonic() - started - ended.waited) * 1000
    return ended


def _in_child(
    child_main: ChildMain,
    nonce: bytes,
    read_fd: int,
    write_fd: int,
    close_in_child: List[int],
    harden: Callable[[], None],
) -> NoReturn:
    leave = os._exit
    try:
        os.setsid()
        channel = 64 + int.from_bytes(os.urandom(1), "big")  # not a number one would guess first
        os.dup2(write_fd, channel, False)
        for descriptor in (read_fd, write_fd, *close_in_child):
            os.close(descriptor)
        harden()
        write = os.write
        child_main(lambda line: _write_line(write, channel, nonce, line))
        _write_line(write, channel, nonce, b"end")
    finally:
        leave(0)


def _write_line(write: Callable[[int, bytes], int], channel: int, nonce: bytes, line: bytes) -> None:
    write(channel, nonce + b" " + line + b"\n")


def _listen(
    ended: Ended,
    pid: int,
    nonce: bytes,
    read_fd: int,
    hangup_fd: int,
    cap_seconds: float,
    started: float,
    on_line: Optional[Callable[[bytes], float]],
) -> None:
    poller = select.poll()
    poller.register(read_fd, select.POLLIN)
    poller.register(hangup_fd, 0)
    buffer = b""
    received = 0
    since = started
    deadline = since + cap_seconds
    while True:
        left = deadline - time.monotonic()
        if left <= 0:
            # The child was ready to run but had no processor: that is the machine's time, not the candidate's.
            waited = run_delay()
            left = min(waited - ended.waited, since + MAX_STRETCH * cap_seconds - time.monotonic())
            if left < 0.002:
                ended.ending = "timeout"
                return
            ended.waited = waited
            deadline = time.monotonic() + left
        events = poller.poll(max(1, min(left, LIVENESS_SECONDS) * 1000))
        if any(fd == hangup_fd for fd, _ in events):
            raise PoolGone
        if not events:
            # A descendant may hold the pipe open, so its end alone does not tell that the child is gone.
            if exit_of(pid) is not None and not poller.poll(0):
                return
            continue
        block = os.read(read_fd, 1 << 16)
        if not block:
            return
        received += len(block)
        buffer += block
        while True:
            line, newline, rest = buffer.partition(b"\n")
            if not newline:
                break
            buffer = rest
            if not line.startswith(nonce + b" "):
                ended.ending = "forged"
                return
            line = line[len(nonce) + 1 :]
            if line == b"end":
                ended.ending = "done"
                return
            ended.lines.append(line)
            if on_line is not None:
                cap_seconds = on_line(line)
                since = time.monotonic()
                deadline = since + cap_seconds
        if received > MAX_REPORT_BYTES or not nonce.startswith(buffer[: len(nonce)]):
            ended.ending = "forged"
            return


def run_delay() -> float:
    """Seconds that the child has waited for a processor (Linux; elsewhere 0, and the cap is plain wall clock)."""
    total = 0
    for pid in set(children()) - bystanders:
        try:
            with open(f"/proc/{pid}/schedstat", "rb", buffering=0) as stat:
                total += int(stat.read().split()[1])
        except (OSError, IndexError, ValueError):
            continue
    return total / 1e9


def exit_of(pid: int) -> "Optional[os.waitid_result]":
    """How a child has ended, without reaping it; None while it runs."""
    try:
        return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except AttributeError:  # macOS before Python 3.13 has no waitid: the pipe's end must do
        return None


def was_killed(pid: int) -> bool:
    """Did SIGKILL end this child although nobody here sent it? The kernel does that when memory runs out.

    Only told apart where the filter keeps a candidate from sending itself a signal.
    """
    if not processes.is_guarded:
        return False
    left = time.monotonic() + LIVENESS_SECONDS
    ended = exit_of(pid)
    while ended is None and time.monotonic() < left:  # its pipe closes a moment before it is gone
        time.sleep(0.001)
        ended = exit_of(pid)
    return ended is not None and ended.si_code != os.CLD_EXITED and ended.si_status == signal.SIGKILL
