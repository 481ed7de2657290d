"""The call about the players that the caller follows."""

from django.http import HttpRequest
from msgspec import Struct

from game.runtime.presence import presence
from game.tokens.scopes import ANY
from game.web.api.call import Call, Example
from game.web.api.common import Moment, player_of, to_ms
from game.web.api.sections import DAYS_EVENTS_CLUBS
from people.following.people import KINDS, load_following


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


def show_following(request: HttpRequest) -> FollowedPlayers:
    player = player_of(request)
    found = load_following({player.pk}, presence.find(KINDS))[player.pk]
    return FollowedPlayers(
        [
            Followed(
                one.player.username,
                one.points,
                one.is_here,
                one.game.pk if one.game else None,
                to_ms(one.seen_at) if one.seen_at else None,
            )
            for one in found.players
        ]
    )


CALLS = {
    DAYS_EVENTS_CLUBS: (
        Call(
            name="show_following",
            rank=3,
            method="GET",
            path="/following",
            words="Lists the players you follow, who of them is online, and where they can be watched.",
            view=show_following,
            scopes=ANY,
            is_private=True,
            answer=FollowedPlayers,
            example=Example(FollowedPlayers([Followed("Bob", 1531, True, None, 1764150000000)])),
        ),
    ),
}
