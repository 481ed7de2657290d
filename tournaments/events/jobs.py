"""The background jobs that run events."""

from game.runtime.scheduler import Job
from tournaments.events.manage import daily_schedule, repeating, withdrawal
from tournaments.events.run import flow

JOBS = (
    Job(1.0, flow.run_due_events, is_site_wide=True, due=flow.IS_DUE),
    Job(daily_schedule.INTERVAL_SECONDS, daily_schedule.announce_standing_events, is_site_wide=True),
    Job(repeating.INTERVAL_SECONDS, repeating.announce_repeating_events, is_site_wide=True),
    Job(60.0, withdrawal.withdraw_all_async, is_site_wide=True),
)
