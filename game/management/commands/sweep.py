"""`manage.py sweep`: runs the site-wide jobs in a process that serves no players."""

import asyncio
import json
import signal
from argparse import ArgumentParser
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from common.command import HelpTextCommand
from common.startup import find_startup_errors
from game.runtime.scheduler import scheduler

HELP_TEXT = """
Some jobs belong to no single player: pairing, flags at tables that no one has open, reviews, emails about
moves, testing the shuffle, ending bans, deleting old data. A site with one process does them on the side. If
you run several processes, start them with CHORES=own and run this next to them: players never wait for these
jobs, and they start right away rather than with the first visitor. Running two does no harm; running none for
a while only delays things.

Stop it with SIGTERM or Ctrl-C. It needs REDIS_URL to know which players are online.

examples:
  manage.py sweep             list the jobs and how often they run, then run them until stopped
  manage.py sweep --json      the same, with the list as JSON

exit status: 0 when stopped, 1 if REDIS_URL is not set.
"""


class Command(HelpTextCommand):
    help_text = HELP_TEXT
    help = "Runs the site-wide jobs until stopped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="list the jobs as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        from game.runtime import process_metrics
        from game.runtime.background import start_background
        from game.table.gauges import register_gauges

        if not settings.REDIS_URL:
            raise CommandError("Set REDIS_URL: without it this command can't know which players are online.")
        for error in find_startup_errors():
            raise CommandError(error)
        start_background()
        register_gauges()
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
