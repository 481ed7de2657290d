"""Notify followers when a player arrives at the site after a while."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Q

from common import clock
from common.database.thread import on_the_database_thread
from game.following.models import Follow
from game.models import Player
from game.runtime.scheduler import run_in_background
from people.following.notice_kinds import FOLLOWED_HERE
from people.notices.record import notify

# A player counts as away after this time. When a player was last seen is stored every ten minutes.
AWAY_FOR = timedelta(minutes=30)
TOLD_AT_MOST_EVERY = timedelta(hours=6)


def note_arrival(player: Player) -> None:
    """Notify the followers of a player who has opened a page, if the player was away."""
    if is_arriving(player):
        run_in_background(on_the_database_thread(tell_followers)(player))


def is_arriving(player: Player) -> bool:
    """Return whether a player who has just opened a page was away until now.

    Private players never arrive: a notification stays in the list, and would reveal when they were online.
    """
    if player.is_private or not player.has_account:
        return False
    return player.seen_at is None or player.seen_at < clock.now() - AWAY_FOR


@transaction.atomic
def tell_followers(player: Player) -> int:
    """Notify a player's followers of the arrival, each at most once in some hours. Return their number."""
    now = clock.now()
    not_lately = Q(told_at=None) | Q(told_at__lt=now - TOLD_AT_MOST_EVERY)
    due = Follow.objects.filter(not_lately, followed=player).order_by("pk")
    # The lock serializes two pages opened at once: the second finds the followers already notified.
    follows = list(due.select_for_update(no_key=True))
    Follow.objects.filter(pk__in=[one.pk for one in follows]).update(told_at=now)
    followers = [one.by_id for one in follows]
    if followers:
        notify(FOLLOWED_HERE, followers, f"player:{player.pk}:{int(now.timestamp())}", by=player)
    return len(followers)
