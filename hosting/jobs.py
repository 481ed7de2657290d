"""Background jobs of a host's site: retention, row counts and sample games."""

from game.runtime.scheduler import HOUR, Job
from hosting import forgetting, retention, row_statistics
from hosting.demo import live

JOBS = (
    Job(live.INTERVAL_SECONDS, live.play_sample_tables, is_site_wide=True, due=live.RUNS),
    Job(HOUR, row_statistics.count_rows, is_site_wide=True),
    Job(HOUR, retention.delete_expired, is_site_wide=True),
    Job(forgetting.INTERVAL_SECONDS, forgetting.forget_untouched, is_site_wide=True),
)
