"""The background jobs that compute delays and close rounds."""

from game.runtime.scheduler import Job
from game.shared_rounds import delaying, rounds

JOBS = (
    Job(1.0, delaying.start_due_delays, is_site_wide=True, due=delaying.IS_DUE),
    Job(1.0, rounds.close_due_rounds, is_site_wide=True, due=rounds.IS_DUE),
)
