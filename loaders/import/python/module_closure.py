"""What a function needs of its package: standard imports and module-level definitions, as one source text.

Works on the syntax tree alone; nothing of the package is imported or executed.
"""

import ast
import builtins
import sys
from typing import Dict, Iterator, List, Set, Tuple, Union

Function = Union[ast.FunctionDef, ast.AsyncFunctionDef]
_DOCUMENTED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_STANDARD = frozenset(getattr(sys, "stdlib_module_names", ())) or None
_BUILTINS = frozenset(dir(builtins)) | {"__name__", "__file__", "__doc__"}


class NotSelfContained(Exception):
    """A function cannot be cut out of its module; the argument says why, in words that can be counted."""


def is_standard(module: str) -> bool:
    """Whether the standard library has the module (Python 3.9 has no list of its own: then what its folder holds)."""
    top = module.split(".")[0]
    if _STANDARD is not None:
        return top in _STANDARD
    import importlib.util
    import sysconfig

    spec = importlib.util.find_spec(top)
    origin = getattr(spec, "origin", None) or ""
    return top in sys.builtin_module_names or (
        origin.startswith(sysconfig.get_paths()["stdlib"]) and "site-packages" not in origin
    )


Package = Dict[str, "Module"]


class Module:
    """A parsed module with its module-level bindings."""

    def __init__(self, source: str, path: str = "", package: Union[Package, None] = None) -> None:
        self.path = path
        self.package = {} if package is None else package
        self.lines = source.splitlines(keepends=True)
        self.tree = ast.parse(source)
        self.bindings: Dict[str, List[ast.stmt]] = {}
        self.has_star = False
        for statement in self.tree.body:
            for name in bound_names(statement):
                self.has_star = self.has_star or name == "*"
                self.bindings.setdefault(name, []).append(statement)

    def exported(self) -> Union[Set[str], None]:
        """Names of a literal `__all__`, or None where there is none that can be read."""
        for statement in self.bindings.get("__all__", []):
            try:
                return set(ast.literal_eval(statement.value))  # type: ignore[attr-defined]
            except (AttributeError, TypeError, ValueError):
                return None
        return None

    def sibling(self, statement: ast.stmt) -> Union["Module", None]:
        """The module of the same package that a `from` import reads."""
        if not isinstance(statement, ast.ImportFrom) or not statement.module:
            return None
        parts = statement.module.split(".")
        if statement.level > 0:
            folder = self.path.split("/")[: -statement.level]
            roots = ["/".join(folder)]
        else:
            top = self.path.split("/")
            roots = ["/".join(top[:depth]) for depth in range(len(top))]
        for root in roots:
            stem = "/".join([root, *parts] if root else parts)
            found = self.package.get(f"{stem}.py") or self.package.get(f"{stem}/__init__.py")
            if found is not None:
                return found
        return None

    def source_of(self, statement: ast.stmt) -> str:
        """Source lines of a statement with its decorators, without the docstrings in it."""
        first = min([statement.lineno] + [d.lineno for d in getattr(statement, "decorator_list", [])])
        text = self.lines[first - 1 : statement.end_lineno]
        for node in ast.walk(statement):
            docstring = docstring_node(node)
            if docstring is None:
                continue
            start, end = docstring.lineno - first, (docstring.end_lineno or docstring.lineno) - first
            before = text[start][: docstring.col_offset]
            after = text[end].encode()[docstring.end_col_offset :].decode().strip()
            if before.strip() or (after and not after.startswith("#")):
                raise NotSelfContained("a docstring shares its line with code")
            alone = len(node.body) == 1  # type: ignore[attr-defined]
            text[start : end + 1] = [before + "pass\n" if alone else ""] + [""] * (end - start)
        return "".join(text)


Origin = Union[str, Module]


def origin_of(module: Module, name: str) -> Origin:
    """Where a module-level name comes from: the module that defines it, or the line that imports it.

    Raises NotSelfContained for what neither the package nor the standard library has.
    """
    statement = module.bindings[name][-1]
    alias = imported_as(statement, name)
    if alias is None:
        return module
    sibling = module.sibling(statement)
    if sibling is None:
        return import_line(statement, alias)
    if alias.asname not in (None, alias.name) or alias.name not in sibling.bindings or sibling is module:
        raise NotSelfContained("needs a module of its package as a whole, or something of it under another name")
    return origin_of(sibling, alias.name)


