"""What a host's site does in the background: retention, row counts and sample games."""

from game.operations import forgetting, retention, row_statistics
from game.operations.demo import live
from game.runtime.scheduler import HOUR, Job

JOBS = (
    Job(live.INTERVAL_SECONDS, live.play_sample_tables, is_site_wide=True, due=live.RUNS),
    Job(HOUR, row_statistics.count_rows, is_site_wide=True),
    Job(HOUR, retention.delete_expired, is_site_wide=True),
    Job(forgetting.INTERVAL_SECONDS, forgetting.forget_untouched, is_site_wide=True),
)
