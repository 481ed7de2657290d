"""The background job that begins and decides seasons."""

from game.runtime.scheduler import Job
from tournaments.seasons import deciding

JOBS = (Job(deciding.INTERVAL_SECONDS, deciding.keep_up_seasons, is_site_wide=True),)
