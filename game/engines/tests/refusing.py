"""Runs a program on a kernel that refuses some system calls, like in a container or on an older kernel.

`python -S -m game.engines.tests.refusing NAMES PROGRAM ARGUMENTS...`: the filter is the kernel's own.
"""

import errno
import os
import platform
import sys

from game.engines.launcher import call_filter, kernel

ROW = [*call_filter.MACHINES].index(platform.machine()) if platform.machine() in call_filter.MACHINES else 0
REFUSALS = {
    "namespaces": ((56, 220)[ROW], 0x10000000, errno.EPERM),  # clone with CLONE_NEWUSER
    "landlock": (kernel.CREATE_RULESET, None, errno.ENOSYS),
    "cgroups": ((83, 34)[ROW], None, errno.EROFS),  # mkdir
}


def refuse(names: list[str]) -> None:
    steps = []
    for call, bits, error in (REFUSALS[name] for name in names):
        steps.append((call_filter.LOAD, 0, 0, call_filter.CALL_NUMBER))
        steps.append((call_filter.EQUALS, 0, 3 if bits else 1, call))
        if bits:
            steps.append((call_filter.LOAD, 0, 0, call_filter.ARGUMENTS))
            steps.append((call_filter.HAS_BITS, 0, 1, bits))
        steps.append((call_filter.RETURN, 0, 0, 0x00050000 | error))
    steps.append((call_filter.RETURN, 0, 0, call_filter.ALLOW))
    kernel.libc().prctl(kernel.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    assert call_filter.install(steps)


if __name__ == "__main__":
    refuse([*filter(None, sys.argv[1].split(","))])
    os.execv(sys.argv[2], sys.argv[2:])
