"""Calls about players: profiles, points over time, and head-to-head records."""

from typing import Annotated, Any, Literal

from django.http import HttpRequest
from django.utils.translation import gettext
from msgspec import Meta, Struct

from common.page_parts import load_parts
from common.refusal import Refusal
from game.accounts.blocks import find_player_by_name, load_player_by_name
from game.models import Player
from game.table.bot_accounts import find_profile
from game.web.api.call import Call, Example, Section
from game.web.api.common import Moment, Name, to_ms
from game.web.api.ladder import load_page
from game.web.api.paging import PageQuery
from game.web.api.sections import GAMES
from game.wire.values import one_of
from people.profiles.api_games import SHOW_GAMES, SHOW_MEANING, load_open_player
from people.profiles.curve import points_lines
from people.profiles.record import find_meetings
from people.profiles.visibility import is_on_ladder, is_open_to
from ranking.leaderboard import compute_rank
from ranking.models import Kind
from ranking.rules.levels import level
from ranking.standings import OF_BOTS, OF_PEOPLE, load_standings

KindName = Literal["people", "house", "bots"]
KIND_NAMES: dict[Kind, KindName] = {Kind.PEOPLE: "people", Kind.HOUSE: "house", Kind.BOTS: "bots"}
MAX_PLAYERS = 300


class Place(Struct, frozen=True):
    """A player's standing against people, against the house, or as a bot. Private profiles have no rank."""

    kind: KindName
    points: int
    level: int
    rank: int | None
    wins: int
    losses: int


class PlayerInfo(Struct, frozen=True):
    """A player. The points of house bots never change; guests have no points."""

    name: str
    nickname: str | None
    bot: bool
    guest: bool
    private: bool
    title: str | None
    house_points: int | None
    places: list[Place]


class Players(Struct, frozen=True):
    """The players that exist, in the order of the request."""

    players: list[PlayerInfo]


class NamesBody(Struct, forbid_unknown_fields=True, frozen=True):
    """Names of players."""

    names: Annotated[list[Name], Meta(max_length=MAX_PLAYERS)]


class PointsAt(Struct, frozen=True):
    """A player's points from a moment on."""

    at: Moment
    points: int


class Curve(Struct, frozen=True):
    """Points over time against one kind of opponent. Of many changes it has every n-th and the last."""

    kind: KindName
    moments: list[PointsAt]


class Curves(Struct, frozen=True):
    """A player's points over time."""

    curves: list[Curve]


class Row(Struct, frozen=True):
    """A row of the ladder."""

    rank: int
    name: str
    points: int
    level: int
    wins: int
    losses: int


class Ladder(Struct, frozen=True):
    """Fifty players of the ladder, highest first."""

    kind: KindName
    rows: list[Row]
    next: str | None


class Pair(Struct, frozen=True):
    """The finished games of two players against each other, from the first player's side."""

    one: str
    other: str
    won: int
    lost: int


def show_player(request: HttpRequest, name: str) -> PlayerInfo:
    return describe_player(load_player_by_name(name), request.user)


def show_players(request: HttpRequest, body: NamesBody) -> Players:
    found = (find_player_by_name(name) for name in body.names)
    return Players([describe_player(player, request.user) for player in found if player is not None])


def show_curve(request: HttpRequest, name: str) -> Curves:
    player = load_open_player(request, name)
    return Curves(
        [
            Curve(
                KIND_NAMES[line.kind], [PointsAt(to_ms(moment.at), moment.points) for moment in line.moments]
            )
            for line in points_lines(player.pk)
        ]
    )


def show_ladder(request: HttpRequest, kind: str, query: PageQuery) -> Ladder:
    if kind not in OF_PEOPLE:
        raise Refusal("bad_request", gettext("Choose %(kinds)s.") % {"kinds": ", ".join(Kind.values)})
    found, following = load_page(Kind(kind), query)
    rows = [
        Row(
            row.rank,
            row.standing.player.username,
            row.standing.points,
            row.level,
            row.standing.wins,
            row.standing.losses,
        )
        for row in found
    ]
    return Ladder(kind, rows, following)  # type: ignore[arg-type]


