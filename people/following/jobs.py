"""The feed of followed players."""

from game.runtime.scheduler import Job
from people.following.web import consumer

JOBS = (Job(10.0, consumer.refresh_feed),)

LISTENERS = (
    ("lobby", consumer.feed.handle_lobby),
    ("following", consumer.feed.handle_following),
)
