"""The time after which votes of guests no longer name them."""

from datetime import timedelta

from common import clock
from common.database.thread import on_the_database_thread
from study.throws.models import Vote

# A row that refers to a guest prevents the deletion of the guest.
GUEST_VOTE_RETENTION = timedelta(days=45)


async def forget_old_guest_voters() -> None:
    """Run `forget_whose_guest_votes` as a job."""
    await on_the_database_thread(forget_whose_guest_votes)()


def forget_whose_guest_votes() -> None:
    """Remove the guests from their older votes, which still count."""
    long_ago = clock.now() - GUEST_VOTE_RETENTION
    Vote.objects.filter(player__is_guest=True, at__lt=long_ago).update(player=None)
