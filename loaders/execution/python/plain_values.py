"""Values that may cross between the judge and a candidate: plain data, exactly typed, and nothing with behavior.

A value becomes JSON: scalars as they are, everything else as a list that starts with a tag. Mutable containers are
numbered in the order in which they are met, so that sharing, cycles and changes made in place survive the way.
Only exact types are plain: an instance of a subclass could carry its own idea of equality.
"""

import builtins
from collections import Counter, OrderedDict, defaultdict, deque
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from typing import Any, Callable, Dict, List, Optional, Tuple

_SAFE_INTEGER = 1 << 53
MAX_DEPTH = 200

# Builtin classes and functions travel by name.
_BY_NAME = {
    name: getattr(builtins, name)
    for name in (
        "abs all any ascii bin bool bytearray bytes chr complex dict divmod enumerate filter float frozenset hash "
        "hex int isinstance iter len list map max min next oct ord pow range repr reversed round set slice sorted "
        "str sum tuple type zip"
    ).split()
}
_FACTORIES = {factory: name for name, factory in _BY_NAME.items() if isinstance(factory, type)}


class NotPlain(Exception):
    """A value cannot cross; the argument says what it is."""


class Malformed(Exception):
    """What arrived is not an encoded value."""


def _is_mutable(kind: type) -> bool:
    return kind in _CONTAINERS


class Encoder:
    """Turns values into JSON. `table` holds the containers met so far; it may start with those of a call."""

    def __init__(self, table: List[Any]) -> None:
        self.table = table
        self._index = {id(container): index for index, container in enumerate(table)}
        self._depth = 0

    def encode(self, value: Any) -> Any:
        kind = type(value)
        if value is None or kind is bool or kind is str or kind is float:
            return value
        if kind is int:
            return value if -_SAFE_INTEGER < value < _SAFE_INTEGER else ["int", hex(value)]
        if _is_mutable(kind):
            index = self._index.get(id(value))
            if index is not None:
                return ["same", index]
            self._index[id(value)] = len(self.table)
            self.table.append(value)
            return [_CONTAINERS[kind], len(self.table) - 1, self.content(value)]
        if kind in _IMMUTABLES:
            tag, parts = _IMMUTABLES[kind]
            return [tag, self._each(parts(value))]
        name = getattr(value, "__name__", None)
        if isinstance(name, str) and _BY_NAME.get(name) is value:
            return ["builtin", [name]]
        raise NotPlain(describe(value))

    def content(self, container: Any) -> Any:
        """What a mutable container holds now."""
        kind = type(container)
        if kind is bytearray:
            return container.hex()
        if kind is deque:
            return [container.maxlen, self._each(container)]
        if kind is defaultdict:
            factory = container.default_factory
            if factory is not None and factory not in _FACTORIES:
                raise NotPlain("a defaultdict with a factory of its own")
            return [None if factory is None else _FACTORIES[factory], self._pairs(container)]
        return self._pairs(container) if issubclass(kind, dict) else self._each(container)

    def _pairs(self, mapping: Dict[Any, Any]) -> List[List[Any]]:
        return [self._each(pair) for pair in mapping.items()]

    def _each(self, values: Any) -> List[Any]:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise NotPlain("a value nested too deeply")
        encoded = [self.encode(value) for value in values]
        self._depth -= 1
        return encoded


