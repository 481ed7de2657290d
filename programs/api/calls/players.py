"""Calls about players: who they are, how they came there, and whom they met."""

from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from asgiref.sync import sync_to_async
from django.db.models import Q
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.translation import gettext
from msgspec import Meta, Struct

from common.page_parts import load_parts
from common.refusal import Refusal
from game.accounts.advice_permission import require_no_rated_game
from game.accounts.blocks import find_player_by_name, load_player_by_name
from game.models import Game, Player
from game.table.bot_accounts import find_profile
from people.profiles.curve import points_lines
from people.profiles.history import HistoryPage, PlayedGame, find_history_page
from people.profiles.record import find_meetings
from people.profiles.visibility import is_on_ladder, is_open_to
from programs.api.call import Call, Example, Section
from programs.api.caller import find_caller
from programs.api.calls.common import (
    GAMES_AT_ONCE,
    Moment,
    Name,
    describe_reviews,
    from_ms,
    games_of_event,
    lines_response,
    load_open_player,
    to_ms,
)
from ranking.leaderboard import compute_rank, load_top
from ranking.models import Kind
from ranking.rules.levels import level
from ranking.standings import OF_BOTS, OF_PEOPLE, load_standings

KindName = Literal["people", "house", "bots"]
KIND_NAMES: dict[Kind, KindName] = {Kind.PEOPLE: "people", Kind.HOUSE: "house", Kind.BOTS: "bots"}
MAX_PLAYERS = 300


class Place(Struct, frozen=True):
    """Where one stands against one kind of opponent, or as a bot. Of a private profile there is no rank."""

    kind: KindName
    points: int
    level: int
    rank: int | None
    wins: int
    losses: int


class PlayerInfo(Struct, frozen=True):
    """A player. Of bots, those of the house have points that never change; guests have none."""

    name: str
    nickname: str | None
    bot: bool
    guest: bool
    private: bool
    title: str | None
    house_points: int | None
    places: list[Place]


class Players(Struct, frozen=True):
    """The players that there are, in the order of the request."""

    players: list[PlayerInfo]


class NamesBody(Struct, forbid_unknown_fields=True, frozen=True):
    """Names of players."""

    names: Annotated[list[Name], Meta(max_length=MAX_PLAYERS)]


class PointsAt(Struct, frozen=True):
    """A player's points from a moment on."""

    at: Moment
    points: int


class Curve(Struct, frozen=True):
    """Points over time against one kind of opponent; of many changes every n-th, and the last."""

    kind: KindName
    moments: list[PointsAt]


class Curves(Struct, frozen=True):
    """A player's points over time."""

    curves: list[Curve]


class Row(Struct, frozen=True):
    """A line of the ladder."""

    rank: int
    name: str
    points: int
    level: int
    wins: int
    losses: int


class Ladder(Struct, frozen=True):
    """The first fifty."""

    kind: KindName
    rows: list[Row]


class Pair(Struct, frozen=True):
    """The finished games of two players against each other, as the first of them sees them."""

    one: str
    other: str
    won: int
    lost: int


class GamesQuery(Struct, frozen=True):
    """Which games, and what of them."""

    since: Annotated[int | None, Meta(description="Only games that ended at or after this moment.")] = None
    until: Annotated[int | None, Meta(description="Only games that ended before this moment.")] = None
    vs: Annotated[str, Meta(description="Only games against this player.", max_length=150)] = ""
    rated: Annotated[bool | None, Meta(description="Only games for points, or only those for fun.")] = None
    event: Annotated[str, Meta(description="Only games of this event.", max_length=16)] = ""
    moves: Annotated[bool, Meta(description="With the moves, as the transcript writes them.")] = False
    review: Annotated[bool, Meta(description="With the review, as far as there is one.")] = False
    max: Annotated[int, Meta(description="At most so many.", ge=1)] = 1_000_000


class GameOfPlayer(Struct, frozen=True):
    """A finished game, as one of its two players sees it."""

    game: str
    opponent: str
    won: bool | None
    value: int
    ended: str
    points: int
    points_against: int
    ahead: int
    rated: bool
    voided: bool
    change: int | None
    at: Moment
    moves: str | msgspec.UnsetType = msgspec.UNSET
    review: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


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


def show_ladder(request: HttpRequest, kind: str) -> Ladder:
    if kind not in OF_PEOPLE:
        raise Refusal("bad_request", gettext("Choose %(kinds)s.") % {"kinds": ", ".join(Kind.values)})
    rows = [
        Row(
            row.rank,
            row.standing.player.username,
            row.standing.points,
            row.level,
            row.standing.wins,
            row.standing.losses,
        )
        for row in load_top(Kind(kind))
    ]
    return Ladder(kind, rows)  # type: ignore[arg-type]


def show_pair(request: HttpRequest, one: str, other: str) -> Pair:
    player, opponent = load_open_player(request, one), load_open_player(request, other)
    met = find_meetings(player, opponent)
    return Pair(player.username, opponent.username, met.won if met else 0, met.lost if met else 0)


