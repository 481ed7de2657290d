"""Nobody rules on a player they play: not in a game of theirs, nor within a day of its end.

Rated or not makes no difference, so that the rule is one sentence. A host who is alone on their site has
nobody to ask: they may rule, and give back the points that they gained from the player in that time.
"""

from datetime import timedelta

from django.db import transaction
from django.db.models import Q

from common import clock
from game.models import Game, Player, Ruling
from game.table.forced_endings import void_by_ruling
from ranking.models import Change

CONFLICT_DURATION = timedelta(days=1)
# A password reset helps its player, and takes nothing from them.
EXEMPT = frozenset({Ruling.Kind.RESET})

PLAYS_THEM = (
    "You play {player}, or have played them within a day, so this is not yours to decide. "
    "Ask another host or moderator."
)
PRICE = (
    "You play {player}, or have played them within a day. As you are the only host you may decide this, "
    "and the points that you gained from them in that time are given back."
)
GIVEN_BACK = "The host had decided about {player}, whom they had played within a day."


def find_conflict(by: Player, kind: Ruling.Kind, player: Player) -> str | None:
    """Why somebody is too close to a player to rule on them."""
    if kind in EXEMPT or not _play_each_other(by, player) or is_only_host(by):
        return None
    return PLAYS_THEM.format(player=player)


def describe_price(by: Player, kind: Ruling.Kind, player: Player) -> str | None:
    """What it costs the only host to rule on a player they play."""
    if kind in EXEMPT or not is_only_host(by) or not _play_each_other(by, player):
        return None
    return PRICE.format(player=player)


def is_only_host(by: Player) -> bool:
    """Whether somebody is a host, and there is no other whom they could ask."""
    others = Player.objects.filter(is_superuser=True, is_active=True).exclude(pk=by.pk)
    here = others.filter(Q(banned_until=None) | Q(banned_until__lte=clock.now()))
    return by.is_superuser and not here.exists()


@transaction.atomic
def give_back_gains(by: Player, player: Player) -> None:
    """Void the games by which somebody gained points from a player within a day, each on record."""
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


def _play_each_other(one: Player, other: Player) -> bool:
    """Whether two people play a game, or played one that ended within a day."""
    if other.is_bot:
        return False
    theirs = Game.objects.filter(Q(seat_a=one, seat_b=other) | Q(seat_a=other, seat_b=one))
    lately = Q(finished_at=None) | Q(finished_at__gt=clock.now() - CONFLICT_DURATION)
    return theirs.filter(lately).exists()
