"""Changes that look at the single values of a whole call at once: ties, exchanges, small and large worlds."""

from scalars import change_scalar, enlarge


def rebuild(old, items):
    """A list or tuple of the same type (named tuples too)."""
    return type(old)(*items) if hasattr(old, "_fields") else type(old)(items)


def hashable(value):
    try:
        hash(value)
        return True
    except TypeError:
        return False


def leaves(value):
    """The single values in a nest of containers, in a fixed order; keys before their values."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(key)
            yield from leaves(item)
    elif isinstance(value, (set, frozenset)):
        for item in sorted(value, key=repr):
            yield from leaves(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from leaves(item)
    else:
        yield value


def with_leaves(value, fresh):
    """The same nest with its single values taken from the iterator `fresh`."""
    if isinstance(value, dict):
        pairs = [(with_leaves(key, fresh), with_leaves(item, fresh)) for key, item in value.items()]
        return dict(pairs)
    if isinstance(value, (set, frozenset)):
        return type(value)([with_leaves(item, fresh) for item in sorted(value, key=repr)])
    if isinstance(value, (list, tuple)):
        return rebuild(value, [with_leaves(item, fresh) for item in value])
    return next(fresh)


def rewrite(call, change):
    """Replaces the single values of a call by `change(list of them)`, a list of equal length."""
    known = [leaf for container, key in call.slots() for leaf in leaves(container[key])]
    fresh = iter(change(list(known)))
    for container, key in call.slots():
        container[key] = with_leaves(container[key], fresh)
    return call


def relate(values, rnd, words):
    """Two values of one type exchanged, or one made equal to the other or next to it: where comparisons turn."""
    if not values:
        return values
    here = rnd.randrange(len(values))
    alike = [at for at, value in enumerate(values) if at != here and type(value) is type(values[here])]
    if not alike:
        return values
    there, kind = rnd.choice(alike), rnd.randrange(4)
    if kind == 0:
        values[here], values[there] = values[there], values[here]
    elif kind == 1 or isinstance(values[here], bool):
        values[there] = values[here]
    elif kind == 2 and isinstance(values[here], (int, float)):
        values[there] = values[here] + rnd.choice((-1, 1))
    else:
        values[there] = change_scalar(values[here], rnd, words)
    return values


def belittle(values, rnd):
    """All numbers small, so that ties, zeros and neighbors are common; now and then up to a hundred."""
    low, high = rnd.choice(((0, 1), (0, 2), (0, 3), (0, 5), (1, 4), (-2, 2), (0, 9), (0, 30), (1, 100)))
    return [shrunk(value, rnd, low, high) for value in values]


def shrunk(value, rnd, low, high):
    if isinstance(value, bool):
        return rnd.random() < 0.5
    if isinstance(value, int):
        return rnd.randint(low, high)
    return rnd.randint(2 * low, 2 * high) / 2 if isinstance(value, float) else value


def magnify(values, rnd):
    """One int beyond what floats hold exactly, or all of them by the same distance."""
    whole = [at for at, value in enumerate(values) if isinstance(value, int) and not isinstance(value, bool)]
    if not whole:
        return values
    if rnd.random() < 0.5:
        at = rnd.choice(whole)
        values[at] = enlarge(values[at], rnd)
        return values
    distance = (1 << rnd.randrange(53, 64)) + rnd.randrange(2)
    for at in whole:
        values[at] += distance
    return values


def within(values, low, high):
    return [min(max(value, low), high) if type(value) is int else value for value in values]
