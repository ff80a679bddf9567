"""Stands in for a fork server and passes its frames on to a Ray cluster.

Every actor is a local fork server on some node, started from these very files; a batch of frames is one Ray call.
When a node goes, the frames that its actors had not answered go to others: a frame is answered exactly once.

Arguments: address of the cluster, name of the server's file, names of isolation layers to leave out.
"""

import os
import queue
import subprocess
import sys
import threading
import time
from collections import deque
from typing import Any, Deque, Dict, List, Optional, Tuple

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import ray  # noqa: E402
from ray.exceptions import RayError  # noqa: E402

from frames import Frame, FrameChannel  # noqa: E402

LARGEST_BATCH = 32
ATTEMPTS = 5
SECONDS_BETWEEN_CENSUSES = 2.0
SECONDS_WITHOUT_A_NODE = 60.0


class Executor:
    """A fork server on the node where the actor lives. Ray ships the folder of this file to it as its own."""

    def __init__(self, script: str, layers_off: str) -> None:
        here = os.getcwd()
        sys.path.insert(0, here)
        from frames import FrameChannel

        self.server = subprocess.Popen(
            [sys.executable, "-s", "-S", "-B", "-X", "utf8", os.path.join(here, script), layers_off],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={"PYTHONHASHSEED": "0"},
            cwd="/",
        )
        assert self.server.stdin and self.server.stdout
        self.channel = FrameChannel(self.server.stdout.fileno(), self.server.stdin.fileno())
        self.greeting = self.channel.read()

    def ready(self) -> Optional[Frame]:
        return self.greeting

    def run(self, batch: List[Frame], suites: Dict[str, Frame]) -> List[Frame]:
        """Answers in the order of the batch; `suites` serves a server that is younger than a sweep."""
        answers = [self._ask(frame) for frame in batch]
        for index, answer in enumerate(answers):
            if answer.get("needs_suites") and batch[index]["set"] in suites:
                self._ask(suites[batch[index]["set"]])
                answers[index] = self._ask(batch[index])
        return answers

    def _ask(self, frame: Frame) -> Frame:
        self.channel.write(frame)
        answer = self.channel.read()
        if answer is None:
            raise RuntimeError("the fork server of this actor ended")
        return answer


class Driver:
    def __init__(self, script: str, layers_off: str, answers: FrameChannel) -> None:
        # One actor a processor, spread over the nodes. They claim next to nothing of it, so that the actors of the
        # fork servers and those of the sealed judge, which work in turn, both find room.
        self.remote = ray.remote(num_cpus=0.01, max_restarts=0, scheduling_strategy="SPREAD")(Executor)
        self.script, self.layers_off = script, layers_off
        self.answers = answers
        self.arriving: "queue.Queue[Optional[Frame]]" = queue.Queue()
        self.pending: Deque[Frame] = deque()
        self.attempts: Dict[Any, int] = {}
        self.suites: Dict[str, Frame] = {}
        # Actors by the call they are busy with: with a batch, or, when it is empty, with starting.
        self.busy: Dict[Any, Tuple[Any, List[Frame]]] = {}
        self.idle: List[Any] = []
        self.greeted = False
        self.last_census = self.last_node = 0.0

    def drive(self) -> None:
        """Until the pool closes its end."""
        while True:
            self.take_census()
            if not self.receive():
                return
            self.submit()
            if self.busy:
                finished, _ = ray.wait(list(self.busy), timeout=0.01)
                for call in finished:
                    self.settle(call)

    def take_census(self) -> None:
        """One actor for each processor that the cluster has now."""
        now = time.monotonic()
        if now - self.last_census < SECONDS_BETWEEN_CENSUSES:
            return
        self.last_census = now
        processors = int(ray.cluster_resources().get("CPU", 0))
        if processors:
            self.last_node = now
        elif now - self.last_node > SECONDS_WITHOUT_A_NODE:
            raise RuntimeError("the Ray cluster has no processor left")
        for _ in range(processors - len(self.idle) - len(self.busy)):
            actor = self.remote.remote(self.script, self.layers_off)
            self.busy[actor.ready.remote()] = (actor, [])

    def receive(self) -> bool:
        """Take in what the pool has sent; waits only when there is nothing else to do. False at its end."""
        block = not self.busy and not self.pending
        try:
            while True:
                frame = self.arriving.get(block, timeout=SECONDS_BETWEEN_CENSUSES)
                if frame is None:
                    return False
                block = False
                if frame["op"] == "suites":
                    self.suites = {frame["set"]: frame}
                    self.answers.write({"id": frame["id"], "loaded": len(frame["suites"])})
                else:
                    self.pending.append(frame)
        except queue.Empty:
            return True

    def submit(self) -> None:
        share = -(-len(self.pending) // (2 * max(1, len(self.idle) + len(self.busy))))
        size = max(1, min(LARGEST_BATCH, share))
        while self.idle and self.pending:
            actor = self.idle.pop()
            batch = [self.pending.popleft() for _ in range(min(size, len(self.pending)))]
            sweeps = {frame["set"]: self.suites[frame["set"]] for frame in batch if frame.get("set") in self.suites}
            self.busy[actor.run.remote(batch, sweeps)] = (actor, batch)

    def settle(self, call: Any) -> None:
        actor, batch = self.busy.pop(call)
        try:
            result = ray.get(call)
        except RayError as error:
            self.retry(batch, str(error).strip().split("\n")[0])
            return
        if batch:
            for answer in result:
                self.attempts.pop(answer["id"], None)
                self.answers.write(answer)
        elif not self.greeted:
            self.greeted = True
            self.answers.write(result)
        self.idle.append(actor)

    def retry(self, batch: List[Frame], trouble: str) -> None:
        """Frames of an actor that is gone go to the front of the queue."""
        for frame in reversed(batch):
            count = self.attempts[frame["id"]] = self.attempts.get(frame["id"], 0) + 1
            if count < ATTEMPTS:
                self.pending.appendleft(frame)
            else:
                self.answers.write({"id": frame["id"], "fault": trouble})


def main() -> None:
    address, script, layers_off = sys.argv[1:4]
    here = os.path.dirname(os.path.abspath(__file__))
    frames = FrameChannel(os.dup(0), os.dup(1))
    os.dup2(2, 1)  # whatever Ray prints must not end up among the frames
    ray.init(address=address, runtime_env={"working_dir": here}, log_to_driver=False, logging_level="ERROR")
    driver = Driver(script, layers_off, frames)

    def read_all() -> None:
        while True:
            frame = frames.read()
            driver.arriving.put(frame)
            if frame is None:
                return

    threading.Thread(target=read_all, daemon=True).start()
    driver.drive()
    ray.shutdown()


main()
