"""Calls about the players that the caller follows and blocks."""

from django.http import HttpRequest
from msgspec import Struct

from game.accounts import blocks
from game.accounts.blocks import load_player_by_name
from game.runtime.presence import presence
from game.tokens.scopes import ANY, TO_FOLLOW
from game.web.api.call import Call, Example
from game.web.api.common import Done, Moment, player_of, to_ms
from game.web.api.paging import PageQuery, cut_page
from game.web.api.sections import DAYS_EVENTS_CLUBS
from people.following import follows
from people.following.follows import MAX_FOLLOWED
from people.following.people import KINDS, load_following

MAX_BLOCKED = 1_000


class Followed(Struct, frozen=True):
    """A followed player. `game` is a game in which they can be watched now."""

    name: str
    points: int
    here: bool
    game: str | None
    seen: Moment | None


class FollowedPlayers(Struct, frozen=True):
    """The players that the caller follows, by name. Only the caller can read this list."""

    following: list[Followed]
    next: str | None


def show_following(request: HttpRequest, query: PageQuery) -> FollowedPlayers:
    player = player_of(request)
    found = load_following({player.pk}, presence.find(KINDS))[player.pk]
    shown, following = cut_page(found.players, query, MAX_FOLLOWED, lambda one: one.player.username)
    return FollowedPlayers(
        [
            Followed(
                one.player.username,
                one.points,
                one.is_here,
                one.game.pk if one.game else None,
                to_ms(one.seen_at) if one.seen_at else None,
            )
            for one in shown
        ],
        following,
    )


class BlockedPlayers(Struct, frozen=True):
    """The names of the players that the caller blocks, oldest block first. Only the caller can read them."""

    blocked: list[str]
    next: str | None


def follow_player(request: HttpRequest, other: str) -> Done:
    follows.follow(player=player_of(request), other=load_player_by_name(other))
    return Done()


def unfollow_player(request: HttpRequest, other: str) -> Done:
    follows.unfollow(player=player_of(request), other=load_player_by_name(other))
    return Done()


def list_blocked(request: HttpRequest, query: PageQuery) -> BlockedPlayers:
    names = [name for _, name in blocks.blocked_names([player_of(request).pk])]
    shown, following = cut_page(names, query, MAX_BLOCKED, str)
    return BlockedPlayers([*shown], following)


def block_player(request: HttpRequest, other: str) -> Done:
    blocks.block(player=player_of(request), other=load_player_by_name(other))
    return Done()


def unblock_player(request: HttpRequest, other: str) -> Done:
    blocks.unblock(player=player_of(request), other=load_player_by_name(other))
    return Done()


CALLS = {
    DAYS_EVENTS_CLUBS: (
        Call(
            name="show_following",
            rank=3,
            method="GET",
            path="/following",
            words="Lists the players you follow, who of them is online, and where they can be watched.",
            view=show_following,
            query=PageQuery,
            scopes=ANY,
            is_private=True,
            answer=FollowedPlayers,
            example=Example(FollowedPlayers([Followed("Bob", 1531, True, None, 1764150000000)], None)),
        ),
        Call(
            name="follow_player",
            rank=3,
            method="PUT",
            path="/following/{other}",
            words="Follows a player, who never learns of it. The call is idempotent.",
            view=follow_player,
            scopes=TO_FOLLOW,
            answer=Done,
            refusals=("no_player", "blocked", "people_only", "bad_request", "full"),
            example=Example(Done(), path={"other": "Bob"}),
        ),
        Call(
            name="unfollow_player",
            rank=3,
            method="DELETE",
            path="/following/{other}",
            words="Stops following a player. The call is idempotent.",
            view=unfollow_player,
            scopes=TO_FOLLOW,
            answer=Done,
            refusals=("no_player",),
            example=Example(Done(), path={"other": "Bob"}),
        ),
        Call(
            name="list_blocked",
            rank=3,
            method="GET",
            path="/blocks",
            words="Lists the players you block.",
            view=list_blocked,
            scopes=ANY,
            is_private=True,
            query=PageQuery,
            answer=BlockedPlayers,
            example=Example(BlockedPlayers(["Carl"], None)),
        ),
        Call(
            name="block_player",
            rank=3,
            method="PUT",
            path="/blocks/{other}",
            words="Blocks a player: you two are not paired, and cannot chat or follow each other. The call is"
            " idempotent.",
            view=block_player,
            scopes=TO_FOLLOW,
            answer=Done,
            refusals=("no_player", "bad_request"),
            example=Example(Done(), path={"other": "Bob"}),
        ),
        Call(
            name="unblock_player",
            rank=3,
            method="DELETE",
            path="/blocks/{other}",
            words="Removes your block of a player. A block by the other player stays.",
            view=unblock_player,
            scopes=TO_FOLLOW,
            answer=Done,
            refusals=("no_player",),
            example=Example(Done(), path={"other": "Bob"}),
        ),
    ),
}
