"""Renames a module-level function in Python source, on the syntax tree and by its rules of scope."""

import ast
import codecs
from typing import Any, Iterator, List, Set, Union

_Function = Union[ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda]

# Writing an f-string needs this codec, which a child that has dropped its uid may be unable to read.
codecs.lookup("unicode_escape")


def rename_function(source: str, old: str, new: str) -> str:
    """The source with the global name `old` called `new`, comments lost; raises SyntaxError.

    A global that is called `new` already makes room. Attributes, keywords, parameters and strings of the same
    spelling stay as they are.
    """
    tree = ast.parse(source)
    if old == new:
        return source
    taken = _identifiers(tree)
    if new in taken:
        spare = new + "_"
        while spare in taken:
            spare += "_"
        tree = Renamer(new, spare).visit(tree)
    return ast.unparse(ast.fix_missing_locations(Renamer(old, new).visit(tree)))


class Renamer(ast.NodeTransformer):
    """Renames in place wherever the name means the module's; usable on a tree that is then compiled."""

    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new

    def visit_Name(self, node: ast.Name) -> Any:
        node.id = self._renamed(node.id)
        return node

    def visit_Global(self, node: ast.Global) -> Any:
        node.names = [self._renamed(name) for name in node.names]
        return node

    def visit_alias(self, node: ast.alias) -> Any:
        if node.asname is not None:
            node.asname = self._renamed(node.asname)
        elif node.name == self.old:
            node.asname = self.new
        return node

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> Any:
        if node.name is not None:
            node.name = self._renamed(node.name)
        return self.generic_visit(node)

    def visit_MatchAs(self, node: Any) -> Any:
        """Captures of a `match` statement (Python 3.10): `case x`, `case [*x]`, `case {**x}`."""
        for field in ("name", "rest"):
            if getattr(node, field, None) == self.old:
                setattr(node, field, self.new)
        return self.generic_visit(node)

    visit_MatchStar = visit_MatchMapping = visit_MatchAs

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        return self._definition(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> Any:
        return self._definition(node)

    def visit_Lambda(self, node: ast.Lambda) -> Any:
        self._visit_all([*node.args.defaults, *node.args.kw_defaults])
        if not _binds_locally(node, self.old):
            node.body = self.visit(node.body)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        self._visit_all([*node.decorator_list, *node.bases, *(keyword.value for keyword in node.keywords)])
        node.name = self._renamed(node.name)
        if self.old not in _names_bound_in(node.body):
            node.body = [self.visit(statement) for statement in node.body]
            return node
        # In this body the name is an attribute of the class; in its methods it is the module's again.
        for statement in node.body:
            if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
                attribute = statement.name
                self._definition(statement)
                statement.name = attribute
        return node

    def _definition(self, node: Union[ast.FunctionDef, ast.AsyncFunctionDef]) -> Any:
        outside = [*node.decorator_list, *node.args.defaults, *node.args.kw_defaults, node.returns]
        self._visit_all([*outside, *(parameter.annotation for parameter in _parameters(node))])
        node.name = self._renamed(node.name)
        if not _binds_locally(node, self.old):
            node.body = [self.visit(statement) for statement in node.body]
        return node

    def _visit_all(self, nodes: List[Any]) -> None:
        for node in nodes:
            if node is not None:
                self.visit(node)

    def _renamed(self, name: str) -> str:
        return self.new if name == self.old else name


def _parameters(node: _Function) -> Iterator[ast.arg]:
    arguments = node.args
    yield from (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
    yield from (each for each in (arguments.vararg, arguments.kwarg) if each is not None)


def _binds_locally(node: _Function, name: str) -> bool:
    """Does the name mean a local of this function (and of those inside it)?"""
    if any(parameter.arg == name for parameter in _parameters(node)):
        return True
    if isinstance(node, ast.Lambda):
        return False
    declared = {each for part in ast.walk(node) if isinstance(part, ast.Global) for each in part.names}
    return name not in declared and name in _names_bound_in(node.body)


def _names_bound_in(body: List[ast.stmt]) -> Set[str]:
    """Names that statements bind in their own scope, not counting the scopes nested in them."""
    bound: Set[str] = set()
    waiting: List[ast.AST] = list(body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            bound.add(node.name)
            continue
        if isinstance(node, (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            # Only an assignment expression reaches out of these.
            bound |= {
                each.target.id
                for each in ast.walk(node)
                if isinstance(each, ast.NamedExpr) and isinstance(each.target, ast.Name)
            }
            continue
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            bound.add(node.id)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            bound |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ExceptHandler) and node.name:
            bound.add(node.name)
        elif type(node).__name__.startswith("Match"):  # absent before Python 3.10
            bound |= {each for each in (getattr(node, "name", None), getattr(node, "rest", None)) if each}
        waiting.extend(ast.iter_child_nodes(node))
    return bound


def _identifiers(tree: ast.AST) -> Set[str]:
    found: Set[str] = set()
    for node in ast.walk(tree):
        for field in ("id", "name", "arg", "asname", "attr", "rest"):
            value = getattr(node, field, None)
            if isinstance(value, str):
                found.add(value)
    return found