class Decoder:
    """Turns JSON back into values; trusts nothing about it. `table` as in the Encoder of the other side."""

    def __init__(self, table: List[Any]) -> None:
        self.table = table

    def decode(self, encoded: Any) -> Any:
        if encoded is None or isinstance(encoded, (bool, str, float, int)):
            return encoded
        try:
            if encoded[0] == "same":
                return self.table[int(encoded[1])]
            if encoded[0] in _EMPTY:
                tag, index, content = encoded
                if index != len(self.table):
                    raise Malformed("a container out of turn")
                container = _EMPTY[tag]()
                if type(container) is deque and content[0] is not None:
                    container = deque(maxlen=int(content[0]))
                self.table.append(container)
                self.fill(container, content)
                return container
            if encoded[0] == "int":
                return int(encoded[1], 16)
            return _REBUILD[encoded[0]](*[self.decode(part) for part in encoded[1]])
        except Malformed:
            raise
        except Exception as error:
            raise Malformed(f"not an encoded value ({type(error).__name__})") from None

    def fill(self, container: Any, content: Any) -> None:
        """Make a container hold exactly this content, in place."""
        kind = type(container)
        if kind is bytearray:
            container[:] = bytes.fromhex(content)
            return
        if kind is deque:
            content = content[1]
        elif kind is defaultdict:
            container.default_factory = None if content[0] is None else _BY_NAME[content[0]]
            content = content[1]
        if isinstance(container, dict):
            pairs = [(self.decode(key), self.decode(value)) for key, value in content]
            container.clear()
            # `dict.update` sets what is there, where a Counter's own would add up.
            dict.update(container, pairs)
            return
        items = [self.decode(item) for item in content]
        container.clear()
        (container.update if kind is set else container.extend)(items)


_CONTAINERS: Dict[type, str] = {
    list: "list", dict: "dict", set: "set", bytearray: "bytearray", deque: "deque",
    OrderedDict: "OrderedDict", Counter: "Counter", defaultdict: "defaultdict",
}  # fmt: skip
_EMPTY: Dict[str, Callable[[], Any]] = {tag: kind for kind, tag in _CONTAINERS.items()}


def _zone_seconds(moment: Any) -> Optional[float]:
    if moment.tzinfo is None:
        return None
    if type(moment.tzinfo) is not timezone:
        raise NotPlain("a time zone with rules of its own")
    return float(moment.utcoffset().total_seconds())


def _zone(seconds: Optional[float]) -> Optional[timezone]:
    return None if seconds is None else timezone(timedelta(seconds=seconds))


_IMMUTABLES: Dict[type, Tuple[str, Callable[[Any], Any]]] = {
    tuple: ("tuple", lambda value: value),
    frozenset: ("frozenset", list),
    bytes: ("bytes", lambda value: [value.hex()]),
    complex: ("complex", lambda value: [value.real, value.imag]),
    range: ("range", lambda value: [value.start, value.stop, value.step]),
    slice: ("slice", lambda value: [value.start, value.stop, value.step]),
    date: ("date", lambda value: [value.year, value.month, value.day]),
    datetime: (
        "datetime",
        lambda value: [*value.timetuple()[:6], value.microsecond, _zone_seconds(value), value.fold],
    ),
    time: (
        "time",
        lambda value: [value.hour, value.minute, value.second, value.microsecond, _zone_seconds(value), value.fold],
    ),
    timedelta: ("timedelta", lambda value: [value.days, value.seconds, value.microseconds]),
    Decimal: ("Decimal", lambda value: [str(value)]),
    Fraction: ("Fraction", lambda value: [value.numerator, value.denominator]),
    type(NotImplemented): ("NotImplemented", lambda value: []),
    type(Ellipsis): ("Ellipsis", lambda value: []),
}

_REBUILD: Dict[str, Callable[..., Any]] = {
    "tuple": lambda *parts: parts,
    "frozenset": lambda *parts: frozenset(parts),
    "bytes": bytes.fromhex,
    "complex": complex,
    "range": range,
    "slice": slice,
    "date": date,
    "datetime": lambda *parts: datetime(*parts[:7], _zone(parts[7]), fold=parts[8]),
    "time": lambda *parts: time(*parts[:4], _zone(parts[4]), fold=parts[5]),
    "timedelta": timedelta,
    "Decimal": Decimal,
    "Fraction": Fraction,
    "NotImplemented": lambda: NotImplemented,
    "Ellipsis": lambda: Ellipsis,
    "builtin": lambda name: _BY_NAME[name],
}


def describe(value: Any) -> str:
    """Words for what is not plain: they become the reason why a suite cannot be sealed."""
    kind = type(value)
    name = type.__dict__["__name__"].__get__(kind)
    if name in ("function", "builtin_function_or_method", "method", "type", "method_descriptor", "partial"):
        return "a callable"
    if name in ("generator", "coroutine", "async_generator"):
        return f"a {name}"
    return f"an object of class {name}"
