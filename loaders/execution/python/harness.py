"""Runs one suite against one candidate, inside a process of its own.

Everything the harness needs is bound here, before any candidate runs, so that a candidate that patches `builtins`
or a library changes nothing about how its outcome is named.
"""

import sys
from types import CodeType, ModuleType
from typing import Any, Callable, Dict, List, Union

from pytest_shim import make_module

# A test that does not compile is carried as the outcome it gives.
CompiledTest = Union[CodeType, str]

_compile = compile
_exec = exec
_type = type
_isinstance: Any = isinstance
_BaseException = BaseException
_AssertionError = AssertionError
_CodeType = CodeType
_ModuleType = ModuleType
_modules = sys.modules
_make_module = make_module
_class_name = type.__dict__["__name__"].__get__  # not overridable by a metaclass


def compile_suite(tests: List[str]) -> List[CompiledTest]:
    """Compile each test once; the server does this so that thousands of candidates share the work."""
    compiled: List[CompiledTest] = []
    for index, source in enumerate(tests):
        try:
            compiled.append(compile_source(source, f"<test {index}>"))
        except BaseException as error:  # noqa: B902 - a suite may raise anything here
            compiled.append("ERROR:" + name_of(error))
    return compiled


def compile_source(source: str, filename: str) -> CodeType:
    if "\0" in source:
        # ValueError before Python 3.12 and SyntaxError since: one name for both.
        raise SyntaxError("source code string cannot contain null bytes")
    return _compile(source, filename, "exec", dont_inherit=True)


def name_of(instance: Any) -> str:
    """Name of an instance's class, whatever the class says about itself."""
    name: str = _class_name(_type(instance))
    return name


def class_name(kind: type) -> str:
    name: str = _class_name(kind)
    return name


def fresh_namespace() -> Dict[str, Any]:
    """A new module's namespace; registered, as dataclasses and typing look modules up by name."""
    module = _ModuleType("candidate")
    _modules["candidate"] = module
    return module.__dict__


def provide_pytest(namespace: Dict[str, Any]) -> None:
    """Let the test import or simply name pytest; made anew, as the candidate may have patched the last one."""
    pytest = _make_module()
    namespace.setdefault("pytest", pytest)
    _modules["pytest"] = pytest


def load_candidate(code: str) -> Union[CodeType, str]:
    """The compiled candidate, or the outcome of every test when it does not compile."""
    try:
        return compile_source(code, "<candidate>")
    except _BaseException as error:
        return "ERROR:" + name_of(error)


def run_test(candidate: CodeType, test: CodeType) -> str:
    """Outcome of one test in a fresh namespace."""
    try:
        namespace = fresh_namespace()
        _exec(candidate, namespace)
    except _BaseException as error:
        return "ERROR:" + name_of(error)
    return run_in_namespace(test, namespace)


def run_in_namespace(test: CodeType, namespace: Dict[str, Any]) -> str:
    provide_pytest(namespace)
    try:
        _exec(test, namespace)
    except _BaseException as error:
        # Exactly AssertionError is a bare failure; a look-alike class names itself.
        return "FAIL" if _type(error) is _AssertionError else "FAIL:" + name_of(error)
    return "pass"


def run_compiled(candidate: Union[CodeType, str], test: CompiledTest) -> str:
    """Outcome of a test, also where the candidate or the test did not compile."""
    if not _isinstance(candidate, _CodeType):
        return candidate
    return run_test(candidate, test) if _isinstance(test, _CodeType) else test


def run_suite(
    code: str, tests: List[CompiledTest], report: Callable[[str], None], stop_at_first_failure: bool
) -> None:
    """Report each test's outcome as soon as it is known, so that a later crash loses nothing."""
    candidate = load_candidate(code)
    for test in tests:
        outcome = run_compiled(candidate, test)
        report(outcome)
        if stop_at_first_failure and outcome != "pass":
            return
