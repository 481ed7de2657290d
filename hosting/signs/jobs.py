"""The search for signs of engines and gifts in the background."""

from game.runtime.scheduler import Job
from hosting.signs import finding

JOBS = (Job(finding.INTERVAL_SECONDS, finding.look_through_events, is_site_wide=True),)
