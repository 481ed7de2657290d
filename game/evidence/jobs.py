"""The release, which is logged in the background."""

from game.evidence import release
from game.runtime.scheduler import HOUR, Job

JOBS = (Job(HOUR, release.log_release, is_site_wide=True),)
