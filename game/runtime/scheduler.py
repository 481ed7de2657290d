"""Runs jobs periodically: in every process that serves people, or in one process for the whole site.

Site-wide jobs may be left to `manage.py sweep`, with CHORES=own for the other processes.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from django.conf import settings

from game.runtime.due import DueConditions

log = logging.getLogger(__name__)

HOUR = 3600.0

Work = Callable[[], Awaitable[object]]


class Job(NamedTuple):
    """A function, its interval, whether one process runs it for the whole site, and its SQL condition."""

    seconds: float
    work: Work
    is_site_wide: bool = False
    due: str = ""


class Scheduler:
    """A scheduler that runs each job at its own interval, and retries a failed one."""

    def __init__(self) -> None:
        self._jobs: list[Job] = []
        self._tasks: list[asyncio.Task[None]] = []
        self.loop: asyncio.AbstractEventLoop | None = None

    def schedule(self, job: Job) -> None:
        """Run a job every so many seconds, once started."""
        self._jobs.append(job)

    @property
    def site_wide_jobs(self) -> list[Job]:
        """The jobs that one process runs for all."""
        return [job for job in self._jobs if job.is_site_wide]

    def start(self) -> None:
        """Start, unless already started."""
        if self.loop is not asyncio.get_running_loop():
            self._start_jobs([job for job in self._jobs if settings.CHORES == "all" or not job.is_site_wide])

    async def run_site_wide_jobs(self) -> None:
        """Run the site-wide jobs until cancelled."""
        self._start_jobs(self.site_wide_jobs)
        await asyncio.gather(*self._tasks)

    def _start_jobs(self, jobs: list[Job]) -> None:
        self.loop = asyncio.get_running_loop()
        conditions = DueConditions(job.due for job in jobs if job.due)
        self._tasks = [self.loop.create_task(_repeat(job, conditions)) for job in jobs]


async def _repeat(job: Job, conditions: DueConditions) -> None:
    loop = asyncio.get_running_loop()
    works = True
    while True:
        try:
            if not job.due or await conditions.is_met(job.due):
                await job.work()
            works = True
        except Exception:
            if works:
                log.exception("%s failed; retrying until it succeeds", job.work.__qualname__)
            works = False
        # Jobs wake together, at whole multiples of their interval. One query then answers for all conditions,
        # and an idle process wakes once a second.
        await asyncio.sleep(job.seconds - loop.time() % job.seconds)


_background_tasks: set[asyncio.Future[Any]] = set()


def run_in_background(work: Awaitable[object]) -> None:
    """Run something in the background, and keep a reference: the event loop holds only a weak one."""
    task = asyncio.ensure_future(work)
    _background_tasks.add(task)
    task.add_done_callback(_background_tasks.discard)


scheduler = Scheduler()
