"""Events that are run in the background, and the feed of their pages."""

from game.runtime.scheduler import Job
from tournaments.events.manage import daily_schedule, withdrawal
from tournaments.events.run import flow
from tournaments.events.web import consumer

JOBS = (
    Job(1.0, flow.run_due_events, is_site_wide=True, due=flow.IS_DUE),
    Job(daily_schedule.INTERVAL_SECONDS, daily_schedule.announce_standing_events, is_site_wide=True),
    Job(60.0, withdrawal.withdraw_all_async, is_site_wide=True),
    Job(5.0, consumer.refresh_feed),
)

LISTENERS = (("event", consumer.feed.handle_event),)
