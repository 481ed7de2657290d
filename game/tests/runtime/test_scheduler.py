"""Jobs are done again and again: by each process its own, and site-wide ones where they belong."""

import asyncio
from typing import Any

import pytest

from game.runtime.scheduler import Job, Scheduler


def done(keeper: Scheduler, begin: Any) -> set[str]:
    """What a scheduler does in its first moments."""
    seen: set[str] = set()

    async def work(name: str) -> None:
        seen.add(name)

    keeper.schedule(Job(60, lambda: work("own")))
    keeper.schedule(Job(60, lambda: work("for all"), is_site_wide=True))

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


@pytest.mark.parametrize(("chores", "does"), [("all", {"own", "for all"}), ("own", {"own"})])
def test_a_process_that_serves_does_its_own_and_what_is_for_all_unless_another_does(
    chores: str, does: set[str], settings: Any
) -> None:
    settings.CHORES = chores
    keeper = Scheduler()
    assert done(keeper, keeper.start) == does


def test_the_sweeper_does_what_is_for_all_and_nothing_else(settings: Any) -> None:
    settings.CHORES = "own"
    keeper = Scheduler()
    assert done(keeper, keeper.run_site_wide_jobs) == {"for all"}
