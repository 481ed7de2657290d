"""Trials of bots that are played in the background."""

from game.runtime.scheduler import Job
from programs.bots import trials

JOBS = (Job(1.0, trials.take_trials_further, is_site_wide=True, due=trials.IS_RUNNING),)
