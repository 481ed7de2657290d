"""What is not kept for ever, and the chores that see to it."""

from datetime import timedelta

from django.contrib.sessions.backends.db import SessionStore
from django.db.models import Exists, OuterRef

from common import clock
from game.models import Chat, Report
from game.table.ledger import on_the_database_thread

CHAT_RETENTION = timedelta(days=90)
BATCH_SIZE = 200  # lines, so that no move waits long for them


def delete_old_chat() -> int:
    """Forget some of what was said long ago, the eldest first; what waits for a host stays."""
    waits_for_a_host = Report.objects.filter(said=OuterRef("pk"), ruling=None)
    eldest = (
        Chat.objects.exclude(Exists(waits_for_a_host)).order_by("pk").values_list("pk", "at")[:BATCH_SIZE]
    )
    long_ago = clock.now() - CHAT_RETENTION
    forgotten = [pk for pk, at in eldest if at < long_ago]
    Chat.objects.filter(pk__in=forgotten).delete()
    return len(forgotten)


def delete_expired_sessions() -> None:
    """Sessions that have run out open nothing any more, and go."""
    SessionStore.clear_expired()


async def delete_expired() -> None:
    """All that is due, a little at a time."""
    while await on_the_database_thread(delete_old_chat)() == BATCH_SIZE:
        pass
    await on_the_database_thread(delete_expired_sessions)()
