"""Rounds that are closed in the background."""

from game.runtime.scheduler import Job
from game.shared_rounds import rounds

JOBS = (Job(1.0, rounds.close_due_rounds, is_site_wide=True, due=rounds.IS_DUE),)
