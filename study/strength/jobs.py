"""The background job that weighs games."""

from game.runtime.scheduler import Job
from study.strength import entering

JOBS = (Job(entering.INTERVAL_SECONDS, entering.weigh_due_games, is_site_wide=True, due=entering.IS_DUE),)
