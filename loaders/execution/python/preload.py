"""Which standard modules a server imports before it forks, and how it hides its own.

A child that has dropped its uid may be unable to read the interpreter's home, and importing once is cheaper than
in every child; but each megabyte of heap makes every fork slower. So the server starts with what most candidates
use, and imports the rest of this list when a candidate's or a suite's text names it. Nothing outside the list is
ever imported by the server: an import runs code.
"""

import importlib
import os
import re
import sys

COMMON = (
    "abc bisect collections collections.abc contextlib copy datetime decimal enum fractions functools heapq "
    "itertools json math operator random re statistics string typing dataclasses _strptime unicodedata"
).split()

ON_DEMAND = frozenset(
    (
        "array ast asyncio base64 binascii calendar cmath codecs colorsys concurrent.futures csv ctypes "
        "difflib dis email errno fnmatch gc getpass glob gzip hashlib hmac html http io inspect ipaddress itertools keyword "
        "linecache locale logging marshal multiprocessing numbers os os.path pathlib pickle platform pprint queue "
        "reprlib resource secrets select shlex shutil signal socket ssl stat struct subprocess symtable sys sysconfig tempfile textwrap "
        "threading time timeit tokenize traceback types urllib.parse uuid warnings weakref xml zlib zoneinfo"
    ).split()
)

_IMPORT = re.compile(r"\b(?:import|from)[ \t]+([\w. \t,]+)")
_ALLOWED = ON_DEMAND.union(COMMON)


def is_allowed(module: str) -> bool:
    """May the server import this module on its own account?"""
    return module in _ALLOWED


def import_common() -> None:
    for name in COMMON:
        importlib.import_module(name)


def import_named_in(source: str) -> None:
    """Import the listed modules that a source text mentions after `import` or `from`."""
    for clause in _IMPORT.findall(source):
        for part in clause.split(","):
            words = part.split()
            if words and words[0] in _ALLOWED and words[0] not in sys.modules:
                importlib.import_module(words[0])


def hide_own_modules() -> None:
    """Take the executor's modules off `sys.modules` and its folder off the path: a candidate finds neither."""
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [entry for entry in sys.path if entry and os.path.abspath(entry) != here]
    for name, module in list(sys.modules.items()):
        origin = getattr(module, "__file__", None)
        if origin and os.path.dirname(os.path.abspath(origin)) == here and name != "__main__":
            del sys.modules[name]
