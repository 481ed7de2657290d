"""What the lobby shows: one look for all who are in it, and of that to each what concerns them."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import Q

from common import clock
from game.lobby import blocks
from game.lobby.matchmaking import for_anyone, open_seeks
from game.lobby.seeks import invite
from game.models import Game, Player, Seek
from game.table.wire import Json, encode
from ranking.models import Kind
from ranking.standings import points_of

SEEKS, GAMES, HERE, OF_ONE = 100, 30, 200, 20

COLUMNS = ("id", "params", "clock", "rated", "score_a", "score_b", "seat_a__username", "seat_b__username")
NAMED = ("username", "is_guest", "brain")
ELDEST = ("created_at", "pk")


@dataclass(frozen=True, slots=True)
class Look:
    """The lobby at one moment, as far as those who look at it may see any of it."""

    at: datetime
    here: list[Player]
    seeks: list[Seek]
    concerning: list[Seek]
    games: list[Game]
    playing: list[Game]
    apart: set[frozenset[int]]
    blocked: list[tuple[int, str]]
    points: dict[int, int]


def look(viewers: Collection[int], here: Collection[str]) -> Look:
    """Read the lobby for these viewers: so many queries for one of them, and as many for a thousand."""
    seeks, games = open_seeks(), Game.objects.unfinished().select_related("seat_a", "seat_b")
    between_people = games.filter(seat_a__brain="", seat_b__brain="", ply__gt=0)
    there = Player.objects.filter(pk__in=list(here)).order_by("is_guest", "username")
    mine_or_to_me = seeks.filter(Q(player__in=viewers) | Q(to__in=viewers)).select_related("player", "to")
    mine = games.filter(Q(seat_a__in=viewers) | Q(seat_b__in=viewers))
    present = list(there.only(*NAMED)[:HERE])
    open_to_all = list(for_anyone(seeks).select_related("player").order_by(*ELDEST)[:SEEKS])
    concerning = list(mine_or_to_me.order_by(*ELDEST)) if viewers else []
    shown = {
        *viewers,
        *(player.pk for player in present),
        *(seek.player_id for seek in open_to_all + concerning),
    }
    return Look(
        at=clock.now(),
        here=present,
        seeks=open_to_all,
        concerning=concerning,
        games=_newest(between_people, GAMES),
        playing=_newest(mine, OF_ONE * len(viewers)) if viewers else [],
        apart=blocks.kept_apart(viewers) if viewers else set(),
        blocked=blocks.blocked_by(viewers) if viewers else [],
        points=points_of(shown, Kind.PEOPLE),
    )


def _newest(games: Any, most: int) -> list[Game]:
    return list(games.only(*COLUMNS, "seat_a_id", "seat_b_id").order_by("-created_at")[:most])


class Lobby:
    """One look at the lobby, serialised once, out of which every viewer's own frame is put together."""

    def __init__(self, look: Look, count: int) -> None:
        self.apart = look.apart
        self.blocked: dict[int, list[str]] = defaultdict(list)
        for player, name in look.blocked:
            self.blocked[player].append(name)
        self.points = look.points
        here = [
            {"name": one.username, "guest": one.is_guest, "points": points_shown(one, self.points)}
            for one in look.here
        ]
        self.here, self.count = _raw(here), count
        self.seeks = [(seek.player_id, _raw(seek_json(seek, look.at, self.points))) for seek in look.seeks]
        self.games = [_raw(game_json(game)) for game in look.games]
        self.mine: dict[int, list[Json]] = defaultdict(list)
        self.challenges: dict[int, list[tuple[int, Json]]] = defaultdict(list)
        for seek in look.concerning:
            self.mine[seek.player_id].append(seek_json(seek, look.at, self.points, to_owner=True))
            if seek.to_id is not None:
                self.challenges[seek.to_id].append((seek.player_id, seek_json(seek, look.at, self.points)))
        self.playing: dict[int, list[Json]] = defaultdict(list)
        for game in look.playing:
            for player in (game.seat_a_id, game.seat_b_id):
                self.playing[player].append(game_json(game))

    def frame(self, viewer: Player | None) -> bytes:
        """What one viewer sees."""
        me = None if viewer is None else viewer.pk
        return encode(
            {
                "t": "lobby",
                "you": viewer and viewer.username,
                "guest": viewer is not None and viewer.is_guest,
                "points": viewer and points_shown(viewer, self.points),
                "here": self.here,
                "count": self.count,
                "seeks": self._not_apart(me, self.seeks),
                "challenges": self._not_apart(me, self.challenges.get(me, []) if me else [])[:OF_ONE],
                "mine": self.mine.get(me, []) if me else [],
                "games": self.games,
                "blocked": self.blocked.get(me, []) if me else [],
                "playing": self.playing.get(me, [])[:OF_ONE] if me else [],
            }
        )

    def _not_apart(self, me: int | None, seeks: Iterable[tuple[int, Any]]) -> list[Any]:
        """The seeks of those whom this viewer may meet."""
        return [seek for player, seek in seeks if frozenset((player, me)) not in self.apart]


def words_of(seek_id: str) -> list[tuple[int, bytes]]:
    """Whom to tell what about a seek: both that they play, its owner that the answer is no."""
    seek = Seek.objects.select_related("game", "to").filter(pk=seek_id).first()
    if seek is None:
        return []
    if seek.declined and seek.to is not None:
        declined = {"t": "declined", "seek": seek_id, "by": seek.to.username, "reason": seek.declined}
        return [(seek.player_id, encode(declined))]
    if seek.game is None or seek.game.pk != seek_id:
        return []  # it waits, or has lapsed, or was met by an elder seek: then that one's word tells both
    players = (seek.game.seat_a_id, seek.game.seat_b_id)
    own = dict(Seek.objects.filter(game=seek_id).values_list("player", "pk"))
    return [
        (player, encode({"t": "paired", "game": seek_id, "seek": own.get(player, seek_id)}))
        for player in players
    ]


def points_shown(player: Player, points: Mapping[int, int]) -> int | None:
    """What a player has among people; only an account has any."""
    return points[player.pk] if player.has_account else None


def seek_json(seek: Seek, now: datetime, points: Mapping[int, int], to_owner: bool = False) -> Json:
    """A seek as the lobby and its own table tell it; the link is its owner's to give."""
    return {
        "id": seek.pk,
        "by": seek.player.username,
        "guest": seek.player.is_guest,
        "points": points_shown(seek.player, points),
        "to": seek.to.username if seek.to else None,
        "invite": invite(seek) if to_owner else None,
        "target": seek.target,
        "counting": seek.counting,
        "clock": seek.clock,
        "rated": seek.rated,
        "quick": seek.quick,
        "waited_s": max(0, int((now - seek.created_at).total_seconds())),
    }


def game_json(game: Game) -> Json:
    """A live game, to watch or to go back to."""
    return {
        "id": game.pk,
        "players": (game.seat_a.username, game.seat_b.username),
        "scores": (game.score_a, game.score_b),
        "target": json.loads(game.params)["rules"]["target"],
        "clock": game.clock,
        "rated": game.rated,
    }


def _raw(what: Any) -> msgspec.Raw:
    return msgspec.Raw(encode(what))
