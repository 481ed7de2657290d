"""The feed of followed players."""

from game.following.web import consumer
from game.runtime.scheduler import Job

JOBS = (Job(10.0, consumer.refresh_feed),)

LISTENERS = (
    ("lobby", consumer.feed.handle_lobby),
    ("following", consumer.feed.handle_following),
)
