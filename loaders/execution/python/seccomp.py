"""A seccomp filter for candidates: no new process, no program, no socket, no signal, no change to any file.

It is a deny list in front of the other layers: what a pure function never needs is refused with an error that the
candidate sees as an ordinary exception. Numbers are those of the kernel's tables for x86_64 and aarch64.
"""

import ctypes
import errno
import platform
import struct
from typing import Dict, List, Optional, Tuple

from system import PR_SET_SECCOMP, prctl

_MODE_FILTER = 2
_ALLOW = 0x7FFF0000
_ERRNO = 0x00050000
_LOAD, _JEQ, _JGE, _JSET, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_X32_BIT = 0x40000000
_CLONE_THREAD = 0x00010000
_WRITING = 0x1 | 0x2 | 0x40 | 0x200  # O_WRONLY, O_RDWR, O_CREAT, O_TRUNC; O_TMPFILE needs a writing mode
_NUMBER, _ARCH, _ARGUMENTS = 0, 4, 16

AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

# name: (x86_64, aarch64); None where the architecture has no such call.
NUMBERS: Dict[str, Tuple[Optional[int], Optional[int]]] = {
    # processes and programs
    "clone": (56, 220), "fork": (57, None), "vfork": (58, None), "clone3": (435, 435),
    "execve": (59, 221), "execveat": (322, 281),
    # other processes
    "kill": (62, 129), "tkill": (200, 130), "tgkill": (234, 131), "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240), "pidfd_open": (434, 434), "pidfd_send_signal": (424, 424),
    "pidfd_getfd": (438, 438), "ptrace": (101, 117), "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271), "process_madvise": (440, 440), "kcmp": (312, 272),
    # network
    "socket": (41, 198), "socketpair": (53, 199),
    # files that would be made, changed or removed
    "open": (2, None), "openat": (257, 56), "openat2": (437, 437), "creat": (85, None),
    "truncate": (76, 45), "ftruncate": (77, 46), "fallocate": (285, 47),
    "rename": (82, None), "renameat": (264, 38), "renameat2": (316, 276),
    "mkdir": (83, None), "mkdirat": (258, 34), "rmdir": (84, None), "unlink": (87, None), "unlinkat": (263, 35),
    "link": (86, None), "linkat": (265, 37), "symlink": (88, None), "symlinkat": (266, 36),
    "mknod": (133, None), "mknodat": (259, 33), "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53),
    "fchmodat2": (452, 452), "chown": (92, None), "fchown": (93, 55), "lchown": (94, None), "fchownat": (260, 54),
    "utime": (132, None), "utimes": (235, None), "utimensat": (280, 88), "futimesat": (261, None),
    "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7),
    "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16),
    # things that outlive a process
    "shmget": (29, 194), "semget": (64, 190), "msgget": (68, 186), "mq_open": (240, 180),
    "memfd_create": (319, 279), "memfd_secret": (447, 447), "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    # the kernel itself
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51), "unshare": (272, 97),
    "setns": (308, 268), "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425), "open_tree": (428, 428), "move_mount": (429, 429), "fsopen": (430, 430),
    "open_by_handle_at": (304, 265), "reboot": (169, 142), "swapon": (167, 224), "sethostname": (170, 161),
    "settimeofday": (164, 170), "clock_settime": (227, 112), "init_module": (175, 105),
    "finit_module": (313, 273), "kexec_load": (246, 104), "quotactl": (179, 60), "acct": (163, 89),
}  # fmt: skip

# Refused with another error than EPERM: what `fork` says when there is no room for a process, and what a C
# library answers by falling back to the older call that the filter can look into.
_ERRORS = {
    "clone": errno.EAGAIN, "fork": errno.EAGAIN, "vfork": errno.EAGAIN,
    "clone3": errno.ENOSYS, "openat2": errno.ENOSYS,
}  # fmt: skip


class Program:
    """A classic BPF program, assembled one instruction at a time."""

    def __init__(self) -> None:
        self._instructions: List[bytes] = []

    def add(self, code: int, value: int, if_true: int = 0, if_false: int = 0) -> None:
        self._instructions.append(struct.pack("=HBBI", code, if_true, if_false, value))

    def refuse(self, error: int) -> None:
        self.add(_RETURN, _ERRNO | error)

    def extend(self, other: "Program") -> None:
        self._instructions += other._instructions

    def __len__(self) -> int:
        return len(self._instructions)

    def __bytes__(self) -> bytes:
        return b"".join(self._instructions)


def machine() -> Optional[str]:
    name = platform.machine()
    return name if name in AUDIT_ARCH else None


def number_of(name: str, arch: str) -> Optional[int]:
    return NUMBERS[name][0 if arch == "x86_64" else 1]


def build(arch: str, token: int) -> bytes:
    """The filter; `clone` and `kill` pass with this token as their third argument."""
    program = Program()
    program.add(_LOAD, _ARCH)
    program.add(_JEQ, AUDIT_ARCH[arch], 1, 0)
    program.refuse(errno.ENOSYS)
    program.add(_LOAD, _NUMBER)
    program.add(_JGE, _X32_BIT, 0, 1)
    program.refuse(errno.ENOSYS)
    for name in NUMBERS:
        number = number_of(name, arch)
        if number is not None:
            rule = _rule(name, token)
            program.add(_JEQ, number, 0, len(rule))
            program.extend(rule)
    program.add(_RETURN, _ALLOW)
    return bytes(program)


def _rule(name: str, token: int) -> Program:
    """What happens once the number has matched; always ends in a return."""
    rule = Program()
    if name == "clone":
        _load_argument(rule, 0)
        rule.add(_JSET, _CLONE_THREAD, 4, 0)  # to the allowing return of _allow_token
        _allow_token(rule, token)
    elif name == "kill":
        _allow_token(rule, token)
    elif name in ("open", "openat"):
        _load_argument(rule, 1 if name == "open" else 2)
        rule.add(_JSET, _WRITING, 1, 0)
        rule.add(_RETURN, _ALLOW)
    rule.refuse(_ERRORS.get(name, errno.EPERM))
    return rule


def _allow_token(rule: Program, token: int) -> None:
    _load_argument(rule, 2)
    rule.add(_JEQ, token & 0xFFFFFFFF, 0, 3)
    _load_argument(rule, 2, high=True)
    rule.add(_JEQ, token >> 32, 0, 1)
    rule.add(_RETURN, _ALLOW)


def _load_argument(rule: Program, index: int, high: bool = False) -> None:
    rule.add(_LOAD, _ARGUMENTS + 8 * index + (4 if high else 0))


class _Filter(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p)]


def install(arch: str, token: int) -> None:
    """Filter this process and its future children for good. OSError where the kernel has no seccomp."""
    program = build(arch, token)
    header = _Filter(len(program) // 8, program)
    prctl(PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(header))
