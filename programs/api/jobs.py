"""The feeds of the API's streams."""

from game.runtime.scheduler import Job
from programs.api.streams import events, live_games

JOBS = (
    Job(5.0, events.refresh_feed),
    Job(3.0, live_games.refresh_feed),
)

LISTENERS = (
    ("notices", events.feed.handle_notices),
    ("lobby", events.feed.handle_lobby),
    ("event_stream", events.feed.handle_opened),
)
