"""The background jobs that delete expired data."""

from game.runtime.scheduler import HOUR, Job
from people.retention import expiry, forgetting

JOBS = (
    Job(HOUR, expiry.delete_expired, is_site_wide=True),
    Job(forgetting.INTERVAL_SECONDS, forgetting.forget_untouched, is_site_wide=True),
)
