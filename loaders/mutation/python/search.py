"""Compares a mutant with its canonical on a stream of inputs."""

import ast
import datetime
import decimal
import fractions
import inspect
import math
import re
import sys
import time
import types

from calls import read_calls
from inputs import Generator
from outcomes import MODULE, Clock, ready_test, run, same, show
from shrink import shrink

# Times are of this process's own work, so that a busy machine changes no result.
# How many draws for one distinct input on which the canonical behaves.
MOST_DRAWS = 20
LONGEST_CALL = 20_000
# So many times the inputs asked for are tried to see enough values among the exceptions.
MOST_RAISED = 4
# After so many calls for which the canonical takes too long, inputs come closer to the tests'.
MOST_TIMEOUTS = 20
# A mutant may take so many times the time of one call.
SLOWER = 5
# And recurse so many times as deep.
DEEPER = 5
CANONICAL, MUTANT = 1, 2
# What arguments and contracts may name beside what the candidate imports.
MODULES = {"datetime": datetime, "decimal": decimal, "fractions": fractions, "math": math, "re": re}


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


def read_contract(text, function, namespace):
    """Whether a call fulfills the contract, an expression over the function's parameters; all do when there is none."""
    if not text:
        return lambda call: True
    code, signature = compile(text, "<contract>", "eval"), inspect.signature(function)

    def holds(call):
        try:
            bound = signature.bind(*call.args, **call.kwargs)
            bound.apply_defaults()
            return bool(eval(code, {**MODULES, **namespace, **bound.arguments}))
        except Exception:
            return False

    return holds


class Search:
    """One survivor's search. Tells the notebook which call it is at, so that whoever watches knows when it died of it."""

    def __init__(self, item, notebook, skip, large):
        sys.modules[MODULE] = types.ModuleType(MODULE)
        self.item, self.notebook, self.skip = item, notebook, skip
        self.clock, self.seconds = Clock(), item["callSeconds"]
        self.clock.install(SLOWER * self.seconds)
        self.namespace, self.canonical = load(item["canonical"], item["name"])
        _, self.mutant = load(item["mutant"], item["name"])
        self.calls = read_calls(item["tests"], item["name"], {**MODULES, **self.namespace})
        self.contract = read_contract(item.get("contract"), self.canonical, self.namespace)
        self.expected = expected_exceptions(item)
        self.generator = Generator(self.calls, item["canonical"], item["seed"], large)
        self.patience, self.slowest, self.recursion = self.seconds, 0.0, sys.getrecursionlimit()
        self.agreed = self.raised = self.timeouts = 0
        self.outside, self.outputs = None, set()

    def result(self, difference=None, note=""):
        tried = self.agreed + self.raised + (difference is not None)
        counts = dict(tried=tried, agreed=self.agreed, raised=self.raised)
        return dict(counts, difference=difference, outside=self.outside, note=note)

    def behaves(self, outcome):
        return outcome[0] == "value" or (outcome[0] == "raises" and outcome[1][0] in self.expected)

    def compare(self, call, note):
        """Both outcomes, or None where the canonical does not behave."""
        note(CANONICAL)
        started = time.process_time()
        left = run(self.canonical, call, self.clock, self.patience)
        if left[0] == "timeout":
            self.timeouts += 1
            if self.timeouts % MOST_TIMEOUTS == 0:
                self.generator.tame()
        else:
            self.slowest = max(self.slowest, time.process_time() - started)
        if not self.behaves(left):
            return None
        note(MUTANT, left)
        right = run(self.mutant, call, self.clock, self.seconds)
        if right[0] == "timeout":
            # Slower is no difference.
            right = run(self.mutant, call, self.clock, SLOWER * self.seconds)
        elif right[0] == "raises" and right[1][0] == "RecursionError":
            # Nor is a frame more on a stack that the canonical nearly fills.
            sys.setrecursionlimit(DEEPER * self.recursion)
            right = run(self.mutant, call, self.clock, SLOWER * self.seconds)
            sys.setrecursionlimit(self.recursion)
        return left, right

    def describe(self, call, pair, inside):
        """The shortest call found that tells on this side of the contract, with both outcomes and the assert for it."""

        def tells(other):
            if self.contract(other) != inside:
                return False
            found = self.compare(other, lambda *_: self.notebook.beat())
            return found is not None and not same(*found)

        name = self.item["name"]
        best = shrink(call, tells, name)
        left, right = (self.compare(best, lambda *_: self.notebook.beat()) if best is not call else None) or pair
        text = best.text(name)
        test = ready_test(text, left, {**MODULES, **self.namespace})
        return dict(call=text, canonical=show(left), mutant=show(right), test=test)

    def enough(self):
        """Exceptions say little of what is computed: they count for half of the inputs, or all where values are rare."""
        wanted, tried = self.item["inputs"], self.agreed + self.raised
        return self.agreed + min(self.raised, wanted // 2) >= wanted or tried >= MOST_RAISED * wanted

    def shortfall(self, late):
        """Why the search ends with fewer inputs than asked for; empty where there are as many, if mostly exceptions."""
        if self.agreed + self.raised >= self.item["inputs"]:
            return ""
        return "too few inputs in the time given" if late else "too few distinct inputs"

    def run(self):
        name, wanted = self.item["name"], self.item["inputs"]
        if not self.calls:
            return self.result(note="no arguments could be read from the tests")
        strange = next((call for call in self.calls if not self.contract(call)), None)
        if strange is not None:
            return self.result(note="the contract excludes a call of the tests: " + strange.text(name))
        seen, deadline = set(self.skip), time.process_time() + self.item["itemSeconds"]
        for at, call in enumerate(self.generator.stream()):
            if self.enough():
                return self.result()
            if at >= MOST_DRAWS * wanted or time.process_time() > deadline:
                return self.result(note=self.shortfall(time.process_time() > deadline))
            if at == len(self.calls):
                # The tests' own calls say how long one takes; what takes far longer is not worth the wait.
                self.patience = min(self.seconds, max(0.05, 20 * self.slowest))
            text = call.text(name)
            if text in seen or len(text) > LONGEST_CALL:
                continue
            seen.add(text)
            found = self.examine(call, text)
            if found is not None:
                return self.result(difference=found)

    def examine(self, call, text):
        """Compares on one call and counts it; the difference found, if it lies within the contract."""
        inside = self.contract(call)
        if not inside and self.outside is not None:
            return None

        def note(stage, left=None):
            self.notebook.write(stage, inside, text, show(left) if left else "")

        pair = self.compare(call, note)
        if pair is None:
            return None
        left = pair[0]
        if left[0] == "value" and (shown := show(left)) not in self.outputs:
            self.outputs.add(shown)
            self.generator.keep(call)
        if same(*pair):
            self.agreed += inside and left[0] == "value"
            self.raised += inside and left[0] == "raises"
            return None
        found = self.describe(call, pair, inside)
        if inside:
            return found
        self.outside = found
        return None
