"""The background job that opens and closes daily games."""

from game.runtime.scheduler import Job
from study.daily import running

JOBS = (Job(running.INTERVAL_SECONDS, running.run_due_dailies, is_site_wide=True),)
