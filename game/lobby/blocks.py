"""Blocks between players: blocked players are never paired."""

from collections.abc import Collection

from django.db.models import Q, Value
from django.db.models.functions import Upper
from django.utils.translation import gettext

from common.refusal import Refusal
from game.models import Block, Player
from game.runtime.pubsub import publish


def find_player_by_name(name: str) -> Player | None:
    """Find the player of this name, ignoring case; of two such players, the one spelt exactly so."""
    if "\0" in name:
        return None
    like = Player.objects.alias(upper=Upper("username")).filter(upper=Upper(Value(name)))
    return min(like, key=lambda player: player.username != name, default=None)


def load_player_by_name(name: str) -> Player:
    """Load the player of this name, or refuse."""
    player = find_player_by_name(name)
    if player is None:
        raise Refusal("no_player", gettext("There’s no player called %(name)s.") % {"name": name})
    return player


def block(*, player: Player, other: Player) -> None:
    """Block a player: from now on these two are never paired and do not read each other."""
    if other.is_bot:
        raise Refusal(
            "bad_request",
            gettext("%(other)s is a house bot: it only plays when you ask it to.") % {"other": other},
        )
    if other == player:
        raise Refusal("bad_request", gettext("You can’t block yourself."))
    Block.objects.get_or_create(by=player, blocked=other)
    publish("notices", [player.pk, other.pk])
    publish("lobby")


def unblock(*, player: Player, other: Player) -> None:
    """Remove a player's own block; one by the other player stays."""
    Block.objects.filter(by=player, blocked=other).delete()
    publish("notices", [player.pk, other.pk])
    publish("lobby")


def blocked_pairs(players: Collection[int]) -> set[frozenset[int]]:
    """The pairs of blocked players with one of these players in each, in either direction."""
    blocks = Block.objects.filter(Q(by__in=players) | Q(blocked__in=players)).values_list("by", "blocked")
    return {frozenset(pair) for pair in blocks}


def blocked_names(players: Collection[int]) -> list[tuple[int, str]]:
    """The names that these players have blocked."""
    blocks = Block.objects.filter(by__in=players).order_by("pk")
    return list(blocks.values_list("by", "blocked__username"))


def check_not_blocked(player: Player, other: Player) -> None:
    """Refuse to bring two players together if either blocked the other."""
    either_way = Q(by=player, blocked=other) | Q(by=other, blocked=player)
    if Block.objects.filter(either_way).exists():
        raise Refusal("blocked", gettext("You can’t play this player."))
