"""Seeded generation of call arguments from those that a suite already uses."""

import ast
import random

from calls import copy_plain
from leaves import belittle, hashable, leaves, magnify, rebuild, relate, rewrite, within
from scalars import Vocabulary, change_scalar, steps

MOST_STEPS = 60
MOST_NEAR = 600
MOST_KEPT = 300
MOST_ITEMS = 40
HUGE = 2**31
# How far beyond the tests' largest int a tamed generator goes.
TAMED = (0, 64, 8, 1)


class Generator:
    """
    Draws calls near the known ones: crossed between tests, changed at one to three places, with two values brought together,
    all numbers small, or one number large. Calls that `keep` is told of (they gave something new) are changed further.
    """

    def __init__(self, calls, code, seed, large=True):
        self.calls = calls
        self.kept = []
        self.large = large
        self.random = random.Random(seed)
        self.words = Vocabulary()
        # Values by the place where calls hold them; the items of a list share a place.
        self.seen = {}
        for call in calls:
            for container, key in call.slots():
                self.words.learn(container[key])
                self.collect(container[key], (key,))
        for constant in constants(ast.parse(code)):
            self.words.learn(constant)
        self.words.freeze()
        found = [leaf for call in calls for container, key in call.slots() for leaf in leaves(container[key])]
        # A test with one huge number says nothing of how far others may go.
        whole = [leaf for leaf in found if type(leaf) is int and abs(leaf) < HUGE]
        self.limits = (min(whole, default=0), max(whole, default=0))
        self.tamed = 0

    def collect(self, value, path):
        self.seen.setdefault(path, []).append(value)
        if isinstance(value, dict):
            for key, item in value.items():
                self.collect(key, path + ("key",))
                self.collect(item, path + ("value",))
        elif isinstance(value, tuple):
            for at, item in enumerate(value):
                self.collect(item, path + (at if len(value) < 8 else "item",))
        elif isinstance(value, (list, set, frozenset)):
            for item in value:
                self.collect(item, path + ("item",))

    def keep(self, call):
        """Remembers a call to draw from; of more than `MOST_KEPT`, some."""
        if len(self.kept) < MOST_KEPT:
            self.kept.append(call)
        else:
            self.kept[self.random.randrange(MOST_KEPT)] = call

    def stream(self):
        """The known calls; each with one number moved by one (the boundaries); then random changes, without end."""
        for call in self.calls:
            yield call.copied()
        near = [
            (call, at, changed)
            for call in self.calls
            for at, (container, key) in enumerate(call.slots())
            for changed in moved(container[key])
        ]
        # So many that none is left for random changes: some of them.
        for call, at, changed in near if len(near) <= MOST_NEAR else self.random.sample(near, MOST_NEAR):
            stepped = call.copied()
            target, slot = stepped.slots()[at]
            target[slot] = copy_plain(changed)
            yield stepped
        while True:
            yield self.draw()

    def draw(self):
        """A changed call."""
        call = self.draw_wild()
        if self.tamed == 0:
            return call
        low, high = self.limits
        return rewrite(call, lambda values: within(values, low, high * TAMED[self.tamed]))

    def tame(self):
        """Told that the canonical runs too long too often: ints come closer to those of the tests."""
        self.tamed = min(self.tamed + 1, len(TAMED) - 1)

    def draw_wild(self):
        rnd = self.random
        known = self.kept if self.kept and rnd.random() < 0.5 else self.calls
        call = rnd.choice(known).copied()
        slots = call.slots()
        for container, key in slots:
            if rnd.random() < 0.15 and (key,) in self.seen:
                container[key] = copy_plain(rnd.choice(self.seen[(key,)]))
        kind = rnd.random()
        if kind < 0.07 and self.large:
            return rewrite(call, lambda values: magnify(values, rnd))
        if kind < 0.14:
            rewrite(call, lambda values: belittle(values, rnd))
        elif kind < 0.3:
            rewrite(call, lambda values: relate(values, rnd, self.words))
        if kind < 0.2 and rnd.random() < 0.5:
            return call
        for _ in range(rnd.choice((1, 1, 1, 2, 2, 3)) if slots else 0):
            container, key = rnd.choice(slots)
            container[key] = self.change(container[key], (key,))
        return call

    def change(self, value, path):
        seen = self.seen.get(path)
        if seen and self.random.random() < 0.12:
            return copy_plain(self.random.choice(seen))
        if isinstance(value, tuple):
            return self.change_tuple(value, path)
        if isinstance(value, list):
            return self.change_list(value, path)
        if isinstance(value, (set, frozenset)):
            return type(value)(v for v in self.change_list(sorted(value, key=repr), path) if hashable(v))
        if isinstance(value, dict):
            return self.change_dict(value, path)
        return change_scalar(value, self.random, self.words)

    def change_tuple(self, value, path):
        """Tuples are records: their length changes only where the tests show several lengths."""
        lengths = {len(other) for other in self.seen.get(path, ()) if isinstance(other, tuple)}
        if len(lengths) > 1 or len(value) >= 8:
            return rebuild(value, self.change_list(list(value), path))
        if not value:
            return value
        at = self.random.randrange(len(value))
        return rebuild(value, value[:at] + (self.change(value[at], path + (at,)),) + value[at + 1:])

    def change_list(self, value, path):
        rnd = self.random
        items = list(value)
        at = rnd.randrange(len(items) + 1)
        fresh = self.seen.get(path + ("item",)) or self.seen.get(path + (0,))
        kind = rnd.randrange(11)
        if kind == 0:
            del items[at:at + 1]
        elif kind == 1 and items:
            items.insert(at, copy_plain(rnd.choice(items)))
        elif kind == 2 and fresh:
            items.insert(at, copy_plain(rnd.choice(fresh)))
        elif kind == 3:
            items = rnd.choice((items[:at], items[at:], items[::-1], rnd.sample(items, len(items)), []))
        elif kind == 4:
            try:
                items.sort(reverse=rnd.random() < 0.5)
            except TypeError:
                rnd.shuffle(items)
        elif kind == 5 and fresh and at < len(items):
            items[at] = copy_plain(rnd.choice(fresh))
        elif kind == 6:
            others = [other for other in self.seen.get(path, ()) if isinstance(other, (list, tuple))]
            items = (items[:at] + copy_plain(list(rnd.choice(others or [items]))))[:MOST_ITEMS]
        elif kind == 7 and items:
            twin = copy_plain(rnd.choice(items))
            items.insert(at, self.change(twin, path + ("item",)))
        elif items:
            at = min(at, len(items) - 1)
            items[at] = self.change(items[at], path + ("item",))
        return items

    def change_dict(self, value, path):
        rnd = self.random
        pairs = list(value.items())
        keys, values = self.seen.get(path + ("key",)), self.seen.get(path + ("value",))
        at = rnd.randrange(len(pairs)) if pairs else 0
        kind = rnd.randrange(7)
        if kind == 1 and keys:
            pairs.append((rnd.choice(keys), copy_plain(rnd.choice(values))))
        elif pairs and kind == 0:
            del pairs[at]
        elif pairs and kind == 2:
            rnd.shuffle(pairs)
        elif pairs and kind == 3:
            key = self.change(pairs[at][0], path + ("key",))
            pairs[at] = (key if hashable(key) else pairs[at][0], pairs[at][1])
        elif pairs:
            pairs[at] = (pairs[at][0], self.change(pairs[at][1], path + ("value",)))
        return dict(pairs)


def constants(tree):
    """Constants of a program, its docstrings left out."""
    described = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in described]


def moved(value):
    """Copies of a value, each with one number or date in it moved by one."""
    found = steps(value)
    if isinstance(value, (list, tuple)):
        for at, item in enumerate(value):
            found += [rebuild(value, list(value[:at]) + [near] + list(value[at + 1:])) for near in moved(item)]
            if len(found) > MOST_STEPS:
                break
    elif isinstance(value, dict):
        for key in list(value)[:20]:
            found += [{**value, key: near} for near in moved(value[key])]
    return found[:MOST_STEPS]
