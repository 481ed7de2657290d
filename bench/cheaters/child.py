"""Run cheaters on an empty database in a separate process, and print a JSON line for each."""

import asyncio
import json
import sys
from dataclasses import asdict

import django
from django.core.management import call_command

from bench.cheaters.report import Gains

INITIAL = 1500


async def run_strategy(name: str, hours: int, seconds: float) -> Gains:
    """Play one strategy for this many hours, each on a new site with new players."""
    from bench.cheaters.registry import STRATEGIES
    from bench.cheaters.site import DAY_SECONDS, Site, count_unfinished, find_lists_with, load_points

    strategy = STRATEGIES[name]
    points, games, unfinished, lists = [], 0, 0, set[str]()
    for hour in range(hours):
        site = Site(seconds)
        own = await strategy.hour(site)
        points.append(await load_points(own, strategy.kind) - INITIAL)
        games += site.games
        unfinished += await count_unfinished(own)
        lists |= await find_lists_with(own)
        site.pass_time(DAY_SECONDS)
        print(f"{name}: hour {hour + 1} of {hours}: {points[-1]:+}", file=sys.stderr, flush=True)
    return Gains(
        name, strategy.description, strategy.beside, tuple(points), games, unfinished, tuple(sorted(lists))
    )


async def main(hours: int, seconds: float, names: list[str]) -> None:
    from bench.cheaters.site import find_record_faults

    for name in names:
        print(json.dumps(asdict(await run_strategy(name, hours, seconds))), flush=True)
    faults = await find_record_faults()
    print(json.dumps({"record_faults": faults}), flush=True)


if __name__ == "__main__":
    django.setup()
    call_command("migrate", verbosity=0)
    asyncio.run(main(int(sys.argv[1]), float(sys.argv[2]), sys.argv[3:]))
