"""The judge's side: runs a suite's tests in a process that the candidate's code never enters.

The function under test is a stand-in that sends plain arguments through a pipe and gets plain values back.
"""

import builtins
import importlib
from types import CodeType
from typing import Any, Callable, Dict, List, NoReturn, Optional, Type

import harness
import seal_plan
from frames import Frame, FrameChannel
from plain_values import Decoder, Encoder, Malformed, NotPlain


class Verdict(BaseException):
    """Ends a test at once, past any `except` that the test has; carries what to report."""


class StandIn:
    """Calls the candidate in its own process."""

    def __init__(self, channel: FrameChannel, name: str) -> None:
        self.channel = channel
        self.name = name
        # Set when the suite turns out not to be judgeable; the test cannot swallow it.
        self.verdict: Optional[str] = None
        self._is_fresh = True

    def function(self) -> Callable[..., Any]:
        """A function object, as the tests would have it."""

        def stand_in(*arguments: Any, **keywords: Any) -> Any:
            return self.call(arguments, keywords)

        stand_in.__name__ = stand_in.__qualname__ = self.name
        return stand_in

    def call(self, arguments: "tuple[Any, ...]", keywords: Dict[str, Any]) -> Any:
        encoder = Encoder([])
        try:
            message = {
                "name": self.name,
                "arguments": encoder.encode(arguments),
                "keywords": encoder.encode(keywords),
            }
        except NotPlain as error:
            self.end(f"unsealable an argument is {error}")
        containers = encoder.table
        answer = self.ask(message)
        if answer.get("missing"):
            raise NameError(f"name {self.name!r} is not defined")
        if "not_plain" in answer:
            self.end("unplain the result is " + " ".join(str(answer["not_plain"]).split())[:100])
        decoder = Decoder(list(containers))
        try:
            # What the candidate changed in place changes here, in the very objects that the test holds.
            contents = answer["containers"]
            for container, content in zip(containers, contents):
                decoder.fill(container, content)
            if "value" in answer:
                return decoder.decode(answer["value"])
            exception = _rebuild_exception(answer["raised"], decoder)
        except (Malformed, KeyError, TypeError, ValueError, AttributeError, LookupError):
            self.end("ERROR:ProtocolError")
        raise exception

    def ensure_loaded(self) -> None:
        """A candidate that does not load passes no test, not even one that does not call it."""
        if self._is_fresh:
            self.ask({})

    def ask(self, message: Frame) -> Frame:
        try:
            self.channel.write({"fresh": self._is_fresh, **message})
            answer = self.channel.read()
        except OSError:
            answer = None
        except (ValueError, RecursionError):
            self.end("ERROR:ProtocolError")
        if answer is None:
            self.end("ERROR:ProcessDied")
        if not isinstance(answer, dict):
            self.end("ERROR:ProtocolError")
        if "error" in answer:
            error = str(answer["error"])
            self.end(error if error[:6] == "ERROR:" and error[6:].isidentifier() else "ERROR:ProtocolError")
        self._is_fresh = False
        return answer

    def end(self, verdict: str) -> NoReturn:
        self.verdict = self.verdict or verdict
        raise Verdict


def _rebuild_exception(raised: Frame, decoder: Decoder) -> BaseException:
    """An exception of the nearest builtin class, under its own name."""
    names: List[str] = raised["classes"]
    arguments = decoder.decode(raised["arguments"])
    base = next(kind for kind in map(_exception_class, names) if kind is not None)
    kind: Type[BaseException] = base if names[0] == base.__name__ else type(str(names[0]), (base,), {})
    try:
        exception: BaseException = kind(*arguments)
    except Exception:
        exception = BaseException.__new__(kind)
    exception.args = tuple(arguments)
    return exception


def _exception_class(name: Any) -> Optional[Type[BaseException]]:
    found = vars(builtins).get(name)
    return found if isinstance(found, type) and issubclass(found, BaseException) else None


def judge_suite(
    code: str,
    sources: List[str],
    tests: List[harness.CompiledTest],
    entry_point: Optional[str],
    channel: FrameChannel,
    report: Callable[[str], None],
) -> None:
    """Report each test's outcome up to the first that is no pass; or why the suite cannot be judged so."""
    try:
        plan = seal_plan.make_plan(code, sources, entry_point)
    except BaseException as error:
        report("ERROR:" + harness.name_of(error))
        return
    if plan.obstacle is not None:
        report("unsealable " + plan.obstacle)
        return
    for test in tests:
        stand_in = StandIn(channel, plan.entry_point)
        outcome = _judge_test(test, stand_in, plan.imports)
        report(stand_in.verdict or outcome)
        if outcome != "pass" or stand_in.verdict:
            return


def _judge_test(test: harness.CompiledTest, stand_in: StandIn, imports: Dict[str, seal_plan.Import]) -> str:
    if not isinstance(test, CodeType):
        return test
    namespace = harness.fresh_namespace()
    try:
        for name, origin in imports.items():
            module = importlib.import_module(origin.module)
            namespace[name] = module if origin.attribute is None else getattr(module, origin.attribute)
    except (ImportError, AttributeError) as failure:
        return "ERROR:" + harness.name_of(failure)
    namespace[stand_in.name] = stand_in.function()
    outcome = harness.run_in_namespace(test, namespace)
    try:
        stand_in.ensure_loaded()
    except Verdict:
        pass  # it is noted in the stand-in
    return outcome
