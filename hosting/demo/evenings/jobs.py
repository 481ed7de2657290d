"""The moves at the tables of a sample evening that runs."""

from game.runtime.scheduler import Job
from hosting.demo.evenings import live

JOBS = (Job(live.INTERVAL_SECONDS, live.play_sample_tables, is_site_wide=True, due=live.RUNS),)
