"""The site with a clock that a test moves while it runs, a short par, and jobs that run all the time."""

import os
from pathlib import Path

from common import clock

AHEAD_BY = Path(os.environ["CLOCK_AHEAD_BY"])  # a file that has the seconds as text
real_seconds = clock.seconds
clock.seconds = lambda: real_seconds() + float(AHEAD_BY.read_text())

from cribbage_site.asgi import application  # noqa: E402
from game.runtime.scheduler import scheduler  # noqa: E402
from game.table.record import heartbeat  # noqa: E402
from study.daily import running  # noqa: E402

running.PAR_GAMES = 2
heartbeat.MIN_OUTAGE = 365 * 24 * 60 * 60 * heartbeat.SECOND  # the service is up while the clock passes days
scheduler._jobs = [job._replace(seconds=min(job.seconds, 0.2)) for job in scheduler._jobs]

__all__ = ["application"]
