"""Events that are run in the background, and the feed of their pages."""

from game.runtime.scheduler import Job
from tournaments.events import flow, standing, withdrawal
from tournaments.events.web import consumer

JOBS = (
    Job(1.0, flow.run_due_events, is_site_wide=True, due=flow.IS_DUE),
    Job(standing.INTERVAL_SECONDS, standing.announce_standing_events, is_site_wide=True),
    Job(60.0, withdrawal.withdraw_all_async, is_site_wide=True),
    Job(5.0, consumer.refresh_feed),
)

LISTENERS = (("event", consumer.feed.handle_event),)
