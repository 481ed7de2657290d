"""Reviews that are made in the background."""

from game.review import queue
from game.runtime.scheduler import Job

JOBS = (Job(1.0, queue.run_queue, is_site_wide=True, due=queue.WAITS),)
