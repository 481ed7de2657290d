"""A campaign from the first process that is started to the report."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.chaos.campaign import Campaign
from bench.chaos.cluster import house
from bench.chaos.faults import Fault
from bench.chaos.report import Report
from bench.chaos.verdict import verdict


@dataclass(frozen=True)
class Wanted:
    """What a campaign is to be like; `logs` is a folder to keep the servers' logs in, or empty."""

    minutes: float
    games: int
    seed: int
    pace: float
    logs: str = ""


def campaign(database: str, faults: list[Fault], wanted: Wanted, say: Callable[[str], None]) -> Report:
    """Play on one row, and judge what came of it."""
    with house(database) as own:
        say("a site of its own is running; people arrive")
        play = Campaign(own, faults, seed=wanted.seed, games=wanted.games, pace=wanted.pace, say=say)
        seen = asyncio.run(play.run(wanted.minutes * 60))
        say(f"{len(seen.played)} games are over; now everything is compared")
        wrong = verdict(own, seen)
        if wanted.logs:
            keep(own.logs(), Path(wanted.logs, database))
    return Report(database, wanted.seed, wanted.minutes * 60, wanted.games, seen, wrong)


def keep(logs: Mapping[str, str], folder: Path) -> None:
    """The servers' logs, for somebody who wants to look."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, log in logs.items():
        Path(folder, f"{name}.log").write_text(log)
