"""What waits for a player: plain data from which a page builds sentences.

Everything is computed from the database, so that nothing is lost, and finished things disappear.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import timedelta

from django.db.models import Q

from common import clock
from common.formats.json import Json
from game.accounts import blocks
from game.engine.state import Seat
from game.lobby.display.snapshot import seek_fields
from game.lobby.matchmaking import is_open
from game.models import ForgottenGames, Game, Player, Ruling, Seek
from game.table.clocks.turns import TURN_COLUMNS, is_turn_of, move_due_at, seats_awaited
from game.table.clocks.vacations import load_vacations, players_at, rests_until
from people.notices.notice_kinds import TURN, TURN_ENDING, TURN_ENDING_LEFT
from ranking.models import Kind
from ranking.standings import load_points

# Below this ply, a seat that is expected has not moved yet: the cut, the deal, the opponent's discard.
BEGINNING = 3
ENDING_LEFT_MS = TURN_ENDING_LEFT // timedelta(milliseconds=1)


def load_waiting(players: Collection[int]) -> tuple[list[tuple[int, Json]], Mapping[int, int]]:
    """Return what waits for these players, most urgent first, and the points of all players involved."""
    seeks = _load_seeks(players)
    points = load_points({*players, *(seek.player_id for seek in seeks)}, Kind.PEOPLE)
    waiting = (
        *_game_notices(players),
        *_seek_notices(players, seeks, points),
        *_ruling_notices(players),
        *_forgotten_notices(players),
    )
    return [(player, notice) for player, notice in waiting if player in players], points


# Games: a seek was accepted, or it is the player's turn.


def _game_notices(players: Collection[int]) -> Iterator[tuple[int, Json]]:
    live = Game.objects.unfinished().filter(Q(seat_a__in=players) | Q(seat_b__in=players))
    games = live.select_related("seat_a", "seat_b").only(*TURN_COLUMNS).order_by("deadline", "created_at")
    awaited = [(game, seat) for game in games for seat in seats_awaited(game) or ()]
    own_seeks = _load_own_seeks([game.pk for game, _ in awaited if game.ply <= BEGINNING], players)
    vacations = load_vacations(players_at(game for game, _ in awaited))
    began, turns = [], []
    for game, seat in awaited:
        player, opponent = (game.seat_a, game.seat_b)[:: -1 if seat else 1]
        if (seek := own_seeks.get((player.pk, game.pk))) is not None:
            began.append((player.pk, _game_json("began", game, seat, opponent) | {"seek": seek}))
        elif is_turn_of(game, seat):
            kind = TURN_ENDING if is_ending(game) else TURN
            away = {"away_until": rests_until(game, seat, vacations)}
            turns.append((player.pk, _game_json(kind.name, game, seat, opponent) | away))
    yield from began
    yield from turns


def is_ending(game: Game) -> bool:
    """Return whether a move with a day's time is due soon."""
    due_at = move_due_at(game)
    return due_at is not None and due_at - clock.milliseconds() <= ENDING_LEFT_MS


def _load_own_seeks(games: list[str], players: Collection[int]) -> dict[tuple[int, str], str]:
    """Return the seeks by which these players came to games that have just begun."""
    if not games:
        return {}
    rows = Seek.objects.filter(game__in=games, player__in=players).values_list("player", "game", "pk")
    return {(player, game): seek for player, game, seek in rows}


def _game_json(kind: str, game: Game, seat: Seat, opponent: Player) -> Json:
    return {
        "kind": kind,
        "id": game.pk,
        "seat": int(seat),
        "opponent": opponent.username,
        **opponent.beside_name,
        "deadline": move_due_at(game),
    }


# Seeks: challenges to the player, their own open ones, and declined ones.


def _load_seeks(players: Collection[int]) -> list[Seek]:
    lasting = Seek.objects.filter(game=None, expires_at__gt=clock.now())
    concerning = Q(player__in=players) | Q(to__in=players, declined="")
    return list(
        lasting.filter(concerning).select_related("player", "to", "rematch_of").order_by("created_at", "pk")
    )


def _seek_notices(
    players: Collection[int], seeks: Iterable[Seek], points: Mapping[int, int]
) -> Iterator[tuple[int, Json]]:
    apart = blocks.blocked_pairs(players)
    for seek in seeks:
        shown = seek_fields(seek, points)
        if seek.declined and seek.to is not None:
            by = {"by": seek.to.username, **seek.to.beside_name}
            yield seek.player_id, shown | by | {"kind": "declined", "reason": seek.declined}
        elif is_open(seek):
            yield seek.player_id, shown | {"kind": "waiting"}
            if seek.to_id is not None and frozenset((seek.player_id, seek.to_id)) not in apart:
                yield seek.to_id, shown | {"kind": "challenge"}


# The player's games that ended because neither player moved.


def _forgotten_notices(players: Collection[int]) -> Iterator[tuple[int, Json]]:
    for forgotten in ForgottenGames.objects.filter(player__in=players):
        yield (
            forgotten.player_id,
            {"kind": "forgotten", "id": forgotten.at.isoformat(), "games": forgotten.games},
        )


# Rulings: unread warnings, and a mute that is in force.


def _ruling_notices(players: Collection[int]) -> Iterator[tuple[int, Json]]:
    now = clock.now()
    unread = Q(kind=Ruling.Kind.WARN, read_at=None)
    in_force = Q(kind=Ruling.Kind.MUTE, player__muted_until__gt=now)
    rulings = Ruling.objects.filter(unread | in_force, player__in=players)
    mutes: dict[int, Json] = {}
    for ruling in (
        rulings.select_related("player").only("kind", "reason", "until", "player").order_by("at", "pk")
    ):
        assert ruling.player_id is not None
        said = {"id": str(ruling.pk), "reason": ruling.reason}
        if ruling.kind == Ruling.Kind.WARN:
            yield ruling.player_id, said | {"kind": "warned"}
        else:  # the last ruling counts
            until = ruling.until.isoformat() if ruling.until else None
            mutes[ruling.player_id] = said | {"kind": "muted", "until": until}
    yield from mutes.items()
