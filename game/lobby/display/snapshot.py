"""The lobby's data: one snapshot for all viewers, with the parts that concern each of them."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import Q, QuerySet, Value

from common import clock
from common.database.among import id_list
from common.database.compiled_query import CompiledModelQuery, CompiledQuery
from common.formats.json import Json, encode, encoded
from game.accounts import blocks
from game.engine.state import Seat
from game.following.models import Follow
from game.lobby.api_bots import without_bots
from game.lobby.display.banner import Banner
from game.lobby.display.figures import Figures, load_figures
from game.lobby.matchmaking import open_seek_filter, public_seeks
from game.lobby.seeks import invite_path
from game.models import Game, GameQuerySet, Player, Seek
from game.shared_decks.barrier import without_open
from game.table.clocks.turns import TURN_COLUMNS, is_turn_of, move_due_at
from game.table.clocks.vacations import load_vacations, players_at, rests_until
from game.wire.feeds import (
    DeclinedFrame,
    LobbyFigures,
    LobbyFrame,
    LobbyGame,
    PairedFrame,
    PlayingGame,
    PresentPlayer,
)
from game.wire.frames import WaitingSeek
from ranking.models import Kind
from ranking.standings import load_points

MAX_SEEKS, MAX_GAMES, MAX_PRESENT, MAX_PER_VIEWER = 100, 30, 200, 20

GAME_COLUMNS = (
    "id",
    "params",
    "rated",
    "best_of",
    "score_a",
    "score_b",
    "seat_a_id",
    "seat_b_id",
    *TURN_COLUMNS,
)
PLAYER_COLUMNS = ("username", "is_guest", "nickname", "brain", "is_api_bot")
OLDEST_FIRST = ("created_at", "pk")


@dataclass(frozen=True, slots=True)
class LobbySnapshot:
    """The lobby at one moment, with everything that any of its viewers may see."""

    at: datetime
    present: list[Player]
    seeks: list[Seek]
    viewers_seeks: list[Seek]
    games: list[Game]
    viewers_games: list[Game]
    blocked_pairs: set[frozenset[int]]
    blocked: list[tuple[int, str]]
    followed: list[tuple[int, str]]
    points: dict[int, int]
    figures: Figures
    vacations: Mapping[int, int]


def load_snapshot(viewers: Collection[int], present_ids: Collection[str]) -> LobbySnapshot:
    """Load the lobby for these viewers. The number of queries does not depend on the number of viewers."""
    now, listed = clock.now(), id_list(viewers)
    keys = _player_keys(present_ids)
    present = _present.fetch_all(id_list(keys)) if keys else []
    open_to_all = _open_to_all.fetch_all(now)
    concerning = _concerning.fetch_all(now, listed) if viewers else []
    shown = {
        *viewers,
        *(player.pk for player in present),
        *(seek.player_id for seek in open_to_all + concerning),
    }
    own_games = _load_games_of(viewers) if viewers else []
    return LobbySnapshot(
        at=now,
        present=present,
        seeks=open_to_all,
        viewers_seeks=concerning,
        games=_watchable.fetch_all(),
        viewers_games=own_games,
        blocked_pairs=blocks.blocked_pairs(viewers) if viewers else set(),
        blocked=blocks.blocked_names(viewers) if viewers else [],
        followed=_followed_names(viewers, present) if viewers else [],
        points=load_points(shown, Kind.PEOPLE),
        figures=load_figures(),
        vacations=load_vacations(players_at(own_games)),
    )


def load_watchable_games() -> list[LobbyGame]:
    """Return the newest watchable games, as the lobby lists them."""
    return [LobbyGame(**_game_fields(game)) for game in _watchable.fetch_all()]


def between_people(games: GameQuerySet) -> GameQuerySet:
    """Filter games that two people play, that have begun, and that may be watched."""
    return without_open(games.filter(without_bots(), seat_a__brain="", seat_b__brain="", ply__gt=0))


def _load_games_of(viewers: Collection[int]) -> list[Game]:
    """Return the newest live games of these viewers."""
    among = Value(id_list(viewers))
    games = Game.objects.unfinished().filter(Q(seat_a__among=among) | Q(seat_b__among=among))
    newest = games.select_related("seat_a", "seat_b").only(*GAME_COLUMNS).order_by("-created_at")
    return list(newest[: MAX_PER_VIEWER * len(viewers)])


def _followed_names(viewers: Collection[int], present: Iterable[Player]) -> list[tuple[int, str]]:
    """Return the present players whom these viewers follow."""
    names = {player.pk: player.username for player in present}
    follows = _follows.fetch_all(id_list(viewers), id_list(names)) if names else []
    return [(by, names[followed]) for by, followed in follows]


def _player_keys(present: Collection[str]) -> list[int]:
    """Return the present names that are player keys. Visitors without a player have other names."""
    return [int(name) for name in present if name.isdigit()]


def _select_concerning(now: datetime, viewers: str) -> QuerySet[Seek]:
    """Select the open seeks by these viewers or to them."""
    by_or_to = Q(player__among=Value(viewers)) | Q(to__among=Value(viewers))
    return Seek.objects.filter(open_seek_filter(now), by_or_to).order_by(*OLDEST_FIRST)


_LONG_AGO, _VIEWERS, _OTHERS = datetime(1, 1, 1, tzinfo=UTC), "the viewers", "others"
_SEEK_COLUMNS = [field.attname for field in Seek._meta.concrete_fields]
_present = CompiledModelQuery(
    Player,
    lambda keys: Player.objects.filter(pk__among=Value(keys)).order_by("is_guest", "username")[:MAX_PRESENT],
    _OTHERS,
    only=PLAYER_COLUMNS,
)
_open_to_all = CompiledModelQuery(
    Seek,
    lambda now: public_seeks(Seek.objects.filter(open_seek_filter(now))).order_by(*OLDEST_FIRST)[:MAX_SEEKS],
    _LONG_AGO,
    only=[*_SEEK_COLUMNS, *(f"player__{name}" for name in PLAYER_COLUMNS)],
    related=("player",),
)
_concerning = CompiledModelQuery(
    Seek,
    _select_concerning,
    *(_LONG_AGO, _VIEWERS),
    only=[
        *_SEEK_COLUMNS,
        *(f"{player}__{name}" for player in ("player", "to") for name in PLAYER_COLUMNS),
        *("rematch_of__seat_a_id", "rematch_of__seat_b_id"),
    ],
    related=("player", "to", "rematch_of"),
)
_watchable = CompiledModelQuery(
    Game,
    lambda: between_people(Game.objects.unfinished()).order_by("-created_at")[:MAX_GAMES],
    only=GAME_COLUMNS,
    related=("seat_a", "seat_b"),
)
_follows = CompiledQuery(
    lambda viewers, present: (
        Follow.objects.filter(by__among=Value(viewers), followed__among=Value(present))
        .order_by("pk")
        .values_list("by", "followed")
    ),
    *(_VIEWERS, _OTHERS),
)


class LobbyFrames:
    """A snapshot of the lobby, encoded once. Every viewer's frame is assembled from it."""

    def __init__(
        self,
        snapshot: LobbySnapshot,
        count: int,
        banner: Banner | None = None,
    ) -> None:
        self.banner = banner
        self.blocked_pairs = snapshot.blocked_pairs
        self.blocked, self.followed = _by_player(snapshot.blocked), _by_player(snapshot.followed)
        self.points = snapshot.points
        here = [
            PresentPlayer(
                name=one.username,
                **one.beside_name,
                guest=one.is_guest,
                points=visible_points(one, self.points),
            )
            for one in snapshot.present
        ]
        self.here, self.count = encoded(here), count
        self.figures = encoded(LobbyFigures(snapshot.figures.usual_wait))
        self.seeks = [
            (seek.player_id, encoded(waiting_seek(seek, snapshot.at, self.points))) for seek in snapshot.seeks
        ]
        self.games = [encoded(LobbyGame(**_game_fields(game))) for game in snapshot.games]
        self.mine: dict[int, list[WaitingSeek]] = defaultdict(list)
        self.challenges: dict[int, list[tuple[int, WaitingSeek]]] = defaultdict(list)
        for seek in snapshot.viewers_seeks:
            self.mine[seek.player_id].append(waiting_seek(seek, snapshot.at, self.points, to_owner=True))
            if seek.to_id is not None:
                self.challenges[seek.to_id].append(
                    (seek.player_id, waiting_seek(seek, snapshot.at, self.points))
                )
        self.playing: dict[int, list[PlayingGame]] = defaultdict(list)
        for game in snapshot.viewers_games:
            for seat, player in zip(Seat, (game.seat_a_id, game.seat_b_id), strict=True):
                turn = _turn_fields(game, seat, snapshot.at, snapshot.vacations)
                self.playing[player].append(PlayingGame(**_game_fields(game), **turn))

    def frame(self, viewer: Player | None) -> bytes:
        """Return the frame of one viewer."""
        me = None if viewer is None else viewer.pk
        challenges = self._seeks_visible_to(me, self.challenges.get(me, []) if me else [])
        return encode(
            LobbyFrame(
                you=None if viewer is None else viewer.username,
                guest=viewer is not None and viewer.is_guest,
                points=None if viewer is None else visible_points(viewer, self.points),
                here=self.here,
                count=self.count,
                seeks=self._seeks_visible_to(me, self.seeks),
                challenges=challenges[:MAX_PER_VIEWER],
                mine=self.mine.get(me, []) if me else [],
                games=self.games,
                blocked=self.blocked.get(me, []) if me else [],
                followed=self.followed.get(me, []) if me else [],
                figures=self.figures,
                event=self.banner and self.banner(viewer),
                playing=self.playing.get(me, [])[:MAX_PER_VIEWER] if me else [],
            )
        )

    def _seeks_visible_to(
        self, me: int | None, seeks: Iterable[tuple[int, WaitingSeek]]
    ) -> list[WaitingSeek]:
        """Return the seeks of players whom this viewer may play."""
        return [seek for player, seek in seeks if frozenset((player, me)) not in self.blocked_pairs]


