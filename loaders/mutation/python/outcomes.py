"""What a call gives, and whether two calls give the same."""

import collections.abc
import itertools
import math
import signal

MODULE = "candidate"
MOST_ITEMS = 10_000


class Timeout(BaseException):
    """Raised by the alarm; no candidate names it."""


class Clock:
    """Interrupts a call after its time; fires again and again against code that swallows everything."""

    armed = False

    def install(self):
        signal.signal(signal.SIGALRM, self._fire)

    def _fire(self, *_):
        if self.armed:
            raise Timeout

    def start(self, seconds):
        self.armed = True
        signal.setitimer(signal.ITIMER_REAL, seconds, 0.05)

    def stop(self):
        self.armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)


def run(function, call, clock, seconds):
    """("value", v), ("raises", class name) or ("timeout", None)."""
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
        return "raises", type(error).__name__


def settle(value):
    """Iterators as lists, so that they can be compared and shown."""
    if isinstance(value, collections.abc.Iterator):
        return list(itertools.islice(value, MOST_ITEMS))
    return value


def same(left, right):
    return left[0] == right[0] and (left[0] == "timeout" or same_value(left[1], right[1]))


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
        return "raises " + value if kind == "raises" else "does not end in time"
    try:
        text = repr(value)
    except Exception as error:
        return "a value without repr (%s)" % type(error).__name__
    return text if len(text) <= 300 else text[:299] + "\u2026"
