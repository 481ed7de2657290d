"""Forbid rulings on a current opponent, and on a player whose game against one ended within a day.

Rated and casual games count alike, to keep the rule simple. The only host of a site has no colleague to ask.
They may rule, but give back the points that they gained from the player in that time.
"""

from datetime import timedelta

from django.db import transaction
from django.db.models import Q

from common import clock
from game.models import Game, Player, Ruling
from game.table.forced_endings import void_by_ruling
from ranking.models import Change

CONFLICT_DURATION = timedelta(days=1)
# A password reset only helps its player.
EXEMPT = frozenset({Ruling.Kind.RESET})

PLAYS_THEM = (
    "You play {player}, or have played them within a day, so you can't decide this. "
    "Ask another host or moderator."
)
PRICE = (
    "You play {player}, or have played them within a day. As you are the only host you may decide this, "
    "and the points that you gained from them in that time are given back."
)
GIVEN_BACK = "The host had decided about {player}, whom they had played within a day."


def find_conflict(by: Player, kind: Ruling.Kind, player: Player) -> str | None:
    """Return why a moderator is too close to a player to rule on them, or None."""
    if kind in EXEMPT or not play_each_other(by, player) or is_only_host(by):
        return None
    return PLAYS_THEM.format(player=player)


def describe_price(by: Player, kind: Ruling.Kind, player: Player) -> str | None:
    """Return what it costs the only host to rule on a recent opponent, or None."""
    if kind in EXEMPT or not is_only_host(by) or not play_each_other(by, player):
        return None
    return PRICE.format(player=player)


def is_only_host(by: Player) -> bool:
    """Return whether a player is a host without any active colleague."""
    others = Player.objects.filter(is_superuser=True, is_active=True).exclude(pk=by.pk)
    here = others.filter(Q(banned_until=None) | Q(banned_until__lte=clock.now()))
    return by.is_superuser and not here.exists()


@transaction.atomic
def give_back_gains(by: Player, player: Player) -> None:
    """Void the games by which a moderator gained points from a player within a day, each recorded."""
    gained = Change.objects.filter(
        player=by,
        opponent=player,
        change__gt=0,
        undoes=None,
        undone_by=None,
        at__gt=clock.now() - CONFLICT_DURATION,
    )
    for game in list(gained.order_by("game").values_list("game", flat=True)):
        Ruling.objects.create(
            kind=Ruling.Kind.VOID,
            by=by,
            game_id=game,
            reason=GIVEN_BACK.format(player=player),
            at=clock.now(),
        )
        void_by_ruling(game)


def play_each_other(one: Player, other: Player) -> bool:
    """Return whether two people have a live game, or one that ended within a day."""
    if other.is_bot:
        return False
    theirs = Game.objects.filter(Q(seat_a=one, seat_b=other) | Q(seat_a=other, seat_b=one))
    lately = Q(finished_at=None) | Q(finished_at__gt=clock.now() - CONFLICT_DURATION)
    return theirs.filter(lately).exists()