def seek_notices(seek_id: str) -> list[tuple[int, bytes]]:
    """Return the notices about a seek: to both players a pairing, or to its owner the decline."""
    seek = Seek.objects.select_related("game", "to").filter(pk=seek_id).first()
    if seek is None:
        return []
    if seek.declined and seek.to is not None:
        return [(seek.player_id, encode(DeclinedFrame(seek_id, seek.to.username, seek.declined)))]
    if seek.game is None or seek.game.pk != seek_id:
        return []  # open, expired, or matched by an older seek whose own notice serves both players
    players = (seek.game.seat_a_id, seek.game.seat_b_id)
    own = dict(Seek.objects.filter(game=seek_id).values_list("player", "pk"))
    return [(player, encode(PairedFrame(seek_id, own.get(player, seek_id)))) for player in players]


def visible_points(player: Player, points: Mapping[int, int]) -> int | None:
    """Return a player's points among people. Only accounts have points."""
    return points[player.pk] if player.has_account else None


def waiting_seek(seek: Seek, now: datetime, points: Mapping[int, int], to_owner: bool = False) -> WaitingSeek:
    """Return a seek for the lobby and its own table."""
    waited_s = max(0, int((now - seek.created_at).total_seconds()))
    return WaitingSeek(**seek_fields(seek, points, to_owner), waited_s=waited_s)


