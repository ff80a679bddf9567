"""Makes a telling input shorter while it still tells."""

import time

from leaves import rebuild

MOST_TRIES = 400
MOST_SECONDS = 2


def shrink(call, tells, name):
    """The shortest call found for which `tells(call)` stays true."""
    best, tries, progress = call, 0, True
    end = time.process_time() + MOST_SECONDS
    while progress:
        progress = False
        for smaller in smaller_calls(best):
            tries += 1
            if tries > MOST_TRIES or time.process_time() > end:
                return best
            if weight(smaller, name) < weight(best, name) and tells(smaller):
                best, progress = smaller, True
                break
    return best


def weight(call, name):
    text = call.text(name)
    return len(text), text


def smaller_calls(call):
    for at, (container, key) in enumerate(call.slots()):
        for value in smaller(container[key]):
            changed = call.copied()
            target, slot = changed.slots()[at]
            target[slot] = value
            yield changed


def smaller(value):
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int):
        yield from {0, 1, value // 10, value // 2, abs(value), value - 1} - {value}
    elif isinstance(value, float):
        yield from (0.0, 1.0, float(round(value)) if abs(value) < 1e15 else 1.0, round(value, 1))
    elif isinstance(value, (str, bytes, list, tuple)):
        half = len(value) // 2
        if not isinstance(value, tuple):
            yield value[:0]
            yield value[:half]
            yield value[half:]
            for at in range(len(value)):
                yield value[:at] + value[at + 1:]
        if isinstance(value, (list, tuple)):
            for at, item in enumerate(value):
                for less in smaller(item):
                    yield rebuild(value, list(value[:at]) + [less] + list(value[at + 1:]))
    elif isinstance(value, dict):
        for key in value:
            yield {other: item for other, item in value.items() if other != key}
        for key, item in value.items():
            for less in smaller(item):
                yield {**value, key: less}
    elif isinstance(value, (set, frozenset)):
        for item in sorted(value, key=repr):
            yield value - {item}
