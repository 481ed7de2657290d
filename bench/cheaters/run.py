"""Run strategies in a separate process on a new database, and collect their gains."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from typing import Any

from bench.cheaters.registry import STRATEGIES
from bench.cheaters.report import Gains


class CampaignFailed(Exception):
    """The cheaters could not play. The reason is on stderr."""


HOUR = 3600.0  # in seconds


def run_campaign(
    hours: int, names: Sequence[str], *, seconds: float = HOUR, quiet: bool = False
) -> tuple[dict[str, Gains], int]:
    """Return the gains of each strategy, and the number of errors in the record of changes afterwards."""
    names = [name for name in STRATEGIES if name in _with_honest(names)]
    with tempfile.TemporaryDirectory(prefix="every-other-cheaters-") as folder:
        environment = {
            name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")
        }
        environment |= {
            "DATABASE_PATH": f"{folder}/site.sqlite3",
            "REVIEW_GAMES": "0",
            "DAILY": "0",
            "DEBUG": "1",
        }
        command = [sys.executable, "-m", "bench.cheaters.child", str(hours), str(seconds), *names]
        done = subprocess.run(
            command,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if quiet else None,
            check=False,
        )
    if done.returncode:
        raise CampaignFailed(f"the cheaters stopped with exit status {done.returncode}")
    *lines, record = map(json.loads, done.stdout.splitlines())
    return {gains.name: gains for gains in map(_parse, lines)}, record["record_faults"]


def _parse(line: dict[str, Any]) -> Gains:
    return Gains(**line | {name: tuple(line[name]) for name in ("points", "lists")})


def _with_honest(names: Sequence[str]) -> set[str]:
    """Return the wanted strategies, or all, with those they are compared with."""
    wanted = set(names or STRATEGIES)
    return wanted | {STRATEGIES[name].beside for name in wanted} - {""}
