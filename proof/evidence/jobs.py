"""The background job that logs the release."""

from game.runtime.scheduler import HOUR, Job
from proof.evidence import release

JOBS = (Job(HOUR, release.log_release, is_site_wide=True),)
