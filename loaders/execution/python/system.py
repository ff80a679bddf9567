"""System calls that Python does not offer, through ctypes; prepared before any child exists."""

import ctypes
import errno
import os
import signal
import sys
from typing import List, Optional

IS_LINUX = sys.platform.startswith("linux")

# PyDLL keeps the interpreter's lock: after a fork the child must still hold it.
libc = ctypes.PyDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
_syscall = libc.syscall
_get_errno = ctypes.get_errno

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_SECCOMP = 22
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38

CLONE_NEWUSER = 0x10000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000


def check(result: int, what: str) -> int:
    """The result of a C call, or OSError with its errno."""
    if result < 0:
        code = _get_errno()
        raise OSError(code, f"{what}: {os.strerror(code)}")
    return result


def prctl(option: int, value: int, pointer: Optional[object] = None) -> None:
    check(libc.prctl(option, ctypes.c_ulong(value), pointer, 0, 0), f"prctl {option}")


def unshare(flags: int) -> None:
    check(libc.unshare(flags), "unshare")


class _CapabilityHeader(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint32), ("pid", ctypes.c_int)]


def drop_capabilities() -> None:
    """Give up every capability for good."""
    header = _CapabilityHeader(0x20080522, 0)
    empty = (ctypes.c_uint32 * 6)()  # effective, permitted, inheritable, twice 32 bits each
    check(libc.capset(ctypes.byref(header), empty), "capset")


class Processes:
    """Makes and ends processes. With a token, the calls carry it, and a seccomp filter refuses those that do not.

    The filter is then installed once, in the server, and costs a child nothing. Both calls ignore the argument
    that carries the token: `parent_tid` of a `clone` without CLONE_PARENT_SETTID, and a third one of `kill`.
    """

    def __init__(self) -> None:
        self._clone: Optional[int] = None
        self._kill = 0
        self._token = ctypes.c_ulong(0)

    def use_token(self, clone_number: int, kill_number: int, token: int) -> None:
        self._clone, self._kill, self._token = clone_number, kill_number, ctypes.c_ulong(token)

    @property
    def is_guarded(self) -> bool:
        """Does the filter keep candidates from making and signalling processes?"""
        return self._clone is not None

    def fork(self) -> int:
        """Raw fork, half the cost of `os.fork`, whose handlers serve threads and locks that a server of one
        thread does not have. Not running them also leaves `random` seeded alike in every child."""
        if self._clone is None:
            return check(libc.fork(), "fork")
        return check(_syscall(self._clone, ctypes.c_long(signal.SIGCHLD), None, self._token, None, None), "fork")

    def kill(self, pid: int) -> None:
        """SIGKILL to a process or, negative, a group; one that is gone already is no error."""
        try:
            if self._clone is None:
                os.kill(pid, signal.SIGKILL)
            else:
                check(_syscall(self._kill, ctypes.c_long(pid), ctypes.c_long(signal.SIGKILL), self._token), "kill")
        except OSError as error:
            if error.errno not in (errno.ESRCH, errno.EPERM):
                raise


processes = Processes()


def children() -> List[int]:
    """This process's children, as /proc numbers them; empty where there is no /proc.

    In a process namespace of its own, the machine's /proc still shows the machine's numbers.
    """
    try:
        with open("/proc/thread-self/children") as file:
            return [int(pid) for pid in file.read().split()]
    except OSError:
        return _children_by_scan()


def _children_by_scan() -> List[int]:
    found: List[int] = []
    try:
        me = os.readlink("/proc/self")
        entries = os.listdir("/proc")
    except OSError:
        return found
    for entry in entries:
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat") as file:
                    parent = file.read().rpartition(")")[2].split()[1]
            except OSError:
                continue
            if parent == me:
                found.append(int(entry))
    return found
