"""The host's background jobs."""

from game.runtime.scheduler import HOUR, Job
from hosting import row_statistics

JOBS = (Job(HOUR, row_statistics.count_rows, is_site_wide=True),)
