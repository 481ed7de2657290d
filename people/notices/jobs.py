"""The background jobs that store and push notifications."""

from game.runtime.scheduler import Job
from people.notices import absent, consumer
from people.notices.push import outbox

JOBS = (
    Job(60.0, consumer.refresh_feed),
    Job(20.0, absent.note_turns, is_site_wide=True),
    Job(3.0, absent.note_challenges, is_site_wide=True, due=absent.CHALLENGE_WAITS),
    Job(1.0, outbox.send_due_pushes, is_site_wide=True, due=outbox.PUSH_DUE),
)

LISTENERS = (("notices", consumer.feed.handle_notices),)
