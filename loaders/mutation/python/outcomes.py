"""What a call gives, and whether two calls give the same."""

import collections.abc
import itertools
import math
import resource
import signal
import time

MODULE = "candidate"
MOST_ITEMS = 10_000


class Timeout(BaseException):
    """Raised by the alarm; no candidate names it."""


class Clock:
    """Interrupts a call after so much work of this process; fires again and again against code that swallows everything."""

    armed = False

    def install(self, longest):
        """`longest` s of work without an end to a call, out of an alarm's reach (in C), end the process."""
        self.longest = int(longest) + 2
        self.hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
        signal.signal(signal.SIGPROF, self._fire)

    def _fire(self, *_):
        if self.armed:
            raise Timeout

    def start(self, seconds):
        resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + self.longest, self.hard))
        self.armed = True
        signal.setitimer(signal.ITIMER_PROF, seconds, 0.05)

    def stop(self):
        self.armed = False
        signal.setitimer(signal.ITIMER_PROF, 0)


def run(function, call, clock, seconds):
    """("value", v), ("raises", class names from the raised one up) or ("timeout", None)."""
    arguments = call.copied()
    try:
        try:
            clock.start(seconds)
            return "value", settle(function(*arguments.args, **arguments.kwargs))
        finally:
            clock.stop()
    except Timeout:
        clock.stop()
        return "timeout", None
    except BaseException as error:  # SystemExit too: it is what the call gives
        return "raises", [kind.__name__ for kind in type(error).__mro__]


def settle(value):
    """Iterators as lists, so that they can be compared and shown."""
    if isinstance(value, collections.abc.Iterator):
        return list(itertools.islice(value, MOST_ITEMS))
    return value


def same(left, right):
    """Whether a test that passes with the canonical's outcome `left` passes with `right`: `pytest.raises` takes subclasses."""
    if left[0] != right[0] or left[0] == "timeout":
        return left[0] == right[0]
    return left[1][0] in right[1] if left[0] == "raises" else same_value(left[1], right[1])


def same_value(a, b):
    """`==` as an assert sees it (so 1, 1.0 and True agree), except that NaN equals NaN, that floats may differ by rounding
    (1e-9), and that objects of a class which the candidate defines are compared by their attributes."""
    if isinstance(a, float) and isinstance(b, float):
        return (a != a and b != b) or math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12)
    if isinstance(a, (list, tuple)) and type(a) is type(b):
        return len(a) == len(b) and all(map(same_value, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same_value(a[key], b[key]) for key in a)
    if type(a).__module__ == MODULE and type(b).__module__ == MODULE:
        return type(a).__name__ == type(b).__name__ and same_value(attributes(a), attributes(b))
    if callable(a) and callable(b):
        return True
    try:
        return bool(a == b)
    except Exception:
        return False


def attributes(value):
    if isinstance(value, tuple):
        return tuple(value)
    return getattr(value, "__dict__", None) or repr(value)


def show(outcome):
    """One line, cut to a readable length."""
    kind, value = outcome
    if kind != "value":
        return "raises " + value[0] if kind == "raises" else "does not end in time"
    try:
        text = repr(value)
    except Exception as error:
        return "a value without repr (%s)" % type(error).__name__
    return text if len(text) <= 300 else text[:299] + "\u2026"


def ready_test(call, outcome, namespace):
    """The assert that wants this outcome of a call, or "" where its value cannot be written as source."""
    kind, value = outcome
    if kind == "raises":
        return "with pytest.raises(%s):\n    %s" % (value[0], call)
    try:
        written = eval(repr(value), dict(namespace))
        if type(written) is not type(value) or not same_value(value, written):
            return ""
    except Exception:
        return ""
    if value is None or isinstance(value, bool):
        return "assert %s is %r" % (call, value)
    if isinstance(value, float) and value != round(value, 4):
        return "assert abs(%s - %r) < 1e-6" % (call, value)
    return "assert %s == %r" % (call, value)
