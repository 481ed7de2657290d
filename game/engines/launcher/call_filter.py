"""A system call filter that the kernel applies to the engine and all its children."""

import ctypes
import platform
import struct
from collections.abc import Iterable, Iterator

from game.engines.launcher.kernel import libc

Instruction = tuple[int, int, int, int]  # operation, instructions to skip if true and if false, and a number

PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 22, 2
X32_CALLS = 0x40000000  # another way to the same calls, with other numbers
LOAD, EQUALS, AT_LEAST, HAS_BITS, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, REFUSE, END_PROCESS = 0x7FFF0000, 0x00050001, 0x80000000  # a refused call returns EPERM
CALL_NUMBER, MACHINE, ARGUMENTS = 0, 4, 16  # offsets in the data that a filter reads

MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

# The number of each call on x86_64 and on aarch64; None where the machine does not have it.
Calls = dict[str, tuple[int | None, int | None]]

# Network, other processes' memory, leaving the process group, namespaces, mounts, and System V memory.
ALWAYS_REFUSED: Calls = {
    "socket": (41, 198), "ptrace": (101, 117), "setpgid": (109, 154), "setsid": (112, 157),
    "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "io_uring_setup": (425, 425),
    "pidfd_getfd": (438, 438), "unshare": (272, 97), "setns": (308, 268), "mount": (165, 40),
    "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51), "open_tree": (428, 428),
    "move_mount": (429, 429), "fsopen": (430, 430), "mount_setattr": (442, 442), "shmget": (29, 194),
    "semget": (64, 190), "msgget": (68, 186), "mq_open": (240, 180),
    # Not covered by Landlock: modes, owners, times and attributes of files.
    "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452),
    "chown": (92, None), "fchown": (93, 55), "lchown": (94, None), "fchownat": (260, 54),
    "utime": (132, None), "utimes": (235, None), "futimesat": (261, None), "utimensat": (280, 88),
    "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7), "removexattr": (197, 14),
    "lremovexattr": (198, 15), "fremovexattr": (199, 16), "setxattrat": (463, 463),
    "removexattrat": (466, 466), "file_setattr": (469, 469),
}  # fmt: skip
# Needed only where the engine sees other processes, because there is no process namespace.
PRIORITY_CALLS: Calls = {
    "setpriority": (141, 140), "sched_setparam": (142, 118), "sched_setscheduler": (144, 119),
    "sched_setaffinity": (203, 122), "sched_setattr": (314, 274), "ioprio_set": (251, 30),
    "migrate_pages": (256, 238), "move_pages": (279, 239), "process_mrelease": (448, 448),
}  # fmt: skip
# Needed only where neither a process namespace nor Landlock confines signals.
SIGNAL_CALLS: Calls = {
    "kill": (62, 129), "tkill": (200, 130), "tgkill": (234, 131), "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240), "pidfd_send_signal": (424, 424),
}  # fmt: skip
# Needed only where neither read-only mounts nor Landlock protect files.
WRITING_CALLS: Calls = {
    "truncate": (76, 45), "creat": (85, None), "unlink": (87, None), "unlinkat": (263, 35),
    "rename": (82, None), "renameat": (264, 38), "renameat2": (316, 276), "mkdir": (83, None),
    "mkdirat": (258, 34), "rmdir": (84, None), "link": (86, None), "linkat": (265, 37),
    "symlink": (88, None), "symlinkat": (266, 36), "mknod": (133, None), "mknodat": (259, 33),
    "openat2": (437, 437), "open_by_handle_at": (304, 265),
}  # fmt: skip

PRLIMIT64, FCNTL, IOCTL, OPEN, OPENAT = (302, 261), (72, 25), (16, 29), (2, None), (257, 56)
FCNTL_OWNERS = (8, 10, 15)  # F_SETOWN, F_SETSIG, F_SETOWN_EX make the kernel send a signal
IOCTL_OWNERS = (0x8901, 0x8902)  # FIOSETOWN, SIOCSPGRP
WRITING_FLAGS = 0o1103  # O_WRONLY, O_RDWR, O_CREAT, O_TRUNC


def refuse_calls(*, hides_processes: bool, keeps_signals: bool, protects_files: bool) -> bool:
    """Refuse calls that no other guard refuses, permanently and for all children.

    Return False if the kernel has no such filter.
    """
    if platform.machine() not in MACHINES:
        return False
    column = [*MACHINES].index(platform.machine())
    refused = dict(ALWAYS_REFUSED)
    rules = [*_argument_rule(PRLIMIT64[column], 0, [(EQUALS, 0)], refuses_match=False)]
    if not hides_processes:
        refused |= PRIORITY_CALLS
    if not (hides_processes or keeps_signals):
        refused |= SIGNAL_CALLS
        rules += _argument_rule(FCNTL[column], 1, [(EQUALS, each) for each in FCNTL_OWNERS])
        rules += _argument_rule(IOCTL[column], 1, [(EQUALS, each) for each in IOCTL_OWNERS])
    if not protects_files:
        refused |= WRITING_CALLS
        rules += _argument_rule(OPEN[column], 1, [(HAS_BITS, WRITING_FLAGS)])
        rules += _argument_rule(OPENAT[column], 2, [(HAS_BITS, WRITING_FLAGS)])
    numbers = [call[column] for call in refused.values()]
    return install(
        call_filter(MACHINES[platform.machine()], [one for one in numbers if one is not None], rules)
    )


def call_filter(machine: int, refused: Iterable[int], rules: Iterable[Instruction]) -> list[Instruction]:
    """Build the filter: refused calls by number, then the rules about arguments."""
    checks = [(AT_LEAST, X32_CALLS), *((EQUALS, number) for number in refused)]
    return [
        (LOAD, 0, 0, MACHINE),
        (EQUALS, 1, 0, machine),
        (RETURN, 0, 0, END_PROCESS),
        (LOAD, 0, 0, CALL_NUMBER),
        *(step for kind, number in checks for step in ((kind, 0, 1, number), (RETURN, 0, 0, REFUSE))),
        *rules,
        (RETURN, 0, 0, ALLOW),
    ]


def _argument_rule(
    call: int | None, argument: int, tests: list[tuple[int, int]], *, refuses_match: bool = True
) -> Iterator[Instruction]:
    """Refuse a call whose argument passes any of the tests.

    With `refuses_match=False`, refuse a call whose argument passes none.
    """
    if call is None:
        return
    yield LOAD, 0, 0, CALL_NUMBER
    yield EQUALS, 0, 1 + 2 * len(tests), call
    yield LOAD, 0, 0, ARGUMENTS + 8 * argument
    for kind, value in tests:
        yield (kind, 0, 1, value) if refuses_match else (kind, 1, 0, value)
        yield RETURN, 0, 0, REFUSE


def install(instructions: list[Instruction]) -> bool:
    """Apply a filter to this process and all its children. Return False if the kernel has no filters."""
    program = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *each) for each in instructions))
    described = ctypes.create_string_buffer(struct.pack("@HP", len(instructions), ctypes.addressof(program)))
    return not libc().prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(described), 0, 0)
