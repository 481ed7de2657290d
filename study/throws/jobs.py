"""The throw of the day, which is chosen in the background."""

from game.runtime.scheduler import Job
from study.throws import choosing

JOBS = (Job(choosing.INTERVAL_SECONDS, choosing.choose_due, is_site_wide=True),)
