"""The candidate's side of the sealed judge: a process that only ever sees the candidate and plain arguments.

`serve` runs in a server of its own that has never held a test, so that nothing in a candidate's memory tells what
is expected. Each candidate gets a child, which loads and calls as the judge asks.
"""

import gc
import os
import socket
from typing import Any, Dict, List, Optional

import harness
import isolation
import preload
import serving
import supervisor
from frames import Frame, FrameChannel
from plain_values import Decoder, Encoder, NotPlain
from system import processes


def serve(control: socket.socket, layers: isolation.Isolation) -> None:
    """Host one candidate after another until the judge's server closes the control socket."""
    channel = FrameChannel(control.fileno(), control.fileno())
    while True:
        _, descriptors, _, _ = socket.recv_fds(control, 1, 2)
        request = channel.read() if descriptors else None
        if request is None:
            return
        if preload.import_named_in(request["code"]):
            serving.settle_heap()
        pid = processes.fork()
        if pid == 0:
            _in_child(control, descriptors, request, layers)
        for descriptor in descriptors:
            os.close(descriptor)
        end = channel.read()  # sent when the judge is done, or absent because its server is
        killed = supervisor.was_killed(pid) if end and end["died"] else False
        for target in (-pid, pid):
            processes.kill(target)
        os.waitpid(pid, 0)
        layers.kill_leftovers()
        if end is None:
            return
        channel.write({"killed": killed})


def _in_child(
    control: socket.socket, descriptors: List[int], request: Frame, layers: isolation.Isolation
) -> None:
    leave = os._exit
    try:
        os.setsid()
        os.close(control.fileno())
        layers.in_child(request["keep_uid"])
        gc.enable()
        Candidate(request["code"]).answer_all(FrameChannel(*descriptors))
    finally:
        leave(0)


class Candidate:
    """Loads a candidate afresh for each test, and calls it."""

    def __init__(self, code: str) -> None:
        self.code = harness.load_candidate(code)
        self.namespace: Dict[str, Any] = {}

    def answer_all(self, channel: FrameChannel) -> None:
        while True:
            message = channel.read()
            if message is None:
                return
            # The first message of each test asks for a fresh namespace, in one way with what else it asks.
            error = self.load() if message["fresh"] else None
            if error is not None:
                channel.write({"error": error})
            else:
                channel.write(self.call(message) if "name" in message else {})

    def load(self) -> Optional[str]:
        """The outcome when the candidate does not load."""
        if isinstance(self.code, str):
            return self.code
        self.namespace = harness.fresh_namespace()
        try:
            exec(self.code, self.namespace)
        except BaseException as error:
            return "ERROR:" + harness.name_of(error)
        return None

    def call(self, message: Frame) -> Frame:
        decoder = Decoder([])
        arguments = decoder.decode(message["arguments"])
        keywords = decoder.decode(message["keywords"])
        containers = decoder.table
        try:
            function = self.namespace[message["name"]]
        except KeyError:
            return {"missing": True}
        try:
            value, outcome = function(*arguments, **keywords), "value"
        except BaseException as error:
            value, outcome = error, "raised"
        encoder = Encoder(list(containers))
        try:
            answer: Frame = {"containers": [encoder.content(container) for container in containers]}
            answer[outcome] = encoder.encode(value) if outcome == "value" else _exception(value, encoder)
            return answer
        except NotPlain as error:
            return {"not_plain": str(error)}


def _exception(error: BaseException, encoder: Encoder) -> Frame:
    """The names of an exception's classes and its arguments; a message where those are not plain."""
    names = [harness.class_name(kind) for kind in type(error).__mro__]
    try:
        return {"classes": names, "arguments": encoder.encode(tuple(error.args))}
    except NotPlain:
        return {"classes": names, "arguments": ["tuple", [str(error)]]}
