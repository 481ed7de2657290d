"""The feeds of the pages of events."""

from game.runtime.scheduler import Job
from tournaments.event_pages import consumer, grid

JOBS = (Job(5.0, consumer.refresh_feed), Job(5.0, grid.refresh_feed))

LISTENERS = (("event", consumer.feed.handle_event), ("event", grid.feed.handle_event))
