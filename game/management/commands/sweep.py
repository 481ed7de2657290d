"""`manage.py sweep`: does the site-wide jobs in a process that serves nobody."""

import asyncio
import json
import signal
from argparse import ArgumentParser
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from common.command import HelpTextCommand
from game.operations.backup import restore_marker
from game.runtime import process_metrics
from game.runtime.scheduler import scheduler

HELP_TEXT = """
Some work is nobody's own: seeks that meet, reviews, mails that it is one's move, the watch over the shuffle,
bans that end, what is forgotten in time. A site of one process does it beside all else. Where several serve,
start them with CHORES=own and one of these beside: players then wait for none of it, and it begins at once
and not with the first visitor. Two at a time do no harm; none for a while delays things and loses nothing.

SIGTERM or Ctrl-C ends it. It needs REDIS_URL, through which processes know who is here.

examples:
  manage.py sweep             say what is done how often, and do it until told to stop
  manage.py sweep --json      the same, said as JSON

exit status: 0 when told to stop, 1 where it cannot know who is here.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Does what one process does for all, until it is told to stop."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="say what is done as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.REDIS_URL:
            raise CommandError("A sweeper beside a site needs REDIS_URL: else it does not know who is here.")
        if restore_marker.is_restore_unfinished():
            raise CommandError(f"{restore_marker.MESSAGE} {restore_marker.HINT}")
        jobs = {job_name(job.work): job.seconds for job in scheduler.site_wide_jobs}
        lines = [f"every {seconds:g} s  {name}" for name, seconds in jobs.items()]
        self.stdout.write(json.dumps(jobs) if options["json"] else "\n".join(lines))
        self.stdout.flush()
        process_metrics.start_exporter(settings.METRICS)
        asyncio.run(run_until_stopped())


def job_name(work: Any) -> str:
    return f"{work.__module__}.{work.__qualname__}"


async def run_until_stopped() -> None:
    sweeping = asyncio.ensure_future(scheduler.run_site_wide_jobs())
    for signal_number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(signal_number, sweeping.cancel)
    with suppress(asyncio.CancelledError):
        await sweeping
