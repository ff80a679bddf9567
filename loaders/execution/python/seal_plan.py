"""Can a suite be judged from outside the candidate's process, and what does it need there?

The judge has the test's code and a stand-in for the function under test. Whatever else a test names must come
from the test itself, from builtins, or from an import statement that the judge can repeat.
"""

import ast
import builtins
from typing import Dict, Iterator, List, NamedTuple, Optional, Set

import preload


class Import(NamedTuple):
    """A name that the candidate's imports bind: a module, or an attribute of one."""

    module: str
    attribute: Optional[str]


class Plan(NamedTuple):
    entry_point: str
    imports: Dict[str, Import]
    # Why the suite cannot be sealed; None when it can.
    obstacle: Optional[str]


def make_plan(code: str, tests: List[str], entry_point: Optional[str]) -> Plan:
    """Raises SyntaxError and its like when the candidate does not parse."""
    tree = ast.parse(code)
    imports = dict(_imports(tree))
    defined = set(_definitions(tree))
    wanted: Set[str] = set()
    for test in tests:
        wanted |= free_names(ast.parse(test))
    from_candidate = sorted((wanted & defined) - imports.keys())
    if entry_point is None:
        if len(from_candidate) != 1:
            named = ", ".join(from_candidate) or "nothing"
            return Plan("", {}, f"the tests use more than one function of the candidate: {named}" if from_candidate else "the tests use no function of the candidate")
        entry_point = from_candidate[0]
    helpers = [name for name in from_candidate if name != entry_point]
    if helpers:
        return Plan(entry_point, {}, "the tests use helpers of the candidate: " + ", ".join(helpers))
    if entry_point in _classes(tree):
        return Plan(entry_point, {}, "the tests use a class of the candidate")
    needed = {name: imports[name] for name in sorted(wanted & imports.keys()) if name != entry_point}
    foreign = [name for name, origin in needed.items() if not preload.is_allowed(origin.module)]
    if foreign:
        return Plan(entry_point, {}, "the tests use an import that the judge does not repeat: " + ", ".join(foreign))
    return Plan(entry_point, needed, None)


def free_names(tree: ast.AST) -> Set[str]:
    """Names that a test reads and does not bind itself, without builtins and pytest."""
    read: Set[str] = set()
    bound: Set[str] = {"pytest"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            (read if isinstance(node.ctx, ast.Load) else bound).add(node.id)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            bound.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            bound.update((alias.asname or alias.name).split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            bound.add(node.name)
    return {name for name in read - bound if not hasattr(builtins, name)}


def _imports(tree: ast.Module) -> Iterator["tuple[str, Import]"]:
    for node in tree.body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                module = alias.name if alias.asname else alias.name.split(".")[0]
                yield alias.asname or module, Import(module, None)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                yield alias.asname or alias.name, Import(node.module, alias.name)


def _definitions(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name
        else:
            for inner in ast.walk(node):
                if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
                    yield inner.id


def _classes(tree: ast.Module) -> Set[str]:
    return {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
