"""The throw of the day, which is chosen in the background, and the votes of guests."""

from game.runtime.scheduler import HOUR, Job
from study.throws import choosing, retention

JOBS = (
    Job(choosing.INTERVAL_SECONDS, choosing.choose_due, is_site_wide=True),
    Job(HOUR, retention.forget_old_guest_voters, is_site_wide=True),
)
