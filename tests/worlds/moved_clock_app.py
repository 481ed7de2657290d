"""The site with a clock that a test moves while it runs, a short par, and dailies in a hurry."""

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
# No other job: one that runs once an hour finds little to do on a site, and much when it runs all the time.
scheduler._jobs = [
    job._replace(seconds=0.2) if job.work is running.run_due_dailies else job for job in scheduler._jobs
]

__all__ = ["application"]
