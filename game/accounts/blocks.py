"""Blocks between players: blocked players are never paired."""

from collections.abc import Collection

from django.db import transaction
from django.db.models import Q, Value
from django.db.models.functions import Upper
from django.utils.translation import gettext

from common.database.among import id_list
from common.database.compiled_query import CompiledModelQuery, CompiledQuery
from common.refusal import Refusal
from game.following.models import Follow
from game.models import Block, Player
from game.runtime.pubsub import publish, publish_on_commit


def find_player_by_name(name: str) -> Player | None:
    """Find the player with this name, ignoring case. Of two such players, prefer the exact spelling."""
    if "\0" in name:
        return None
    return min(_players_by_name.fetch_all(name), key=lambda player: player.username != name, default=None)


_players_by_name = CompiledModelQuery(
    Player,
    lambda name: Player.objects.alias(upper=Upper("username")).filter(upper=Upper(Value(name))),
    "a name",
)


def load_player_by_name(name: str) -> Player:
    """Load the player with this name, or refuse."""
    player = find_player_by_name(name)
    if player is None:
        raise Refusal("no_player", gettext("There’s no player called %(name)s.") % {"name": name})
    return player


@transaction.atomic
def block(*, player: Player, other: Player) -> None:
    """Block a player: from now on the two are not paired, and can't read or follow each other."""
    if other.is_bot:
        raise Refusal(
            "bad_request",
            gettext("%(other)s is a house bot: it only plays when you ask it to.") % {"other": other},
        )
    if other == player:
        raise Refusal("bad_request", gettext("You can’t block yourself."))
    lock_pair(player, other)
    Block.objects.get_or_create(by=player, blocked=other)
    Follow.objects.filter(_either_way("by", player, "followed", other)).delete()
    publish_on_commit("notices", [player.pk, other.pk])
    for each in (player, other):
        publish_on_commit("following", each.pk)
    publish_on_commit("lobby")


def unblock(*, player: Player, other: Player) -> None:
    """Remove a player's own block; one by the other player stays."""
    Block.objects.filter(by=player, blocked=other).delete()
    publish("notices", [player.pk, other.pk])
    publish("lobby")


def blocked_pairs(players: Collection[int]) -> set[frozenset[int]]:
    """Return the blocked pairs that include one of these players, in either direction."""
    return {frozenset(pair) for pair in _blocks_of.fetch_all(id_list(players))} if players else set()


_blocks_of = CompiledQuery(
    lambda players: Block.objects.filter(
        Q(by__among=Value(players)) | Q(blocked__among=Value(players))
    ).values_list("by", "blocked"),
    "players",
)


def blocked_names(players: Collection[int]) -> list[tuple[int, str]]:
    """Return the names that these players have blocked."""
    return [(by, name) for by, name in _names_blocked_by.fetch_all(id_list(players))]


_names_blocked_by = CompiledQuery(
    lambda players: (
        Block.objects.filter(by__among=Value(players)).order_by("pk").values_list("by", "blocked__username")
    ),
    "players",
)


def is_blocked(player: Player, other: Player) -> bool:
    """Return whether either of two players blocked the other."""
    return _blocks_between.fetch(player.pk, other.pk) is not None


_blocks_between = CompiledQuery(
    lambda one, other: Block.objects.filter(
        _either_way("by", Player(pk=one), "blocked", Player(pk=other))
    ).values_list("pk")[:1],
    *(-1, -2),
)


def check_not_blocked(player: Player, other: Player) -> None:
    """Refuse to bring two players together if either blocked the other."""
    if is_blocked(player, other):
        raise Refusal("blocked", gettext("You can’t play this player."))


def lock_pair(player: Player, other: Player) -> None:
    """Lock two players in a fixed order, so that no block is added while a forbidden row is written."""
    both = Player.objects.filter(pk__in=(player.pk, other.pk)).order_by("pk")
    list(both.select_for_update(no_key=True).values_list("pk"))


def _either_way(of: str, player: Player, to: str, other: Player) -> Q:
    return Q(**{of: player, to: other}) | Q(**{of: other, to: player})
