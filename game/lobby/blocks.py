"""Who does not want to meet whom."""

from collections.abc import Collection

from django.db.models import Q, Value
from django.db.models.functions import Upper
from django.utils.translation import gettext

from common.refusal import Refusal
from game.models import Block, Player
from game.runtime.pubsub import publish


def find_player_by_name(name: str) -> Player | None:
    """The player of this name, however it is capitalised; if two are called so, the one who is written so."""
    if "\0" in name:
        return None
    like = Player.objects.alias(upper=Upper("username")).filter(upper=Upper(Value(name)))
    return min(like, key=lambda player: player.username != name, default=None)


def load_player_by_name(name: str) -> Player:
    """The same player, if there is one."""
    player = find_player_by_name(name)
    if player is None:
        raise Refusal("no_player", gettext("Nobody here is called %(name)s.") % {"name": name})
    return player


def block(*, player: Player, other: Player) -> None:
    """From now on these two neither meet nor read each other."""
    if other.is_bot:
        raise Refusal(
            "bad_request",
            gettext("%(other)s is a bot of the house: it comes only when it is asked.") % {"other": other},
        )
    if other == player:
        raise Refusal("bad_request", gettext("You cannot block yourself."))
    Block.objects.get_or_create(by=player, blocked=other)
    publish("lobby")


def unblock(*, player: Player, other: Player) -> None:
    """What one has blocked one may unblock; the other's block stands."""
    Block.objects.filter(by=player, blocked=other).delete()
    publish("lobby")


def blocked_pairs(players: Collection[int]) -> set[frozenset[int]]:
    """The pairs of players, one of these at least in each, that do not meet: whoever of them said so."""
    said = Block.objects.filter(Q(by__in=players) | Q(blocked__in=players)).values_list("by", "blocked")
    return {frozenset(pair) for pair in said}


def blocked_names(players: Collection[int]) -> list[tuple[int, str]]:
    """Whom these players have blocked, by name."""
    said = Block.objects.filter(by__in=players).order_by("pk")
    return list(said.values_list("by", "blocked__username"))


def check_not_blocked(player: Player, other: Player) -> None:
    """Refuse what would bring two together who are kept apart."""
    either_way = Q(by=player, blocked=other) | Q(by=other, blocked=player)
    if Block.objects.filter(either_way).exists():
        raise Refusal("blocked", gettext("You cannot play with this player."))
