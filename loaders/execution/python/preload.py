"""Which standard modules a server imports before it forks, and how it hides its own.

A child that has dropped its uid may be unable to read the interpreter's home, and importing once is cheaper than
in every child; but each megabyte of heap makes every fork slower. So the server starts with little, and imports
what a candidate's or a suite's text names when it comes. Nothing outside these lists is ever imported by the
server: an import runs code.
"""

import importlib
import os
import re
import sys
from types import ModuleType
from typing import Dict, Set

COMMON = "abc bisect collections collections.abc functools heapq itertools math operator re string".split()

ON_DEMAND = frozenset(
    (
        "array ast asyncio base64 binascii calendar cmath codecs colorsys concurrent.futures contextlib copy csv "
        "ctypes dataclasses datetime decimal difflib dis email enum errno fnmatch fractions gc getpass glob gzip "
        "hashlib hmac html http inspect io ipaddress json keyword linecache locale logging marshal "
        "multiprocessing numbers os os.path pathlib pickle platform pprint queue random reprlib resource secrets "
        "select shlex shutil signal socket ssl stat statistics struct subprocess symtable sys sysconfig tempfile "
        "textwrap threading time timeit tokenize traceback types typing unicodedata urllib.parse uuid warnings "
        "weakref xml zlib zoneinfo"
    ).split()
)

# What the standard library itself imports only when a function is called.
_LATE = {"strptime": "_strptime", "\\N{": "unicodedata"}
_HERE = os.path.dirname(os.path.abspath(__file__))
_IMPORT = re.compile(r"\b(?:import|from)[ \t]+([\w. \t,]+)")
_ALLOWED = ON_DEMAND.union(COMMON)


def is_allowed(module: str) -> bool:
    """May the server import this module on its own account?"""
    return module in _ALLOWED


def import_common() -> None:
    for name in COMMON:
        importlib.import_module(name)


def import_named_in(source: str) -> bool:
    """Import the listed modules that a source text mentions after `import` or `from`; True when any was new."""
    before = len(sys.modules)
    for clause in _IMPORT.findall(source):
        for part in clause.split(","):
            words = part.split()
            if words and words[0] in _ALLOWED and words[0] not in sys.modules:
                importlib.import_module(words[0])
    for mention, module in _LATE.items():
        if mention in source and module not in sys.modules:
            importlib.import_module(module)
    if len(sys.modules) == before:
        return False
    _seed_random()
    return True


def _seed_random() -> None:
    """Every child starts from the same random state, so that a verdict does not depend on a draw."""
    random = sys.modules.get("random")
    if random is not None and "random" not in _seeded:
        random.seed(0)
        _seeded.add("random")


_seeded: Set[str] = set()
_hidden: Dict[str, ModuleType] = {}


def hide_own_modules() -> None:
    """Take the executor's modules off `sys.modules` and its folder off the path: a candidate finds neither."""
    sys.path[:] = [entry for entry in sys.path if entry and os.path.abspath(entry) != _HERE]
    for name, module in list(sys.modules.items()):
        origin = getattr(module, "__file__", None)
        if origin and os.path.dirname(os.path.abspath(origin)) == _HERE and name != "__main__":
            _hidden[name] = sys.modules.pop(name)


def import_own(name: str) -> ModuleType:
    """One of the executor's modules, when first needed: most servers never explain or sweep."""
    if name not in _hidden:
        sys.modules.update(_hidden)
        sys.path.insert(0, _HERE)
        importlib.import_module(name)
        hide_own_modules()
    return _hidden[name]
