"""The sealed judge's server: for each suite a child that runs the tests, beside a child of the host that runs the
candidate. Speaks frames with the pool as `server.py` does.
"""

import os
import socket
import sys
from typing import Dict, List, Tuple

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import isolation  # noqa: E402
import judge  # noqa: E402
import sealed_host  # noqa: E402
import serving  # noqa: E402
import supervisor  # noqa: E402
import system  # noqa: E402
from frames import Frame, FrameChannel  # noqa: E402


class JudgeServer(serving.Server):
    def __init__(
        self,
        channel: FrameChannel,
        private_fds: List[int],
        layers: isolation.Isolation,
        off: "frozenset[str]",
    ) -> None:
        # The host is made now, while this process knows of no test.
        self.host = start_host(private_fds, layers, off)
        self.host_channel = FrameChannel(self.host.fileno(), self.host.fileno())
        super().__init__(channel, [*private_fds, self.host.fileno()], layers)
        self.kill_leftovers = lambda: None  # a judging child runs no candidate; the host clears up after those

    def answer(self, request: Frame) -> Frame:
        self.prepare_for(request["code"])
        notes: Dict[str, str] = {}
        outcomes, elapsed_ms = self.retried_with_uid(lambda keep_uid: self.judge(request, keep_uid, notes))
        return {"outcomes": outcomes, "ms": round(elapsed_ms, 3), **notes}

    def judge(self, request: Frame, keep_uid: bool, notes: Dict[str, str]) -> Tuple[List[str], float]:
        """Outcomes up to the first that is no pass; none, and a note, when the suite cannot be sealed."""
        suite = self.compiled(request["tests"])
        (candidate_in, judge_out), (judge_in, candidate_out) = os.pipe(), os.pipe()
        socket.send_fds(self.host, [b"."], [candidate_in, candidate_out])
        self.host_channel.write({"code": request["code"], "keep_uid": keep_uid})
        os.close(candidate_in)
        os.close(candidate_out)

        def child_main(report: supervisor.Report) -> None:
            judge.judge_suite(
                request["code"],
                request["tests"],
                suite,
                request.get("entry_point"),
                FrameChannel(judge_in, judge_out),
                lambda line: report(line.encode()),
            )

        outcomes: List[str] = []
        try:
            ended = self.fork(child_main, request["cap"] / 1000, keep_uid)
            outcomes = self.verdict(ended, len(suite), notes)
        finally:
            os.close(judge_in)
            os.close(judge_out)
            self.host_channel.write({"died": outcomes[-1:] == ["ERROR:ProcessDied"]})
            answer = self.host_channel.read()
        if answer is None or answer["killed"]:
            raise OSError("the system killed a candidate's process (out of memory?)")
        return outcomes, ended.elapsed_ms

    def verdict(self, ended: supervisor.Ended, tests: int, notes: Dict[str, str]) -> List[str]:
        last = ended.lines[-1].decode("utf-8", "replace") if ended.lines else ""
        kind, _, reason = last.partition(" ")
        if kind in ("unsealable", "unplain"):
            notes[kind] = reason
            return []
        outcomes, trusted = serving.read_outcomes(ended, tests, True)
        return outcomes if trusted else ["ERROR:ProtocolError"]


def start_host(private_fds: List[int], layers: isolation.Isolation, off: "frozenset[str]") -> socket.socket:
    """Fork the process that hosts candidates, in a process namespace of its own where there can be one."""
    ours, theirs = socket.socketpair()
    if system.processes.fork():
        theirs.close()
        supervisor.bystanders.update(system.children())
        return ours
    try:
        ours.close()
        for descriptor in private_fds:
            os.close(descriptor)
        if layers.in_pid_namespace:
            isolation.enter_pid_namespace()
        isolation.finish(layers, off)
        serving.settle_heap()
        sealed_host.serve(theirs, layers)
    finally:
        os._exit(0)


serving.boot(JudgeServer)
