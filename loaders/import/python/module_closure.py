"""What a function needs of its own module: standard imports and module-level definitions, as one source text.

Works on the syntax tree alone; nothing of the package is imported or executed.
"""

import ast
import builtins
import sys
from typing import Dict, Iterator, List, Set, Union

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


class Module:
    """A parsed module with its module-level bindings."""

    def __init__(self, source: str) -> None:
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

    def cut_out(self, function: Function) -> str:
        """Source of the function after everything of its module that it needs, docstrings left out.

        Raises NotSelfContained when it needs what neither the module nor the standard library has.
        """
        needed: List[ast.stmt] = [function]
        names = used_names(function)
        imports: Dict[str, None] = {}
        open_names = sorted(names)
        seen = set(open_names) | {function.name}
        while open_names:
            name = open_names.pop()
            statements = self.bindings.get(name, [])
            if not statements and name not in _BUILTINS and self.has_star:
                raise NotSelfContained("its module imports everything from another one")
            for statement in statements:
                line = import_line(statement, name)
                if line is not None:
                    imports[line] = None
                    continue
                if statement in needed:
                    continue
                refuse_foreign(statement)
                needed.append(statement)
                for other in sorted(used_names(statement) | set(bound_names(statement))):
                    if other not in seen:
                        seen.add(other)
                        open_names.append(other)
        needed.sort(key=lambda statement: statement.lineno)
        parts = [self.source_of(statement) for statement in needed]
        head = "".join(f"{line}\n" for line in sorted(imports, key=lambda line: (line[:6] != "from _", line)))
        return (head + "\n\n" if head else "") + "\n\n".join(part.rstrip() + "\n" for part in parts)

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


def import_line(statement: ast.stmt, name: str) -> Union[str, None]:
    """The import of this one name, or None for another statement. Raises NotSelfContained for what is not standard."""
    if isinstance(statement, ast.Import):
        for alias in statement.names:
            if (alias.asname or alias.name.split(".")[0]) == name:
                require_standard(alias.name, 0)
                return f"import {alias.name}" + (f" as {alias.asname}" if alias.asname else "")
    if isinstance(statement, ast.ImportFrom):
        for alias in statement.names:
            if (alias.asname or alias.name) == name:
                require_standard(statement.module or "", statement.level)
                return f"from {statement.module} import {alias.name}" + (f" as {alias.asname}" if alias.asname else "")
    return None


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


