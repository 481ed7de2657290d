"""The background job that advances the trials of bots."""

from game.runtime.scheduler import Job
from programs.bots import trials

JOBS = (Job(1.0, trials.take_trials_further, is_site_wide=True, due=trials.IS_RUNNING),)
