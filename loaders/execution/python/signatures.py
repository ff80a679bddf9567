"""How many positional arguments a function takes, read from its source."""

import ast
from typing import Optional, Tuple

UNLIMITED = 1_000


def positional_range(code: str, name: str) -> Optional[Tuple[int, int]]:
    """Fewest and most positional arguments of the last module-level definition; None when there is no function."""
    found = None
    for node in ast.parse(code).body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == name:
            found = node
    if found is None:
        return None
    arguments = found.args
    most = len(arguments.posonlyargs) + len(arguments.args)
    return most - len(arguments.defaults), UNLIMITED if arguments.vararg else most
