"""The background jobs that publish leaves."""

from game.runtime.scheduler import Job
from proof.public_log import publisher

JOBS = (
    Job(2.0, publisher.publish_waiting, is_site_wide=True, due=publisher.LEAF_WAITS),
    Job(60.0, publisher.compare_with_files, is_site_wide=True),
)
