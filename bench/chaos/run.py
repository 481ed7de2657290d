"""Run a campaign, from the first process to the report."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.chaos.campaign import Campaign
from bench.chaos.cluster import running_cluster
from bench.chaos.faults import Fault
from bench.chaos.report import Report
from bench.chaos.verdict import find_problems


@dataclass(frozen=True)
class CampaignOptions:
    """The options of a campaign. `logs` is a folder for the servers' logs, or empty."""

    minutes: float
    games: int
    seed: int
    pace: float
    logs: str = ""


def run_campaign(
    database: str, faults: list[Fault], options: CampaignOptions, log: Callable[[str], None]
) -> Report:
    """Play on one database, and check the result."""
    with running_cluster(database) as own:
        log("the site is running; players arrive")
        play = Campaign(own, faults, seed=options.seed, games=options.games, pace=options.pace, log=log)
        seen = asyncio.run(play.run(options.minutes * 60))
        log(f"{len(seen.finished_games)} games are over; checking the records")
        wrong = find_problems(own, seen)
        if options.logs:
            write_logs(own.logs(), Path(options.logs, database))
    return Report(database, options.seed, options.minutes * 60, options.games, seen, wrong)


def write_logs(logs: Mapping[str, str], folder: Path) -> None:
    """Write the servers' logs to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, log in logs.items():
        Path(folder, f"{name}.log").write_text(log)
