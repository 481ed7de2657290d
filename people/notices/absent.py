"""Store notifications for players who may be away: their turns in games with a day per move, and challenges.

The bell computes these from the database. Push and mail need a stored notification, which is sent once.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, Value
from django.db.models.functions import Concat

from common import clock
from common.database.thread import on_the_database_thread
from game.accounts import blocks
from game.engine.state import Seat
from game.engine.transcript import parse_transcript
from game.lobby.matchmaking import open_seeks
from game.models import Game, Player
from game.table.clocks.time_control import DAY, GRACE, MINUTE
from game.table.clocks.turns import TURN_COLUMNS, is_turn_of, turn_start_ply
from people.notices.kinds import Kind
from people.notices.models import Notice, PushSubscription
from people.notices.notice_kinds import CHALLENGE, REMATCH, TURN, TURN_ENDING
from people.notices.record import notify
from people.notices.waiting import is_ending

# If both players are at the table, they answer sooner than this.
TURN_AFTER = MINUTE

# Whether a player with a device has an open challenge, in SQL.
CHALLENGE_WAITS = (
    "SELECT 1 FROM game_seek WHERE to_id IS NOT NULL AND game_id IS NULL AND declined = ''"
    " AND expires_at > %(now)s"
    " AND EXISTS (SELECT 1 FROM notices_pushsubscription WHERE player_id = to_id)"
)


class Turn(NamedTuple):
    """A game that waits for a player, with the kind of its notification."""

    kind: Kind
    game: str
    ply: int
    seat: Seat


# Turns that are stored, or need not be until the next move.
_noted: set[Turn] = set()


async def note_turns() -> None:
    """Store notifications of turns that have lasted a while."""
    await on_the_database_thread(note_turns_now)()


async def note_challenges() -> None:
    """Store notifications of challenges to players who have a device for push."""
    await on_the_database_thread(note_challenges_now)()


def note_turns_now() -> None:
    games = list(_load_slow_games())
    subscribed = _subscribed({player.pk for game in games for player in (game.seat_a, game.seat_b)})
    waiting = {
        Turn(kind, game.pk, game.ply, seat): game
        for game in games
        for seat in Seat
        if is_turn_of(game, seat)
        for kind in _kinds(game, seat, subscribed)
    }
    _noted.intersection_update(waiting)
    fresh = [turn for turn in waiting if turn not in _noted]
    transcripts = dict(
        Game.objects.filter(pk__in={turn.game for turn in fresh}).values_list("pk", "transcript")
    )
    for turn in fresh:
        _note_turn(turn, waiting[turn], transcripts[turn.game])
    _noted.update(fresh)


def _load_slow_games() -> Iterator[Game]:
    now = clock.milliseconds()
    slow = Game.objects.unfinished().filter(
        clock="relaxed", deadline__gt=now, deadline__lte=now + DAY + GRACE - TURN_AFTER
    )
    columns = ("seat_a__banned_until", "seat_b__banned_until", *TURN_COLUMNS)
    return slow.select_related("seat_a", "seat_b").only(*columns).iterator()


def _subscribed(players: set[int]) -> set[int]:
    return set(PushSubscription.objects.filter(player__in=players).values_list("player", flat=True))


def _kinds(game: Game, seat: Seat, subscribed: set[int]) -> Iterator[Kind]:
    """Yield the kinds of notifications of a turn.

    One with little time left goes to every player, because it is also mailed.
    """
    if _player_at(game, seat).pk in subscribed:
        yield TURN
    if is_ending(game):
        yield TURN_ENDING


def _player_at(game: Game, seat: Seat) -> Player:
    return (game.seat_a, game.seat_b)[seat]


def _note_turn(turn: Turn, game: Game, transcript: str) -> None:
    assert game.deadline is not None
    notify(
        turn.kind,
        [_player_at(game, turn.seat).pk],
        f"game:{game.pk}:{turn_start_ply(parse_transcript(transcript)[1], turn.seat)}",
        by=_player_at(game, Seat(1 - turn.seat)),
        until=datetime.fromtimestamp(game.deadline / 1000, UTC),
        game=game.pk,
        seat=int(turn.seat),
    )


def note_challenges_now() -> None:
    about = Concat(Value("seek:"), OuterRef("pk"))
    told = Notice.objects.filter(player=OuterRef("to"), kind__in=(CHALLENGE.name, REMATCH.name), about=about)
    subscribed = PushSubscription.objects.filter(player=OuterRef("to"))
    seeks = open_seeks().filter(Exists(subscribed), ~Q(Exists(told)), to__isnull=False)
    seeks = seeks.select_related("player", "to")
    apart = blocks.blocked_pairs({seek.to_id for seek in seeks if seek.to_id is not None})
    for seek in seeks:
        if seek.to_id is not None and frozenset((seek.player_id, seek.to_id)) not in apart:
            kind = REMATCH if seek.rematch_of_id else CHALLENGE
            until = seek.expires_at
            notify(kind, [seek.to_id], f"seek:{seek.pk}", by=seek.player, until=until)
