"""The site in a hurry: it looks around all the time, and has patience for a second and for little unread."""

from cribbage_site.asgi import application
from game.consumers import base
from game.runtime.scheduler import scheduler
from game.table.clocks import away

away.CLAIM_AFTER = 1000
base.MAX_UNREAD_BYTES = 32 * 1024
scheduler._jobs = [job._replace(seconds=min(job.seconds, 0.2)) for job in scheduler._jobs]

__all__ = ["application"]
