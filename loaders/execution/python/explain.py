"""What the first failing test called, what it expected and what it got.

The test's syntax tree is rewritten so that the sides of each asserted comparison and the results of calls to the
candidate are remembered while the test runs; the last remembered ones belong to the assertion that failed.
"""

import ast
import json
from types import CodeType
from typing import Any, Callable, Dict, List, Optional, Set

import harness

CUT = 400
_RECORDER = "__near_miss__"
_OPERATORS = {
    ast.Eq: "", ast.NotEq: "not equal to ", ast.Lt: "< ", ast.LtE: "<= ", ast.Gt: "> ", ast.GtE: ">= ",
    ast.Is: "", ast.IsNot: "is not ", ast.In: "in ", ast.NotIn: "not in ",
}  # fmt: skip


class Recorder:
    """Receives values from the rewritten test, and tells the supervisor's side at once what it learns.

    Each report is complete in itself, so that a test that never ends still leaves its input and expectation.
    """

    def __init__(self, report: Callable[[Dict[str, str]], None]) -> None:
        self._report = report
        self.fields = {"input": "", "expected": "", "got": ""}

    def begin(self, call: str, expected: str) -> None:
        self.fields = {"input": call, "expected": expected, "got": ""}
        self._report(self.fields)

    def given(self, call: str, *values: Any) -> None:
        """The call with the values of its arguments, where the source names variables."""
        self.fields["input"] = cut(call.format(*(show(value) for value in values)))
        self._report(self.fields)

    def called(self, value: Any) -> Any:
        self.fields["got"] = show(value)
        return value

    def compared(self, value: Any) -> Any:
        """The side of a comparison that holds the candidate's call."""
        self.fields["got"] = show(value)
        return value

    def wanted(self, prefix: str, value: Any) -> Any:
        self.fields["expected"] = cut(prefix + show(value))
        return value


def cut(text: str) -> str:
    return text if len(text) <= CUT else text[: CUT - 1] + "…"


def show(value: Any) -> str:
    """`repr`, cut; a value whose repr fails is named by its class."""
    try:
        return cut(repr(value))
    except BaseException as error:
        return f"<{harness.name_of(value)} whose repr raises {harness.name_of(error)}>"


class Rewriter(ast.NodeTransformer):
    """Wraps what is worth remembering in calls to the recorder."""

    def __init__(self, names: Set[str]) -> None:
        self.names = names
        # Of the statements so far: what an assertion without a call of its own is about.
        self.last_call: Optional[ast.Call] = None

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign)):
            self.last_call = self.find_call(node) or self.last_call
        return super().visit(node)

    def visit_Assert(self, node: ast.Assert) -> Any:
        test = node.test
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
            # `assert a and b` is two assertions, of which one failed.
            parts = [ast.copy_location(ast.Assert(part, node.msg), node) for part in test.values]
            return [statement for part in parts for statement in as_list(self.visit(part))]
        call = self.find_call(test)
        if call is None:
            return self.about_last_call(node)
        begin = self.begin(call, self.expectation(test, call))
        if isinstance(test, ast.Compare) and len(test.ops) == 1:
            self.wrap_comparison(test, call)
        else:
            node.test = WrapCall(call, "called").visit(test)
        return [ast.copy_location(statement, node) for statement in begin] + [node]

    def about_last_call(self, node: ast.Assert) -> Any:
        """`result = f(x)` or `f(items)`, and then an assertion on what came of it."""
        test = node.test
        if self.last_call is None:
            return node
        told = ast.Expr(
            record("begin", ast.Constant(cut(ast.unparse(self.last_call))), ast.Constant(cut(ast.unparse(test))))
        )
        if isinstance(test, ast.Compare) and len(test.ops) == 1:
            prefix = ast.Constant(_OPERATORS[type(test.ops[0])])
            test.left = record("compared", test.left)
            test.comparators[0] = record("wanted", prefix, test.comparators[0])
        return [ast.copy_location(told, node), node]

    def visit_With(self, node: ast.With) -> Any:
        raises = next((item.context_expr for item in node.items if is_raises(item.context_expr)), None)
        call = next((found for found in map(self.find_call, node.body) if found), None)
        if raises is None or call is None:
            self.generic_visit(node)
            return node
        assert isinstance(raises, ast.Call)
        begin = self.begin(call, "raises " + ", ".join(map(ast.unparse, [*raises.args, *raises.keywords])))
        node.body = [WrapCall(call, "called").visit(statement) for statement in node.body]
        return [ast.copy_location(statement, node) for statement in begin] + [node]

    def wrap_comparison(self, test: ast.Compare, call: ast.Call) -> None:
        prefix = ast.Constant(_OPERATORS[type(test.ops[0])])
        if self.find_call(test.left):
            # `abs(f(x) - 1) < 1e-6` is better told by the value of f(x) than by that of the difference.
            direct = test.left is call
            test.left = record("compared", test.left) if direct else WrapCall(call, "called").visit(test.left)
            if direct and not self.find_call(test.comparators[0]):
                test.comparators[0] = record("wanted", prefix, test.comparators[0])
        elif test.comparators[0] is call and isinstance(test.ops[0], (ast.Eq, ast.Is)):
            test.left = record("wanted", prefix, test.left)
            test.comparators[0] = record("compared", call)
        else:
            test.comparators[0] = WrapCall(call, "called").visit(test.comparators[0])

    def expectation(self, test: ast.expr, call: ast.Call) -> str:
        if isinstance(test, ast.Compare) and len(test.ops) == 1:
            other = test.comparators[0]
            if test.left is call:
                return _OPERATORS[type(test.ops[0])] + ast.unparse(other)
            if other is call and isinstance(test.ops[0], (ast.Eq, ast.Is)):
                return ast.unparse(test.left)
        if test is call:
            return "a true value"
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) and test.operand is call:
            return "a false value"
        return ast.unparse(test)

    def begin(self, call: ast.Call, expected: str) -> List[ast.stmt]:
        """Statements that tell what is about to be asked."""
        source = ast.Constant(cut(ast.unparse(call)))
        told: List[ast.stmt] = [ast.Expr(record("begin", source, ast.Constant(cut(expected))))]
        names = [node for argument in call.args for node in ast.walk(argument) if isinstance(node, ast.Name)]
        simple = not call.keywords and not any(isinstance(argument, ast.Starred) for argument in call.args)
        if names and simple and all(map(is_pure, call.args)):
            template = f"{ast.unparse(call.func)}({', '.join(['{}'] * len(call.args))})"
            copies = [ast.parse(ast.unparse(argument), mode="eval").body for argument in call.args]
            told.append(ast.Expr(record("given", ast.Constant(template), *copies)))
        return told

    def find_call(self, node: Optional[ast.AST]) -> Optional[ast.Call]:
        """Outermost call of a function that the candidate defines, within a node."""
        if node is None:
            return None
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in self.names:
            return node
        return next((found for found in map(self.find_call, ast.iter_child_nodes(node)) if found), None)


