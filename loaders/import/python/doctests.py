"""Finds the functions of a package whose docstrings carry examples, and cuts each out as a task.

    python doctests.py PATH

PATH is a wheel, an sdist or a folder. Files are read, parsed and never imported. Writes one JSON object a line:
{"kind": "package", license...}, {"kind": "task", ...}, {"kind": "dropped", ...}.
"""

import ast
import inspect
import io
import json
import os
import re
import sys
import tarfile
import warnings
import zipfile
from email.parser import HeaderParser
from typing import Any, Dict, Iterator, Set, Tuple, Union

from example_tests import tests_of
from module_closure import (
    Closure,
    Function,
    Module,
    NotSelfContained,
    Package,
    bound_names,
    docstring_node,
    origin_of,
    used_names,
)

_SKIPPED_PARTS = {"test", "tests", "testing", "docs", "doc", "examples", "benchmarks", "build", "dist", "setup.py", "conftest.py"}


def files_of(path: str) -> Iterator[Tuple[str, bytes]]:
    """Every file of a wheel, an sdist or a folder that matters here, with its path inside."""
    if os.path.isdir(path):
        for folder, folders, names in os.walk(path):
            folders[:] = sorted(d for d in folders if not d.startswith(".") and d not in ("node_modules", "venv"))
            for name in sorted(names):
                if is_wanted(name):
                    full = os.path.join(folder, name)
                    with open(full, "rb") as file:
                        yield os.path.relpath(full, path).replace(os.sep, "/"), file.read()
    elif zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            for name in sorted(archive.namelist()):
                if is_wanted(name):
                    yield name, archive.read(name)
    else:
        with tarfile.open(path) as archive:
            for member in sorted(archive.getmembers(), key=lambda m: m.name):
                file = archive.extractfile(member) if member.isfile() and is_wanted(member.name) else None
                if file is not None:
                    yield member.name.partition("/")[2], file.read()


def is_wanted(name: str) -> bool:
    return name.endswith(".py") or name.rsplit("/", 1)[-1] in ("METADATA", "PKG-INFO")


def is_source(name: str) -> bool:
    parts = name.split("/")
    return name.endswith(".py") and not any(
        part in _SKIPPED_PARTS or part.startswith("test_") or part.endswith("_test.py") for part in parts
    )


def license_of(metadata: str) -> str:
    """What a package's metadata says of its license, in a few words."""
    headers = HeaderParser().parsestr(metadata)
    if headers.get("License-Expression"):
        return str(headers["License-Expression"])
    classified = [c.split(" :: ")[-1] for c in headers.get_all("Classifier", []) if c.startswith("License ::")]
    stated = (headers.get("License") or "").strip().split("\n")[0]
    return " and ".join(classified) or stated[:80]


def first_paragraph(docstring: str) -> str:
    paragraph = re.split(r"\n\s*\n", inspect.cleandoc(docstring).strip(), maxsplit=1)[0]
    lines = []
    for line in paragraph.split("\n"):
        if line.lstrip().startswith(">>>"):
            break
        lines.append(line.strip())
    return " ".join(" ".join(lines).split()).rstrip(":").strip()


def why_no_question(query: str, function: str) -> str:
    if not query:
        return "has no description before its examples"
    if len(query.split()) < 3:
        return "is described in fewer than three words"
    if f"{function}(" in query or ("_" in function and re.search(rf"\b{re.escape(function)}\b", query)):
        return "is named in its own description"
    return ""


def module_name(path: str) -> str:
    """`more` of `more_itertools/more.py`, the package's name for its `__init__`."""
    parts = path[:-3].split("/")
    name = parts[-2] if parts[-1] == "__init__" and len(parts) > 1 else parts[-1]
    return re.sub(r"\W", "_", name)


