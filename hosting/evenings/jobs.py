"""The background job that plays the tables of a running sample evening."""

from game.runtime.scheduler import Job
from hosting.evenings import live

JOBS = (Job(live.INTERVAL_SECONDS, live.play_sample_tables, is_site_wide=True, due=live.RUNS),)
