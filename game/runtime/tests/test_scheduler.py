"""Jobs run periodically: each process runs its own, and site-wide jobs run where they belong."""

import asyncio
from typing import Any

import pytest

from game.runtime.scheduler import Job, Scheduler


def done(scheduler: Scheduler, begin: Any) -> set[str]:
    """Return the jobs that a scheduler runs at its start."""
    seen: set[str] = set()

    async def work(name: str) -> None:
        seen.add(name)

    scheduler.schedule(Job(60, lambda: work("own")))
    scheduler.schedule(Job(60, lambda: work("for all"), is_site_wide=True))

    async def a_moment() -> None:
        begun = begin()
        task = asyncio.ensure_future(begun) if begun else None
        for _ in range(5):
            await asyncio.sleep(0)
        if task:
            task.cancel()
        await asyncio.gather(*filter(None, [task]), return_exceptions=True)

    asyncio.run(a_moment())
    return seen


@pytest.mark.parametrize(("setting", "does"), [("all", {"own", "for all"}), ("own", {"own"})])
def test_a_serving_process_runs_site_wide_jobs_unless_another_does(
    setting: str, does: set[str], settings: Any
) -> None:
    settings.CHORES = setting
    scheduler = Scheduler()
    assert done(scheduler, scheduler.start) == does


def test_the_sweeper_runs_only_site_wide_jobs(settings: Any) -> None:
    settings.CHORES = "own"
    scheduler = Scheduler()
    assert done(scheduler, scheduler.run_site_wide_jobs) == {"for all"}
