"""The background jobs that choose the discard of the day, and forget guests' votes."""

from game.runtime.scheduler import HOUR, Job
from study.throws import choosing, retention

JOBS = (
    Job(choosing.INTERVAL_SECONDS, choosing.choose_due, is_site_wide=True),
    Job(HOUR, retention.forget_old_guest_voters, is_site_wide=True),
)
