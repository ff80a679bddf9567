"""Turns the examples of a docstring into tests that need no doctest: one a compared output.

Each test starts with the earlier examples that it builds on, found by the names that they share.
"""

import ast
import builtins
import doctest
import re
from typing import List, NamedTuple, Set, Tuple

_CHECKED = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
_HARMLESS = doctest.DONT_ACCEPT_BLANKLINE | doctest.IGNORE_EXCEPTION_DETAIL | doctest.REPORTING_FLAGS
_ADDRESS = re.compile(r"\bat 0x[0-9A-Fa-f]+")


class Step(NamedTuple):
    """An example that ran before: what it says, which names it binds, reads, and changes."""

    source: str
    binds: Set[str]
    reads: Set[str]
    fixed: bool  # an import or a definition, which later examples use without changing it


class NotComparable(Exception):
    """An example cannot become a test; the argument says why."""


def tests_of(docstring: str, function: str) -> Tuple[List[str], List[str]]:
    """Tests of a docstring's examples, and the reason for each example that became none.

    Raises ValueError where doctest itself cannot read the docstring.
    """
    tests: List[str] = []
    dropped: List[str] = []
    steps: List[Step] = []
    for example in doctest.DocTestParser().get_examples(docstring):
        if example.options.get(doctest.SKIP):
            dropped.append("marked to be skipped")
            continue
        try:
            step = step_of(example.source)
        except SyntaxError:
            dropped.append("not Python of this version")
            continue
        needed = needed_steps(step, steps)
        if example.exc_msg is None:
            steps.append(step)
        if not example.want and example.exc_msg is None:
            continue
        if not any(function in s.reads for s in [*needed, step]):
            dropped.append("does not use the function")
            continue
        try:
            check = check_of(example)
        except NotComparable as error:
            dropped.append(str(error))
            continue
        test = "\n".join([*(s.source for s in needed), check])
        if test not in tests:
            tests.append(test)
    return tests, dropped


def step_of(source: str) -> Step:
    tree = ast.parse(source)
    binds: Set[str] = set()
    reads: Set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            (binds if isinstance(node.ctx, ast.Store) else reads).add(node.id)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            binds.update((alias.asname or alias.name).split(".")[0] for alias in node.names)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            binds.add(node.name)
    fixed = all(isinstance(n, (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef)) for n in tree.body)
    return Step(source.rstrip("\n"), binds, reads, fixed)


def needed_steps(step: Step, before: List[Step]) -> List[Step]:
    """The earlier steps that bind, or may have changed, a name that the step reads; in their order."""
    wanted = set(step.reads)
    fixed: Set[str] = set()
    for other in before:
        if other.fixed:
            fixed |= other.binds
    needed: List[Step] = []
    for other in reversed(before):
        stateful = {name for name in wanted if name not in fixed and not hasattr(builtins, name)}
        state = stateful & variables(before)
        if other.binds & wanted or other.reads & state:
            needed.append(other)
            wanted |= other.reads
    return needed[::-1]


def variables(steps: List[Step]) -> Set[str]:
    """Names that some step assigns: only those can have been changed."""
    return {name for step in steps if not step.fixed for name in step.binds}


def check_of(example: doctest.Example) -> str:
    flags = 0
    for flag, value in example.options.items():
        if value and not flag & (_CHECKED | _HARMLESS):
            raise NotComparable("has a directive that no assert stands for")
        flags |= flag if value else 0
    if example.exc_msg is not None:
        return raising_check(example, flags)
    want = example.want if flags & doctest.DONT_ACCEPT_BLANKLINE else re.sub(
        r"(?m)^<BLANKLINE>$", "", example.want
    )
    if _ADDRESS.search(want) and not flags & doctest.ELLIPSIS:
        raise NotComparable("shows an address in memory")
    tree = ast.parse(example.source)
    source = example.source.rstrip("\n")
    if len(tree.body) == 1 and isinstance(tree.body[0], ast.Expr) and not prints(tree):
        code = ast.get_source_segment(example.source, tree.body[0].value) or source
        return compare(f"repr({code.strip()})", without_end(want), flags)
    indented = "".join(f"    {line}\n" for line in source.split("\n"))
    capture = "import contextlib, io\nprinted = io.StringIO()\nwith contextlib.redirect_stdout(printed):\n"
    return capture + indented + compare("printed.getvalue().removesuffix('\\n')", without_end(want), flags)


def without_end(text: str) -> str:
    """Text without its last line break: doctest adds one to output that lacks it."""
    return text[:-1] if text.endswith("\n") else text


def prints(tree: ast.AST) -> bool:
    names = {n.func.id for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
    return bool(names & {"print", "pprint"})


def compare(got: str, want: str, flags: int) -> str:
    """An assert that holds where doctest, under these flags, would accept the output."""
    if flags & doctest.NORMALIZE_WHITESPACE:
        got, want = f'" ".join({got}.split())', " ".join(want.split())
    if flags & doctest.ELLIPSIS and "..." in want:
        pattern = ".*".join(re.escape(part) for part in want.split("..."))
        return f"import re\nassert re.fullmatch({pattern!r}, {got}, re.DOTALL)"
    return f"assert {got} == {want!r}"


def raising_check(example: doctest.Example, flags: int) -> str:
    """The exception and its message, as doctest compares them."""
    message = (example.exc_msg or "").rstrip("\n")
    name, _, detail = message.partition(":")
    name = name.strip().split(".")[-1]
    if not isinstance(getattr(builtins, name, None), type):
        raise NotComparable("raises a class that is not built in")
    body = "".join(f"    {line}\n" for line in example.source.rstrip("\n").split("\n")).rstrip("\n")
    if flags & doctest.IGNORE_EXCEPTION_DETAIL:
        return f"with pytest.raises({name}):\n{body}"
    return f"with pytest.raises({name}) as caught:\n{body}\n" + compare("str(caught.value)", detail.strip(), flags)
