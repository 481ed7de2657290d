"""The background job that judges mistakes."""

from game.runtime.scheduler import Job
from study.trainer import judging

JOBS = (Job(1.0, judging.judge_waiting, is_site_wide=True, due=judging.WAITS),)
