"""The background jobs of moderation."""

from game.runtime.scheduler import Job
from people.moderation import bans

JOBS = (Job(60.0, bans.enforce_bans, is_site_wide=True),)
