"""What stands between a candidate and the machine.

`enter` hardens the server once, and its children inherit that for nothing; `Isolation.in_child` does the little
that has to be done in each child. Every layer says whether it is active here, and if not, why.
"""

import functools
import os
import resource
import signal
import stat
import sys
from typing import Callable, List, NamedTuple

import seccomp
import system
from system import IS_LINUX, prctl, processes

NOBODY = 65534
MEMORY_BYTES = 256 << 20
OPEN_FILES = 512
STACK_BYTES = 8 << 20
# Of processor time, as a last resort should the server itself be gone; all threads together.
CPU_SECONDS = 60


class Layer(NamedTuple):
    name: str
    active: bool
    detail: str


class Isolation:
    """The layers of this server, and the rest of the work for each child."""

    def __init__(self) -> None:
        self.layers: List[Layer] = []
        self.drop_uid = False
        self.home_is_private = False
        self.in_pid_namespace = False

    def note(self, name: str, active: bool, detail: str) -> None:
        self.layers.append(Layer(name, active, detail))

    def attempt(self, name: str, detail: str, off: "frozenset[str]", action: Callable[[], object]) -> bool:
        """Try a layer; on failure remember the reason instead of failing."""
        if name in off:
            self.note(name, False, "switched off")
            return False
        try:
            action()
        except (OSError, ValueError, AttributeError) as error:
            self.note(name, False, str(error))
            return False
        self.note(name, True, detail)
        return True

    def in_child(self, keep_uid: bool = False) -> None:
        """The last steps before a candidate's code: nothing here may import or allocate much."""
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
        if self.drop_uid and not keep_uid:
            os.setresuid(NOBODY, NOBODY, NOBODY)
        if IS_LINUX:
            prctl(system.PR_SET_PDEATHSIG, signal.SIGKILL)  # a change of uid clears it

    def kill_leftovers(self) -> None:
        """End whatever a candidate left running; one call when there is nothing, as is the rule."""
        while True:
            try:
                pid, _ = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid:
                continue
            if self.in_pid_namespace:
                processes.kill(-1)  # everything in the namespace but its first process, this one
            else:
                for child in system.children():
                    processes.kill(child)
            try:
                os.waitpid(-1, 0)
            except ChildProcessError:
                return


def enter(off: "frozenset[str]") -> Isolation:
    """Harden this process, before any candidate is known; `off` names layers to leave out (tests do)."""
    isolation = Isolation()
    isolation.note("new-session", True, "each candidate leads a session of its own")
    isolation.note("null-stdio", True, "standard input, output and error are the null device")
    isolation.note("closed-descriptors", True, "one descriptor is open, for the verdict")
    isolation.note("empty-environment", True, "no environment variable, working folder /")
    os.environ.clear()
    os.chdir("/")
    os.umask(0o077)
    if not IS_LINUX:
        for name in ("pid-namespace", "network-namespace", "subreaper", "parent-death-signal", "not-dumpable"):
            isolation.note(name, False, f"not offered by {sys.platform}")
    else:
        _enter_namespaces(isolation, off)
        _enter_linux(isolation, off)
    return isolation


def finish(isolation: Isolation, off: "frozenset[str]") -> None:
    """The layers that the server's own imports must precede."""
    if IS_LINUX and os.getuid() != 0:
        system.drop_capabilities()  # a user namespace gives all of them
    _limit(isolation, off)
    _prepare_uid(isolation, off)
    arch = seccomp.machine() if IS_LINUX else None
    if arch is None:
        isolation.note("seccomp", False, "offered on Linux for x86_64 and aarch64")
        return

    def install() -> None:
        token = int.from_bytes(os.urandom(8), "little")
        seccomp.install(arch, token)
        processes.use_token(seccomp.number_of("clone", arch) or 0, seccomp.number_of("kill", arch) or 0, token)

    isolation.attempt(
        "seccomp", "no process, program, socket, signal, or change to any file", off, install
    )


