"""Takes from itself what an engine must not have, and becomes that engine; it knows nothing of the site.

It is started as `python -I launcher.py PARENT MEMORY_MB ISOLATED PROGRAM`, in a session of its own. The
network goes in two ways, of which one is enough: a network namespace with nothing in it, and a filter of
system calls.
"""

import ctypes
import os
import platform
import resource
import signal
import struct
import sys

NOT_ISOLATED, NOT_STARTED = 78, 127
NICENESS = 10
OPEN_FILES = 64

PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 1, 22, 38
SECCOMP_MODE_FILTER = 2
CLONE_NEWUSER, CLONE_NEWNET = 0x10000000, 0x40000000

# By machine: how Linux names it, and its numbers of what is refused. No socket is opened, no other process is
# looked into, and nobody leaves the group of processes that is ended as a whole.
REFUSED_CALLS = {
    "x86_64": (
        0xC000003E,
        {
            "socket": 41,
            "ptrace": 101,
            "setpgid": 109,
            "setsid": 112,
            "process_vm_readv": 310,
            "process_vm_writev": 311,
            "io_uring_setup": 425,
            "pidfd_getfd": 438,
        },
    ),
    "aarch64": (
        0xC00000B7,
        {
            "ptrace": 117,
            "setpgid": 154,
            "setsid": 157,
            "socket": 198,
            "process_vm_readv": 270,
            "process_vm_writev": 271,
            "io_uring_setup": 425,
            "pidfd_getfd": 438,
        },
    ),
}
X32_CALLS = 0x40000000  # another way to the same calls, by other numbers

LOAD, EQUALS, AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
ALLOW, REFUSE, END_PROCESS = 0x7FFF0000, 0x00050001, 0x80000000  # refused is answered with EPERM
CALL_NUMBER, MACHINE = 0, 4  # where they stand in what a filter is given


def call_filter(machine: int, refused: list[int]) -> list[tuple[int, int, int, int]]:
    """The filter as instructions: what to do, how many to skip if so and if not, and a number."""
    checks = [(AT_LEAST, X32_CALLS), *((EQUALS, number) for number in refused)]
    left = range(len(checks), 0, -1)
    return [
        (LOAD, 0, 0, MACHINE),
        (EQUALS, 1, 0, machine),
        (RETURN, 0, 0, END_PROCESS),
        (LOAD, 0, 0, CALL_NUMBER),
        *((kind, skip, 0, number) for (kind, number), skip in zip(checks, left, strict=True)),
        (RETURN, 0, 0, ALLOW),
        (RETURN, 0, 0, REFUSE),
    ]


def load_libc() -> ctypes.CDLL:
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl.argtypes = [ctypes.c_int, *[ctypes.c_ulong] * 4]
    libc.unshare.argtypes = [ctypes.c_int]
    return libc


def enter_empty_network(libc: ctypes.CDLL) -> bool:
    """Enter a network of its own with nothing in it, as the same user; False where that is not allowed."""
    user, group = os.getuid(), os.getgid()
    if libc.unshare(CLONE_NEWUSER | CLONE_NEWNET):
        return False
    for file, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{user} {user} 1"),
        ("gid_map", f"{group} {group} 1"),
    ):
        with open(f"/proc/self/{file}", "w") as opened:
            opened.write(text)
    return True


def refuse_calls(libc: ctypes.CDLL) -> bool:
    """Have the kernel refuse the calls above, from now on and to all children; False where it cannot."""
    if platform.machine() not in REFUSED_CALLS:
        return False
    machine, refused = REFUSED_CALLS[platform.machine()]
    instructions = call_filter(machine, [*refused.values()])
    program = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *each) for each in instructions))
    described = ctypes.create_string_buffer(struct.pack("@HP", len(instructions), ctypes.addressof(program)))
    return not libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(described), 0, 0)


def isolate(libc: ctypes.CDLL) -> bool:
    """Take the network away; False where this machine offers no way."""
    try:
        has_empty_network = enter_empty_network(libc)
    except OSError:  # entered, but not as the same user: what follows is refused, and says so
        has_empty_network = False
    libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    return refuse_calls(libc) or has_empty_network


def main(parent: str, memory_mb: str, isolated: str, program: str) -> None:
    is_isolated = False
    if sys.platform == "linux":
        libc = load_libc()
        is_isolated = isolate(libc)
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != int(parent):  # it died before that took effect
            sys.exit(NOT_STARTED)
    if isolated == "isolated" and not is_isolated:
        sys.stderr.write("The network cannot be taken away from an engine on this machine.\n")
        sys.exit(NOT_ISOLATED)
    os.nice(NICENESS)
    memory = int(memory_mb) << 20
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (OPEN_FILES, OPEN_FILES))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    try:
        os.execv(program, [program])  # noqa: S606 - what a host has configured
    except OSError as fault:
        sys.stderr.write(f"The engine cannot be started: {fault.strerror}.\n")
        sys.exit(NOT_STARTED)


if __name__ == "__main__":
    main(*sys.argv[1:])
