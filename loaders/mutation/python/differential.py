"""Searches for inputs on which a mutant differs from its canonical.

Reads one JSON object a line from stdin: {id, name, canonical, mutant, tests, inputs, seed, callSeconds, itemSeconds,
memoryMb}; answers each with one line {id, tried, difference: {call, canonical, mutant} | null, note}. Every item is searched
in a forked child with limits on memory and time; a child that hangs or dies is replaced, past the input that did it.
"""

import ast
import json
import mmap
import os
import re
import resource
import select
import signal
import struct
import sys
import time
import types

HERE = os.path.dirname(os.path.abspath(__file__))
if HERE not in sys.path:
    sys.path.insert(0, HERE)

import datetime, decimal, fractions  # noqa: E401  the modules that tests name in arguments

from calls import read_calls
from inputs import Generator
from outcomes import MODULE, Clock, run, same, show
from shrink import shrink

sys.path.remove(HERE)

MOST_RESTARTS = 5
# How many draws for one distinct input on which the canonical behaves.
MOST_DRAWS = 20
NOTEBOOK_BYTES = 1 << 16
CANONICAL, MUTANT = 1, 2


HEADER = struct.Struct("<qiiii")


class Notebook:
    """Memory that a child shares with its parent: which input it is at, and with which of the two functions."""

    def __init__(self):
        self.memory = mmap.mmap(-1, NOTEBOOK_BYTES)
        self.beats = 0

    def write(self, at, tried, stage, call="", result=""):
        text = json.dumps([call, result]).encode()
        if len(text) > NOTEBOOK_BYTES - HEADER.size:
            text = json.dumps([call[:2000], result[:2000]]).encode()
        HEADER.pack_into(self.memory, 0, at, tried, stage, self.beats, len(text))
        self.memory[HEADER.size:HEADER.size + len(text)] = text

    def beat(self):
        """A sign of life that changes nothing else."""
        self.beats += 1
        at, tried, stage, _, length = HEADER.unpack_from(self.memory)
        HEADER.pack_into(self.memory, 0, at, tried, stage, self.beats, length)

    def position(self):
        """Changes while the child makes progress. Only this may be read while it is alive: the text may be half written."""
        return self.memory[:HEADER.size]

    def read(self):
        at, tried, stage, _, length = HEADER.unpack_from(self.memory)
        call, result = json.loads(self.memory[HEADER.size:HEADER.size + length]) if length else ("", "")
        return at, tried, stage, call, result


def load(code, name):
    namespace = {"__name__": MODULE}
    exec(compile(code, "<candidate>", "exec"), namespace)
    return namespace, namespace[name]


def expected_exceptions(item):
    """Exceptions that belong to the behavior: raised by the canonical in so many words, or asked for by a test."""
    raised = set()
    for node in ast.walk(ast.parse(item["canonical"])):
        if isinstance(node, ast.Raise) and node.exc is not None:
            target = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
            raised.add(getattr(target, "id", getattr(target, "attr", "")))
    for test in item["tests"]:
        raised.update(re.findall(r"raises\(\(?([\w., ]+)", test))
    return {part.strip().split(".")[-1] for names in raised for part in names.split(",")}


def search(item, start, tried, notebook):
    """Compares both functions on the stream of inputs from index `start` on."""
    sys.modules[MODULE] = types.ModuleType(MODULE)
    clock, seconds = Clock(), item["callSeconds"]
    clock.install()
    namespace, canonical = load(item["canonical"], item["name"])
    _, mutant = load(item["mutant"], item["name"])
    modules = {"datetime": datetime, "decimal": decimal, "fractions": fractions}
    calls = read_calls(item["tests"], item["name"], {**modules, **namespace})
    if not calls:
        return dict(tried=0, difference=None, note="no arguments could be read from the tests")
    expected = expected_exceptions(item)

    def compare(call, note):
        note(CANONICAL)
        left = run(canonical, call, clock, seconds)
        if left[0] == "timeout" or (left[0] == "raises" and left[1] not in expected):
            return None
        note(MUTANT, left)
        right = run(mutant, call, clock, seconds)
        if right[0] == "timeout":
            # A busy machine is no difference.
            right = run(mutant, call, clock, 5 * seconds)
        return left, right

    def tells(call):
        pair = compare(call, lambda *_: notebook.beat())
        return pair is not None and not same(*pair)

    seen, deadline = set(), time.monotonic() + item["itemSeconds"]
    for at, call in enumerate(Generator(calls, item["canonical"], item["seed"]).stream()):
        if tried >= item["inputs"]:
            return dict(tried=tried, difference=None, note="")
        if at >= MOST_DRAWS * item["inputs"] or time.monotonic() > deadline:
            limit = "distinct inputs" if time.monotonic() <= deadline else "inputs in the time given"
            return dict(tried=tried, difference=None, note="too few " + limit)
        text = call.text(item["name"])
        if text in seen or len(text) > 20_000:
            continue
        seen.add(text)
        if at < start:
            continue

        def note(stage, result=None):
            notebook.write(at, tried, stage, text if result else "", show(result) if result else "")

        pair = compare(call, note)
        tried += pair is not None
        if pair is not None and not same(*pair):
            best = shrink(call, tells, item["name"])
            left, right = compare(best, lambda *_: notebook.beat()) or pair
            found = dict(call=best.text(item["name"]), canonical=show(left), mutant=show(right))
            return dict(tried=tried, difference=found, note="")


def child(item, start, tried, notebook, out):
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
        answer = search(item, start, tried, notebook)
    except BaseException as error:
        answer = dict(tried=tried, difference=None, note="%s: %s" % (type(error).__name__, error))
    with os.fdopen(out, "wb") as pipe:
        pipe.write(json.dumps(answer).encode())


def attempt(item, start, tried, notebook):
    """One child's answer, or None when it had to be killed or died."""
    reader, writer = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(reader)
            child(item, start, tried, notebook, writer)
        finally:
            os._exit(0)
    os.close(writer)
    data, last, since = b"", None, time.monotonic()
    patience = 10 * item["callSeconds"] + 2
    end = time.monotonic() + 2 * item["itemSeconds"] + patience
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
    notebook = Notebook()
    start = tried = 0
    for _ in range(MOST_RESTARTS):
        notebook.write(start, tried, CANONICAL)
        answer = attempt(item, start, tried, notebook)
        if answer is not None:
            return answer
        at, tried, stage, call, result = notebook.read()
        if stage == MUTANT:
            found = dict(call=call, canonical=result, mutant="hangs or ends the process")
            return dict(tried=tried + 1, difference=found, note="")
        start = at + 1
    return dict(tried=tried, difference=None, note="the canonical hung or ended the process too often")


def main():
    for line in sys.stdin:
        item = json.loads(line)
        sys.stdout.write(json.dumps(dict(examine(item), id=item["id"])) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
