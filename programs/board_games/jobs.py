"""The background job that reviews games over the board."""

from game.runtime.scheduler import Job
from programs.board_games import reviewing

JOBS = (Job(1.0, reviewing.review_board_games, is_site_wide=True, due=reviewing.WAITS),)
