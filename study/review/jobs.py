"""The background job that makes reviews."""

from game.runtime.scheduler import Job
from study.review import queue

JOBS = (Job(1.0, queue.run_queue, is_site_wide=True, due=queue.WAITS),)
