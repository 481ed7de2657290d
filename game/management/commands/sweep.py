"""The process that serves nobody, and does what one process does for all."""

import asyncio
import json
import signal
from argparse import ArgumentParser
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

import game.urls  # noqa: F401  (with it comes all that has chores)
from common.command import TeachingCommand
from game.operations.backup import restore_marker
from game.runtime import process_metrics
from game.runtime.scheduler import keeper

TEACHES = """
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


class Command(TeachingCommand):
    teaches = TEACHES
    help = "Does what one process does for all, until it is told to stop."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="say what is done as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.REDIS_URL:
            raise CommandError("A sweeper beside a site needs REDIS_URL: else it does not know who is here.")
        if restore_marker.is_half():
            raise CommandError(f"{restore_marker.SAYS} {restore_marker.HINT}")
        chores = {name(chore.work): chore.seconds for chore in keeper.for_all}
        lines = [f"every {seconds:g} s  {chore}" for chore, seconds in chores.items()]
        self.stdout.write(json.dumps(chores) if options["json"] else "\n".join(lines))
        self.stdout.flush()
        process_metrics.serve(settings.METRICS)
        asyncio.run(until_told_to_stop())


def name(work: Any) -> str:
    return f"{work.__module__}.{work.__qualname__}"


async def until_told_to_stop() -> None:
    sweeping = asyncio.ensure_future(keeper.sweep())
    for told in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(told, sweeping.cancel)
    with suppress(asyncio.CancelledError):
        await sweeping