def _enter_namespaces(isolation: Isolation, off: "frozenset[str]") -> None:
    wanted = [
        ("network-namespace", system.CLONE_NEWNET, "no network, not even the loopback"),
        ("pid-namespace", system.CLONE_NEWPID, "sees no process of the machine; all end with the server"),
    ]
    identity = (os.getuid(), os.getgid())
    if identity[0] != 0:
        if not isolation.attempt(
            "user-namespace", "lets an ordinary user have the namespaces below", off, lambda: _enter_user(*identity)
        ):
            for name, _, _ in wanted:
                isolation.note(name, False, "needs root or a user namespace")
            return
    for name, flag, detail in wanted:
        entered = isolation.attempt(name, detail, off, functools.partial(_enter_namespace, flag))
        isolation.in_pid_namespace = entered and flag == system.CLONE_NEWPID


def _enter_user(uid: int, gid: int) -> None:
    system.unshare(system.CLONE_NEWUSER)
    for name, text in (("setgroups", "deny"), ("uid_map", f"{uid} {uid} 1"), ("gid_map", f"{gid} {gid} 1")):
        with open(f"/proc/self/{name}", "w") as file:
            file.write(text)


def _enter_namespace(flag: int) -> None:
    system.unshare(flag)
    if flag == system.CLONE_NEWPID:
        _become_first_process()


def enter_pid_namespace() -> None:
    """Go on as the first process of a new namespace; what was this process waits, and ends as it ends."""
    _enter_namespace(system.CLONE_NEWPID)


def _become_first_process() -> None:
    pid = os.fork()
    if pid == 0:
        prctl(system.PR_SET_PDEATHSIG, signal.SIGKILL)
        return
    os.closerange(0, 256)  # no pipe stays open here: the pool's closing must be seen by the process that serves
    _, status = os.waitpid(pid, 0)
    os._exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 1)


def _enter_linux(isolation: Isolation, off: "frozenset[str]") -> None:
    isolation.attempt(
        "subreaper",
        "orphans fall to the server, which ends them",
        off,
        lambda: prctl(system.PR_SET_CHILD_SUBREAPER, 1),
    )
    isolation.attempt(
        "not-dumpable",
        "memory of the server and of other candidates cannot be opened",
        off,
        lambda: prctl(system.PR_SET_DUMPABLE, 0),
    )
    isolation.attempt(
        "no-new-privileges", "no setuid program helps", off, lambda: prctl(system.PR_SET_NO_NEW_PRIVS, 1)
    )


def _limit(isolation: Isolation, off: "frozenset[str]") -> None:
    """Limits on the server itself: its children inherit them and cannot raise them."""
    limits = [
        ("memory-limit", resource.RLIMIT_AS, _address_space() + MEMORY_BYTES, "256 MiB of address space beyond the server's"),
        ("file-size-limit", resource.RLIMIT_FSIZE, 0, "no byte into any file"),
        ("open-files-limit", resource.RLIMIT_NOFILE, OPEN_FILES, f"{OPEN_FILES} descriptors"),
        ("core-limit", resource.RLIMIT_CORE, 0, "no core file"),
        ("stack-limit", resource.RLIMIT_STACK, STACK_BYTES, "8 MiB of C stack"),
    ]  # fmt: skip
    for name, kind, value, detail in limits:

        def lower(kind: int = kind, value: int = value) -> None:
            _, hard = resource.getrlimit(kind)
            lowered = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(kind, (lowered, lowered))

        isolation.attempt(name, detail, off, lower)
    isolation.note("cpu-limit", True, f"{CPU_SECONDS} s of processor time, all threads together")


def _prepare_uid(isolation: Isolation, off: "frozenset[str]") -> None:
    name = "unprivileged-uid"
    if name in off or os.getuid() != 0:
        isolation.note(name, False, "switched off" if name in off else "only root can change it; runs as the user who started it")
        return

    def prepare() -> None:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)

    if isolation.attempt(name, f"candidates run as uid {NOBODY}", off, prepare):
        isolation.drop_uid = True
        isolation.home_is_private = not _readable_by_others(os.__file__)


def _readable_by_others(path: str) -> bool:
    """Can any user read this file? Decides whether an import after the change of uid can work."""
    if not os.stat(path).st_mode & stat.S_IROTH:
        return False
    while path != "/":
        path = os.path.dirname(path)
        if not os.stat(path).st_mode & stat.S_IXOTH:
            return False
    return True


def _address_space() -> int:
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[0]) * resource.getpagesize()
    except OSError:
        return 64 << 20