def show_games(request: HttpRequest, name: str, query: GamesQuery) -> StreamingHttpResponse:
    player = load_open_player(request, name)
    if query.review:
        require_no_rated_game(find_caller(request))
    find_page = partial(
        find_history_page, player.pk, viewer=request.user, only=_condition(query), size=GAMES_AT_ONCE
    )
    return lines_response(_find_games(find_page, query))


async def _find_games(
    find_page: Callable[..., HistoryPage | None], query: GamesQuery
) -> AsyncIterator[GameOfPlayer]:
    """The games, a page of the player's history after the other."""
    after, left = None, query.max
    while True:
        page = await sync_to_async(find_page)(after=after)
        if page is None:  # the game that it would begin after has become an open one
            return
        for line in await sync_to_async(_describe_games)(page.games[:left], query):
            yield line
        left -= len(page.games)
        after = page.next
        if after is None or left <= 0:
            return


def _condition(query: GamesQuery) -> Q:
    """The games that a query is for, as their score sheets tell."""
    only = Q()
    if query.since is not None:
        only &= Q(at__gte=from_ms(query.since))
    if query.until is not None:
        only &= Q(at__lt=from_ms(query.until))
    if query.vs:
        only &= Q(opponent=load_player_by_name(query.vs))
    if query.rated is not None:
        only &= Q(rated=query.rated)
    if query.event:
        only &= games_of_event(query.event)
    return only


def _describe_games(played: Sequence[PlayedGame], query: GamesQuery) -> list[GameOfPlayer]:
    ids = [one.game for one in played]
    rows = Game.objects.filter(pk__in=ids)
    moves = dict(rows.values_list("pk", "transcript")) if query.moves else {}
    reviews = describe_reviews(rows.only("pk")) if query.review else {}
    return [
        GameOfPlayer(
            game=one.game,
            opponent=one.opponent.username,
            won=one.won,
            value=one.value,
            ended=one.ended,
            points=one.points,
            points_against=one.points_against,
            ahead=one.ahead,
            rated=one.rated,
            voided=one.voided,
            change=one.change,
            at=to_ms(one.at),
            moves=moves.get(one.game, msgspec.UNSET),
            review=reviews.get(one.game, msgspec.UNSET),
        )
        for one in played
    ]


def describe_player(player: Player, viewer: Any) -> PlayerInfo:
    """A player as a caller may see them."""
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
SECTION = Section(
    "players",
    "Players and the ladder",
    "Who players are, how they stand, how they came there, and whom they met.",
    (
        Call(
            name="show_player",
            method="GET",
            path="/players/{name}",
            words="A player: points, level and rank, against people and against the house.",
            view=show_player,
            answer=PlayerInfo,
            refusals=("no_player",),
            example=Example(ANN, path={"name": "Ann"}),
        ),
        Call(
            name="show_players",
            method="POST",
            path="/players",
            words="Up to 300 players at once. Names that nobody has are left out.",
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
            words="A player’s points over time, as the chart on their page.",
            view=show_curve,
            answer=Curves,
            refusals=("no_player", "private"),
            example=Example(
                Curves([Curve("people", [PointsAt(1764150000000, 1500), PointsAt(1764153600000, 1521)])]),
                path={"name": "Ann"},
            ),
        ),
        Call(
            name="show_games",
            method="GET",
            path="/players/{name}/games",
            words="A player’s finished games, the newest first, a line of JSON each. Games whose cards are"
            " still played at other tables come when they are over everywhere.",
            view=show_games,
            query=GamesQuery,
            answer=GameOfPlayer,
            has_lines=True,
            refusals=("no_player", "private", "rated_game"),
            example=Example(
                GameOfPlayer(
                    "k3v9a2x7m4qc", "Bob", True, 1, "played", 121, 104, 0, True, False, 21, 1764153600000,
                    "rules{...} #0 #1 a12 b36 ...",
                ),
                path={"name": "Ann"},
                query={"rated": "true", "moves": "true", "max": "20"},
            ),
        ),
        Call(
            name="show_pair",
            method="GET",
            path="/pair/{one}/{other}",
            words="How two players’ games against each other went.",
            view=show_pair,
            answer=Pair,
            refusals=("no_player", "private"),
            example=Example(Pair("Ann", "Bob", 12, 9), path={"one": "Ann", "other": "Bob"}),
        ),
        Call(
            name="show_ladder",
            method="GET",
            path="/ladder/{kind}",
            words="The first fifty of the ladder: `people`, or `house` for games against the house’s bots.",
            view=show_ladder,
            answer=Ladder,
            refusals=("bad_request",),
            example=Example(Ladder("people", [Row(1, "Ann", 1604, 1, 41, 35)]), path={"kind": "people"}),
        ),
    ),
)  # fmt: skip