def seek_fields(seek: Seek, points: Mapping[int, int], to_owner: bool = False) -> Json:
    """Return the fields of a seek. Only its owner gets the link."""
    return {
        "id": seek.pk,
        "by": seek.player.username,
        **seek.player.beside_name,
        "guest": seek.player.is_guest,
        "points": visible_points(seek.player, points),
        "to": seek.to.username if seek.to else None,
        **({"to_program": True} if seek.to is not None and seek.to.is_api_bot else {}),
        "invite": invite_path(seek) if to_owner else None,
        "target": seek.target,
        "counting": seek.counting,
        "clock": seek.clock,
        "rated": seek.rated,
        "best_of": seek.best_of,
        **_ahead(seek),
        "quick": seek.quick,
    }


def _ahead(seek: Seek) -> Json:
    """Return how many holes ahead the owner starts, if there is a head start."""
    seats_are_swapped = seek.rematch_of is not None and seek.rematch_of.seat_of(seek.player) is Seat.B
    return {"ahead": -seek.ahead if seats_are_swapped else seek.ahead} if seek.ahead else {}


def _game_fields(game: Game) -> Json:
    """Return the fields of a live game, to watch or to return to."""
    return {
        "id": game.pk,
        "players": (game.seat_a.username, game.seat_b.username),
        "nicknames": (game.seat_a.shown_nickname, game.seat_b.shown_nickname),
        **_programs(game),
        "scores": (game.score_a, game.score_b),
        **_rules(game),
        "clock": game.clock,
        "rated": game.rated,
        "best_of": game.best_of,
        "bot": game.seat_a.brain or game.seat_b.brain or None,
    }


def _programs(game: Game) -> Json:
    """Return which seats belong to API bots, if any does."""
    programs = (game.seat_a.is_api_bot, game.seat_b.is_api_bot)
    return {"programs": programs} if any(programs) else {}


def _rules(game: Game) -> Json:
    rules = json.loads(game.params)["rules"]
    return {name: rules[name] for name in ("target", "start") if name in rules}


def _turn_fields(game: Game, seat: Seat, now: datetime, vacations: Mapping[int, int]) -> Json:
    """Return the turn of the player in this seat: whether it is theirs, the time left, and any vacation."""
    due_at, is_turn = move_due_at(game), is_turn_of(game, seat)
    left = max(0, due_at - int(now.timestamp() * 1000)) if is_turn and due_at is not None else None
    return {"my_turn": is_turn, "left_ms": left, "away_until": rests_until(game, seat, vacations)}


def _by_player(named: Iterable[tuple[int, str]]) -> dict[int, list[str]]:
    names: dict[int, list[str]] = defaultdict(list)
    for player, name in named:
        names[player].append(name)
    return names
