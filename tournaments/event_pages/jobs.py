"""The feed of the pages of events."""

from game.runtime.scheduler import Job
from tournaments.event_pages import consumer

JOBS = (Job(5.0, consumer.refresh_feed),)

LISTENERS = (("event", consumer.feed.handle_event),)
