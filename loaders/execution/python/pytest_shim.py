"""The part of pytest that suites use, `pytest.raises`, so that no package has to be installed.

Behaves as pytest's own: a block that does not raise, or whose message does not match, is an assertion failure;
an exception of another type passes through and names itself in the outcome.
"""

import re
from types import ModuleType, TracebackType
from typing import Any, Callable, Optional, Tuple, Type, Union

Expected = Union[Type[BaseException], Tuple[Type[BaseException], ...]]


class ExceptionInfo:
    """What `with pytest.raises(...) as excinfo` binds: `type`, `value`, `tb` and `match`."""

    type: Optional[Type[BaseException]] = None
    value: Optional[BaseException] = None
    tb: Optional[TracebackType] = None

    def match(self, pattern: str) -> bool:
        assert re.search(pattern, str(self.value)), f"pattern {pattern!r} not found in {str(self.value)!r}"
        return True


class Raises:
    def __init__(self, expected: Expected, match: Optional[str]) -> None:
        self.expected = expected
        self.pattern = match
        self.info = ExceptionInfo()

    def __enter__(self) -> ExceptionInfo:
        return self.info

    def __exit__(
        self,
        exc_type: Optional[Type[BaseException]],
        exc: Optional[BaseException],
        tb: Optional[TracebackType],
    ) -> bool:
        if exc_type is None:
            raise AssertionError(f"did not raise {self.expected!r}")
        if not issubclass(exc_type, self.expected):
            return False
        self.info.type, self.info.value, self.info.tb = exc_type, exc, tb
        if self.pattern is not None:
            self.info.match(self.pattern)
        return True


def raises(
    expected: Expected, *args: Any, match: Optional[str] = None, **kwargs: Any
) -> Union[Raises, ExceptionInfo]:
    """Context manager, or `raises(Error, function, *args)` as pytest also allows."""
    context = Raises(expected, match)
    if not args:
        return context
    function: Callable[..., Any] = args[0]
    with context as info:
        function(*args[1:], **kwargs)
    return info


def make_module() -> ModuleType:
    """A module that `import pytest` and `from pytest import raises` find."""
    module = ModuleType("pytest")
    module.__dict__["raises"] = raises
    return module
