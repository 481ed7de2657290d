"""Measure the startup cost of commands, because scripts call them again and again."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from django.core.management import get_commands

from bench.figure import Figure
from bench.measurement import BenchOptions, Measurement
from common.wings import WINGS

ROOT = Path(__file__).resolve().parents[1]
LIMIT_SECONDS = 0.6
ROUNDS, QUICK_ROUNDS = 3, 1


def measure(options: BenchOptions) -> Iterator[Measurement]:
    """Measure the minimal cost of a command, and our own command with the slowest help."""
    rounds = QUICK_ROUNDS if options.quick else ROUNDS
    seconds = {name: best_cpu_seconds([name, "--help"], rounds) for name in our_commands()}
    slowest = max(seconds, key=lambda name: seconds[name])
    bare = best_cpu_seconds(["version"], rounds)
    yield Figure("start", "manage.py version", bare, "s CPU", LIMIT_SECONDS)
    what = f"manage.py {slowest} --help, the slowest of {len(seconds)}"
    yield Figure("start", what, seconds[slowest], "s CPU", LIMIT_SECONDS)


def our_commands() -> list[str]:
    return sorted(name for name, app in get_commands().items() if app.split(".")[0] in (*WINGS, "bench"))


def best_cpu_seconds(arguments: list[str], rounds: int) -> float:
    """Return the lowest user and system time of a command."""
    return min(_cpu_seconds(arguments) for _ in range(rounds))


def _cpu_seconds(arguments: list[str]) -> float:
    before = os.times()
    subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system