def show_pair(request: HttpRequest, one: str, other: str) -> Pair:
    player, opponent = load_open_player(request, one), load_open_player(request, other)
    met = find_meetings(player, opponent)
    return Pair(player.username, opponent.username, met.won if met else 0, met.lost if met else 0)


def describe_player(player: Player, viewer: Any) -> PlayerInfo:
    """Return what a caller may see of a player."""
    title = load_parts("profile", player).get("title")
    bot = find_profile(player.brain)
    return PlayerInfo(
        name=player.username,
        nickname=player.shown_nickname,
        bot=player.is_any_bot,
        guest=player.is_guest,
        private=player.is_private,
        title=str(title.said) if title else None,
        house_points=bot.points if bot else None,
        places=_places(player, is_open_to(viewer, player)) if is_on_ladder(player) else [],
    )


def _places(player: Player, shows_all: bool) -> list[Place]:
    kinds = OF_BOTS if player.is_api_bot else (Kind.PEOPLE, Kind.HOUSE)
    both = load_standings(player.pk, kinds)
    return [
        Place(
            KIND_NAMES[kind],
            own.points,
            level(own.points).number,
            compute_rank(own) if own.listed and shows_all else None,
            own.wins,
            own.losses,
        )
        for kind in kinds
        for own in (both[kind],)
    ]


ANN = PlayerInfo(
    "Ann", None, False, False, False, None, None,
    [Place("people", 1604, 1, 12, 41, 35), Place("house", 1531, 1, None, 3, 2)],
)  # fmt: skip
NOVICE = PlayerInfo("Novice", None, True, False, False, None, 1200, [])
PLAYERS = Section(
    "players",
    "Players and the ladder",
    "Players: their profiles, standings, points over time and head-to-head records.",
)
CALLS = {
    PLAYERS: (
        Call(
            name="show_player",
            method="GET",
            path="/players/{name}",
            words="Shows a player: points, level and rank, against people and against the house.",
            view=show_player,
            answer=PlayerInfo,
            refusals=("no_player",),
            example=Example(ANN, path={"name": "Ann"}),
        ),
        Call(
            name="show_players",
            method="POST",
            path="/players",
            words="Returns up to 300 players at once. Unknown names are left out.",
            view=show_players,
            body=NamesBody,
            max_bytes=64 * 1024,
            answer=Players,
            example=Example(Players([ANN, NOVICE]), body=NamesBody(["Ann", "Novice", "Nobody"])),
        ),
        Call(
            name="show_curve",
            method="GET",
            path="/players/{name}/curve",
            words="Returns a player’s points over time, as in the chart on their profile.",
            view=show_curve,
            answer=Curves,
            refusals=("no_player", "private"),
            example=Example(
                Curves([Curve("people", [PointsAt(1764150000000, 1500), PointsAt(1764153600000, 1521)])]),
                path={"name": "Ann"},
            ),
        ),
        SHOW_GAMES,
        Call(
            name="show_pair",
            method="GET",
            path="/pair/{one}/{other}",
            words="Shows the head-to-head record of two players.",
            view=show_pair,
            answer=Pair,
            refusals=("no_player", "private"),
            example=Example(Pair("Ann", "Bob", 12, 9), path={"one": "Ann", "other": "Bob"}),
        ),
        Call(
            name="show_ladder",
            method="GET",
            path="/ladder/{kind}",
            words="Lists the ladder, fifty at a time: `people`, or `house` for games against house bots.",
            view=show_ladder,
            query=PageQuery,
            answer=Ladder,
            parameter_types={"kind": Annotated[str, one_of(*OF_PEOPLE)]},
            refusals=("bad_request",),
            example=Example(
                Ladder("people", [Row(1, "Ann", 1604, 1, 41, 35)], None), path={"kind": "people"}
            ),
        ),
    ),
    GAMES: (SHOW_MEANING,),
}  # fmt: skip
