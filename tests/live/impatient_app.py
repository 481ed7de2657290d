"""The site in a hurry: it looks at its tables all the time, and has little patience."""

from cribbage_site.asgi import application
from game.consumers import base, evictions
from game.runtime.pubsub import pubsub
from game.runtime.scheduler import scheduler
from game.table.clocks import away
from game.table.tables import tables

# Tests wait for these alone: all jobs in a hurry would take most of a test's time.
HURRIED = (
    tables.call_overdue_flags,
    tables.update_presence,
    tables.catch_up_all,
    evictions.evict_all_unwelcome,
    pubsub.receive_from_others,
)

away.CLAIM_AFTER = 1000
base.MAX_UNREAD_BYTES = 32 * 1024
scheduler._jobs = [job._replace(seconds=0.2) if job.work in HURRIED else job for job in scheduler._jobs]

__all__ = ["application"]