def parse_module(path: str, content: bytes, package: Package) -> Union[Module, str]:
    """The module, or why it cannot be read."""
    try:
        source = io.TextIOWrapper(io.BytesIO(content), encoding="utf-8-sig").read()
        return Module(source, path, package)
    except (SyntaxError, UnicodeDecodeError, ValueError) as error:
        return f"module cannot be parsed ({error})"


def read_module(path: str, module: Module) -> Iterator[Dict[str, Any]]:
    exported = module.exported()
    for node in module.tree.body:
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) or node.name.startswith("_"):
            continue
        if exported is not None and node.name not in exported:
            continue
        docstring = ast.get_docstring(node, clean=False)
        place = {"file": path, "line": node.lineno, "function": node.name}
        if docstring is None or ">>>" not in docstring:
            yield {"kind": "dropped", **place, "reason": "has no examples in its docstring"}
            continue
        try:
            yield {"kind": "task", **place, **task_of(module, node, docstring), "module": module_name(path)}
        except (NotSelfContained, ValueError) as error:
            yield {"kind": "dropped", **place, "reason": str(error)}


def task_of(module: Module, node: Function, docstring: str) -> Dict[str, Any]:
    """Question, code and tests. Raises NotSelfContained or ValueError with the reason why it is none."""
    query = first_paragraph(docstring)
    problem = why_no_question(query, node.name)
    if problem:
        raise ValueError(problem)
    if isinstance(node, ast.AsyncFunctionDef):
        raise ValueError("is a coroutine")
    if docstring_node(node) is not None and len(node.body) == 1:
        raise ValueError("has no body")
    canonical = Closure(module, node).source()
    try:
        tests, dropped = tests_of(inspect.cleandoc(docstring), node.name)
    except ValueError:
        raise ValueError("has examples that doctest cannot read") from None
    present = {name for statement in ast.parse(canonical).body for name in bound_names(statement)}
    tests = [with_imports(without_own_imports(test, module, present), module, canonical) for test in tests]
    return {"query": query, "canonical": canonical, "tests": tests, "examples_dropped": dropped}


def without_own_imports(test: str, module: Module, present: Set[str]) -> str:
    """The test without its imports of the package itself, where the function brought along what they import."""
    packages = {part for path in module.package for part in path[:-3].split("/")}
    removed: Set[int] = set()
    for statement in ast.parse(test).body:
        if not isinstance(statement, ast.ImportFrom) or (statement.module or "").split(".")[0] not in packages:
            continue
        if all(alias.asname is None and alias.name in present for alias in statement.names):
            removed.update(range(statement.lineno, (statement.end_lineno or statement.lineno) + 1))
    return "\n".join(line for number, line in enumerate(test.split("\n"), 1) if number not in removed)


def with_imports(test: str, module: Module, canonical: str) -> str:
    """The test after the standard imports of the module that it uses: doctest runs examples in the module's names."""
    tree = ast.parse(test)
    bound = {name for statement in tree.body for name in bound_names(statement)}
    lines = []
    for name in sorted(used_names(tree) - bound):
        if name in module.bindings:
            try:
                origin = origin_of(module, name)
            except NotSelfContained:
                continue  # the test will not hold, and is counted then
            if isinstance(origin, str) and origin not in canonical:
                lines.append(origin)
    return "\n".join([*lines, test])


def main() -> None:
    warnings.simplefilter("ignore")  # a package's old escape sequences are its own matter
    license_name = ""
    package: Package = {}
    for path, content in files_of(sys.argv[1]):
        if not path.endswith(".py"):
            license_name = license_name or license_of(content.decode("utf-8", "replace"))
        elif is_source(path):
            module = parse_module(path, content, package)
            if isinstance(module, Module):
                package[path] = module
            else:
                print(json.dumps({"kind": "dropped", "file": path, "line": 0, "function": "", "reason": module}))
    for path, module in package.items():
        for row in read_module(path, module):
            print(json.dumps(row))
    print(json.dumps({"kind": "package", "license": license_name}))


if __name__ == "__main__":
    main()
