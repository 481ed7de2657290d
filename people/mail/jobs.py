"""The background jobs that send mails."""

from game.runtime.scheduler import Job
from people.mail import digest, your_move

JOBS = (
    Job(60.0, your_move.send_due_mails, is_site_wide=True),
    Job(60.0, digest.send_due_digests, is_site_wide=True),
)
