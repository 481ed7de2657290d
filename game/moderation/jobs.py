"""What moderation does in the background."""

from game.moderation import bans
from game.runtime.scheduler import Job

JOBS = (Job(60.0, bans.enforce_bans, is_site_wide=True),)