class WrapCall(ast.NodeTransformer):
    def __init__(self, call: ast.Call, method: str) -> None:
        self.call, self.method = call, method

    def visit_Call(self, node: ast.Call) -> Any:
        if node is self.call:
            return record(self.method, node)
        self.generic_visit(node)
        return node


def record(method: str, *arguments: ast.expr) -> ast.Call:
    name = ast.Name(_RECORDER, ast.Load())
    return ast.Call(ast.Attribute(name, method, ast.Load()), list(arguments), [])


def is_raises(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) in ("pytest.raises", "raises")


def as_list(nodes: Any) -> List[Any]:
    return nodes if isinstance(nodes, list) else [nodes]


def is_pure(node: ast.expr) -> bool:
    """May this argument be evaluated twice? Names, literals and what subscripts and operators make of them."""
    return not any(
        isinstance(part, (ast.Call, ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom, ast.Lambda))
        for part in ast.walk(node)
    )


def names_defined_by(code: str) -> Set[str]:
    body = ast.parse(code).body
    defined = {node.name for node in body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))}
    return defined | {"candidate"}  # as HumanEval's checks call it


def explain_test(code: str, source: str, index: int, report: Callable[[Dict[str, str]], None]) -> None:
    """Run one test, rewritten; report fields as they become known, the last report with the outcome's details."""
    recorder = Recorder(report)
    candidate = harness.load_candidate(code)
    try:
        tree = Rewriter(names_defined_by(code)).visit(ast.parse(source))
        test: Any = compile(ast.fix_missing_locations(tree), f"<test {index}>", "exec", dont_inherit=True)
        assert isinstance(candidate, CodeType)
        namespace = harness.fresh_namespace()
        exec(candidate, namespace)
        namespace[_RECORDER] = recorder
        harness.provide_pytest(namespace)
        exec(test, namespace)
    except AssertionError as error:
        if not recorder.fields["got"]:
            recorder.fields["got"] = cut(str(error))
    except BaseException as error:
        recorder.fields["got"] = cut(f"{harness.name_of(error)}: {text_of(error)}")
    report(recorder.fields)


def text_of(error: BaseException) -> str:
    try:
        return str(error)
    except BaseException:
        return ""


def first_failure(outcomes: List[str]) -> Optional[int]:
    return next((index for index, outcome in enumerate(outcomes) if outcome != "pass"), None)


def read_explanation(lines: List[bytes], index: int, outcome: str, cap: float) -> Dict[str, object]:
    """The last complete report of the child, which may have been cut short and is not trusted to be well formed."""
    fields: Dict[str, str] = {}
    for line in lines:
        try:
            reported = json.loads(line)
            fields = {name: cut(str(reported[name])) for name in ("input", "expected", "got")}
        except (ValueError, KeyError, TypeError):
            break
    got = fields.get("got", "")
    if outcome == "TIMEOUT":
        got = f"no result within {cap:g} s"
    elif outcome.startswith("ERROR:Pro") and not got:
        got = "the process died"
    return {"test": index, "outcome": outcome, "input": "", "expected": "", **fields, "got": got}
