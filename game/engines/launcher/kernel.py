"""Kernel guards that confine a process: namespaces, read-only mounts, Landlock, capabilities."""

import ctypes
import os
import platform
import signal
import struct
from functools import cache

PR_SET_PDEATHSIG, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 1, 24, 38
PR_SET_CHILD_SUBREAPER, PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL = 36, 47, 4
CAPABILITY_VERSION, MOST_CAPABILITIES = 0x20080522, 64

CLONE_NEWNS, CLONE_NEWIPC = 0x00020000, 0x08000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
NAMESPACES = CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWNS | CLONE_NEWIPC
CLONE = {"x86_64": 56, "aarch64": 220}

MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REC, MS_PRIVATE = 2, 4, 8, 0x4000, 0x40000
MOUNT_SETATTR, AT_FDCWD, AT_RECURSIVE, MOUNT_ATTR_RDONLY = 442, -100, 0x8000, 1

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
GET_VERSION, PATH_BENEATH = 1, 1
WRITE_FILE, TRUNCATE = 1 << 1, 1 << 14
ALL_WRITING = WRITE_FILE | sum(1 << bit for bit in range(4, 15))  # remove, make, refer, truncate
ALL_TCP, ALL_SCOPES = 3, 3  # bind and connect; abstract sockets and signals
# The first Landlock versions that cover all writing, TCP, and signals.
OF_WRITING, OF_TCP, OF_SIGNALS = 3, 4, 6


@cache
def libc() -> ctypes.PyDLL:
    """Return the C library. A call keeps Python's lock, so that `clone` may be called."""
    loaded = ctypes.PyDLL(None, use_errno=True)
    loaded.prctl.argtypes = [ctypes.c_int, *[ctypes.c_ulong] * 4]
    loaded.syscall.restype = ctypes.c_long
    return loaded


def system_call(number: int, *arguments: object) -> int:
    wide = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    return int(libc().syscall(ctypes.c_long(number), *wide))


def fork_into_namespaces() -> int:
    """Fork a child as the first process of new namespaces. Return -1 if that is not allowed."""
    if platform.machine() not in CLONE:
        return -1
    return system_call(CLONE[platform.machine()], NAMESPACES | signal.SIGCHLD, 0, 0, 0, 0)


def map_user(user: int, group: int) -> None:
    """Stay the same user in a new user namespace."""
    for file, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{user} {user} 1"),
        ("gid_map", f"{group} {group} 1"),
    ):
        with open(f"/proc/self/{file}", "w") as opened:
            opened.write(text)


def make_mounts_read_only() -> bool:
    """Make all mounts of this namespace read-only, and hide other processes in /proc if possible."""
    if libc().mount(None, b"/", None, ctypes.c_ulong(MS_REC | MS_PRIVATE), None):
        return False
    libc().mount(b"proc", b"/proc", b"proc", ctypes.c_ulong(MS_NOSUID | MS_NODEV | MS_NOEXEC), None)
    attributes = struct.pack("=QQQQ", MOUNT_ATTR_RDONLY, 0, 0, 0)
    return not system_call(MOUNT_SETATTR, AT_FDCWD, b"/", AT_RECURSIVE, attributes, len(attributes))


def drop_privileges() -> None:
    """Give up all capabilities permanently, also those of root and those that a program could add."""
    for capability in range(MOST_CAPABILITIES):
        libc().prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    libc().prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
    libc().capset(struct.pack("=Ii", CAPABILITY_VERSION, 0), bytes(24))
    libc().prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


def landlock_version() -> int:
    """Return the Landlock version; 0 if the kernel has none."""
    return max(0, system_call(CREATE_RULESET, None, 0, GET_VERSION))


def restrict_by_landlock() -> bool:
    """Refuse writing except to /dev/null, TCP, and signals to others, as far as the kernel can."""
    version = landlock_version()
    if version < OF_WRITING:
        return False
    rights = [ALL_WRITING]
    rights += [ALL_TCP] if version >= OF_TCP else []
    rights += [ALL_SCOPES] if version >= OF_SIGNALS else []
    described = struct.pack(f"={len(rights)}Q", *rights)
    ruleset = system_call(CREATE_RULESET, described, len(described), 0)
    if ruleset < 0:
        return False
    null = os.open("/dev/null", os.O_PATH | os.O_CLOEXEC)
    rule = struct.pack("=Qi", WRITE_FILE | TRUNCATE, null)
    added = system_call(ADD_RULE, ruleset, PATH_BENEATH, rule, 0)
    restricted = system_call(RESTRICT_SELF, ruleset, 0)
    os.close(null)
    os.close(ruleset)
    return not (added or restricted)


def end_with_parent() -> None:
    libc().prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def adopt_orphans() -> None:
    """Become the parent of descendants whose own parent ends."""
    libc().prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
