"""The background search for signs of engine use and of gifted games."""

from game.runtime.scheduler import Job
from hosting.signs import finding

JOBS = (Job(finding.INTERVAL_SECONDS, finding.look_through_events, is_site_wide=True),)