class Closure:
    """Collects what a function needs, name by name, through the modules of its package."""

    def __init__(self, module: Module, function: Function) -> None:
        self.module = module
        self.function = function
        self.needed: Dict[Module, List[ast.stmt]] = {module: [function]}
        self.origins: Dict[str, Origin] = {function.name: module}
        self.open: List[str] = []
        self.want(module, used_names(function))

    def want(self, module: Module, names: Set[str]) -> None:
        for name in sorted(names):
            if name not in module.bindings:
                if module.has_star and name not in _BUILTINS:
                    raise NotSelfContained("its module imports everything from another one")
                continue
            origin = origin_of(module, name)
            if name not in self.origins:
                self.origins[name] = origin
                self.open.append(name)
            elif self.origins[name] != origin:
                raise NotSelfContained("two modules of its package use one name for different things")

    def source(self) -> str:
        while self.open:
            name = self.open.pop()
            origin = self.origins[name]
            if isinstance(origin, Module):
                self.take(origin, origin.bindings[name])
        # What was found last is needed by what was found before it.
        ordered = [
            (module, statement)
            for module, statements in reversed(list(self.needed.items()))
            for statement in sorted(statements, key=lambda statement: statement.lineno)
        ]
        if not any(isinstance(self.origins.get(name), Module) for name in names_at_definition(self.function)):
            # A model that reads the beginning of a text only must read the function, not its helpers.
            ordered.sort(key=lambda item: item != (self.module, self.function))
        parts = [module.source_of(statement).rstrip() + "\n" for module, statement in ordered]
        lines = {origin for origin in self.origins.values() if isinstance(origin, str)}
        head = "".join(f"{line}\n" for line in sorted(lines, key=lambda line: (line[:6] != "from _", line)))
        return (head + "\n\n" if head else "") + "\n\n".join(parts)

    def take(self, module: Module, statements: List[ast.stmt]) -> None:
        own = self.needed.setdefault(module, [])
        for statement in statements:
            if statement not in own:
                refuse_foreign(statement)
                own.append(statement)
                self.want(module, used_names(statement) | set(bound_names(statement)))


def names_at_definition(function: Function) -> Set[str]:
    """Names that must exist when the function is defined: of decorators, defaults and annotations."""
    arguments = function.args
    every = [*arguments.args, *arguments.kwonlyargs, *getattr(arguments, "posonlyargs", [])]
    every += [argument for argument in (arguments.vararg, arguments.kwarg) if argument is not None]
    nodes = [*function.decorator_list, *arguments.defaults, *arguments.kw_defaults, function.returns]
    nodes += [argument.annotation for argument in every]
    return {name for node in nodes if node is not None for name in used_names(node)}


def docstring_node(node: ast.AST) -> Union[ast.Expr, None]:
    """The docstring statement of a function or class."""
    if not isinstance(node, _DOCUMENTED) or not node.body:
        return None
    first = node.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        return first
    return None


def bound_names(statement: ast.stmt) -> Iterator[str]:
    """Names that a module-level statement binds, also inside its branches; `*` for an import of everything."""
    if isinstance(statement, _DOCUMENTED):
        yield statement.name
    elif isinstance(statement, (ast.Import, ast.ImportFrom)):
        for alias in statement.names:
            yield alias.asname or alias.name.split(".")[0]
    else:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id
            elif isinstance(node, (ast.Import, ast.ImportFrom, *_DOCUMENTED)):
                yield from bound_names(node)


def used_names(statement: ast.AST) -> Set[str]:
    """Every name that a statement reads, attribute names and strings not among them."""
    return {n.id for n in ast.walk(statement) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Store)}


def imported_as(statement: ast.stmt, name: str) -> Union[ast.alias, None]:
    """The part of an import statement that binds a name."""
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        for alias in statement.names:
            if (alias.asname or alias.name.split(".")[0]) == name:
                return alias
    return None


def import_line(statement: ast.stmt, alias: ast.alias) -> str:
    """The import of one name. Raises NotSelfContained for what is not standard."""
    renamed = f" as {alias.asname}" if alias.asname else ""
    if isinstance(statement, ast.ImportFrom):
        require_standard(statement.module or "", statement.level)
        return f"from {statement.module} import {alias.name}{renamed}"
    require_standard(alias.name, 0)
    return f"import {alias.name}{renamed}"


def require_standard(module: str, level: int) -> None:
    if level > 0:
        raise NotSelfContained("needs another module of its package")
    if not is_standard(module):
        raise NotSelfContained(f"needs {module.split('.')[0]}, which the standard library does not have")


def refuse_foreign(statement: ast.stmt) -> None:
    """Imports inside a helper or a branch have to be standard, too."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Import):
            for alias in node.names:
                require_standard(alias.name, 0)
        elif isinstance(node, ast.ImportFrom):
            require_standard(node.module or "", node.level)


