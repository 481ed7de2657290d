"""Tells those who follow a player that the player is here, when they come to the site after a while."""

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

# Who opens the next page a little later has not come: when they were last seen is noted every ten minutes.
AWAY_FOR = timedelta(minutes=30)
TOLD_AT_MOST_EVERY = timedelta(hours=6)


def note_arrival(player: Player) -> None:
    """Tell the followers of a player who has opened a page, if the player comes after a while."""
    if is_arriving(player):
        run_in_background(on_the_database_thread(tell_followers)(player))


def is_arriving(player: Player) -> bool:
    """Whether a player who has just opened a page comes after a while, by when they were last seen.

    Of one whose profile is private nothing is told: the notice stays, and says when they were here.
    """
    if player.is_private or not player.has_account:
        return False
    return player.seen_at is None or player.seen_at < clock.now() - AWAY_FOR


@transaction.atomic
def tell_followers(player: Player) -> int:
    """Tell those who follow a player that they are here, each once in some hours; how many these were."""
    now = clock.now()
    not_lately = Q(told_at=None) | Q(told_at__lt=now - TOLD_AT_MOST_EVERY)
    due = Follow.objects.filter(not_lately, followed=player).order_by("pk")
    # Of two pages that are opened at once, the second finds them told.
    follows = list(due.select_for_update(no_key=True))
    Follow.objects.filter(pk__in=[one.pk for one in follows]).update(told_at=now)
    followers = [one.by_id for one in follows]
    if followers:
        notify(FOLLOWED_HERE, followers, f"player:{player.pk}:{int(now.timestamp())}", by=player)
    return len(followers)
