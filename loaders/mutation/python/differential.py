"""Searches for inputs on which a mutant differs from its canonical.

Reads one JSON object a line from stdin: {id, name, canonical, mutant, tests, contract, inputs, seed, callSeconds, itemSeconds,
memoryMb}; answers each with one line {id, tried, agreed, raised, difference: {call, canonical, mutant, test} | null, outside:
the same, note}. Every item is searched in a forked child with limits on memory and time; a child that hangs or dies is replaced
by one that leaves out the input that did it.
"""

import json
import mmap
import os
import resource
import select
import signal
import struct
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
if HERE not in sys.path:
    sys.path.insert(0, HERE)

from search import MUTANT, Search

sys.path.remove(HERE)

MOST_RESTARTS = 5
NOTEBOOK_BYTES = 1 << 16
HEADER = struct.Struct("<qiii")


class Notebook:
    """Memory that a child shares with its parent: which input it is at, and with which of the two functions."""

    def __init__(self):
        self.memory = mmap.mmap(-1, NOTEBOOK_BYTES)
        self.beats = 0

    def write(self, stage, inside=True, call="", result=""):
        text = json.dumps([call, result]).encode()
        if len(text) > NOTEBOOK_BYTES - HEADER.size:
            text = json.dumps([call[:2000], result[:2000]]).encode()
        self.beats += 1
        HEADER.pack_into(self.memory, 0, self.beats, stage, inside, len(text))
        self.memory[HEADER.size:HEADER.size + len(text)] = text

    def beat(self):
        """A sign of life that changes nothing else."""
        self.beats += 1
        _, stage, inside, length = HEADER.unpack_from(self.memory)
        HEADER.pack_into(self.memory, 0, self.beats, stage, inside, length)

    def position(self):
        """Changes while the child makes progress. Only this may be read while it is alive: the text may be half written."""
        return self.memory[:HEADER.size]

    def read(self):
        _, stage, inside, length = HEADER.unpack_from(self.memory)
        call, result = json.loads(self.memory[HEADER.size:HEADER.size + length]) if length else ("", "")
        return stage, bool(inside), call, result


def child(item, notebook, skip, large, out):
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    memory = item["memoryMb"] << 20
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    except (ValueError, OSError):
        pass  # not every system limits it
    try:
        answer = Search(item, notebook, skip, large).run()
    except BaseException as error:
        answer = failure("%s: %s" % (type(error).__name__, error))
    with os.fdopen(out, "wb") as pipe:
        pipe.write(json.dumps(answer).encode())


def failure(note, **known):
    return dict(dict(tried=0, agreed=0, raised=0, difference=None, outside=None, note=note), **known)


def attempt(item, notebook, skip, large):
    """One child's answer, or None when it had to be killed or died."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(reader)
            child(item, notebook, skip, large, writer)
        finally:
            os._exit(0)
    os.close(writer)
    data, last, since = b"", None, time.monotonic()
    # A child that works too long ends itself; by the wall clock, with room for a busy machine, ends one that waits for something.
    patience = 100 * item["callSeconds"] + 30
    end = time.monotonic() + 10 * item["itemSeconds"] + patience
    while True:
        ready, _, _ = select.select([reader], [], [], 0.2)
        if ready:
            part = os.read(reader, 1 << 16)
            if not part:
                break
            data += part
            continue
        position = notebook.position()
        if position != last:
            last, since = position, time.monotonic()
        if time.monotonic() - since > patience or time.monotonic() > end:
            os.kill(pid, signal.SIGKILL)
            break
    os.close(reader)
    os.waitpid(pid, 0)
    try:
        return json.loads(data)
    except ValueError:
        return None


def examine(item):
    notebook, skip, outside = Notebook(), set(), None
    for _ in range(MOST_RESTARTS):
        notebook.write(0)
        # What hangs beyond an alarm's reach is mostly a huge number: one such is enough.
        answer = attempt(item, notebook, skip, large=not skip)
        if answer is not None:
            return dict(answer, outside=answer["outside"] or outside)
        stage, inside, call, result = notebook.read()
        skip.add(call)
        if stage == MUTANT:
            found = dict(call=call, canonical=result, mutant="hangs or ends the process", test="")
            if inside:
                return failure("", tried=1, difference=found, outside=outside)
            outside = outside or found
    return failure("a function hung or ended the process too often", outside=outside)


def main():
    for line in sys.stdin:
        item = json.loads(line)
        sys.stdout.write(json.dumps(dict(examine(item), id=item["id"])) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
