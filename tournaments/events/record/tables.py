"""Open the tables of a pairing: all of them in one transaction, or none."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from common import clock
from game.accounts.places import share_a_place
from game.engine.state import Seat
from game.lobby.rated import rated_games_in_progress
from game.models import Game, Player
from game.shared_decks.round_decks import RoundDecks
from game.table.opening import NO_MATCH, MatchPlace, build_game, save_new_games
from game.table.record.sealed_secrets import ServerSecrets
from ranking.standings import lock_standings
from rng import entropy
from tournaments.events.models import Entry, Event, Pairing, Round, Seating
from tournaments.events.record.changes import show_change
from tournaments.events.record.notify import tell_paired
from tournaments.events.record.rules import BEGIN_WITHIN, rules_of
from tournaments.formats.pairing import Draw, Table, to_json

LOOKS_AGAIN_AFTER = timedelta(seconds=1)


class Superseded(Exception):
    """The event, or an entry to be paired, has changed since the pairing was computed."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A table of a pairing: its entries, first dealer first, and their game."""

    entries: tuple[Entry, Entry]
    game: Game
    secrets: ServerSecrets
    sitting: "Sitting"


@dataclass(frozen=True, slots=True)
class Sitting:
    """Two entries to be seated, first dealer first, and their place in a plan if there is one."""

    first: int
    second: int
    stage: int | None = None
    place: int | None = None
    begin_within: timedelta = BEGIN_WITHIN
    match: MatchPlace = NO_MATCH
    after: str = ""  # the game of the match in which the other player dealt first


def open_tables(event_id: str, version: int, draw: Draw, tables: Sequence[Table]) -> list[Opened]:
    """Open the tables of a pairing that was computed for a version of its event, or raise Superseded."""
    return open_sittings(event_id, version, to_json(draw), [Sitting(*table) for table in tables])


def build_table(event: Event, entries: Mapping[int, Entry], sitting: Sitting) -> Opened:
    """Build the table of two players. A house bot always gets the second seat, whoever deals."""
    first, second = entries[sitting.first], entries[sitting.second]
    seated = (second, first) if first.player.is_bot else (first, second)
    players = (seated[0].player, seated[1].player)
    game, secrets = build_game(
        entropy.game_id(),
        players,
        rules_of(event, Seat.A if seated[0] is first else Seat.B),
        event.clock,
        event.rated and _may_be_rated(*players),
        begin_within=sitting.begin_within // timedelta(milliseconds=1),
        because={"alternates_with": sitting.after} if sitting.after else {"event": event.pk},
    )
    game.match, game.best_of = sitting.match
    return Opened((first, second), game, secrets, sitting)


def build_shared_table(
    decks: RoundDecks, event: Event, entries: Mapping[int, Entry], sitting: Sitting
) -> Opened:
    """Build a table of a round with shared decks, which determine the seat of the first dealer."""
    first, second = entries[sitting.first], entries[sitting.second]
    seated = (first, second) if decks.first_dealer is Seat.A else (second, first)
    game, secrets = build_game(
        entropy.game_id(),
        (seated[0].player, seated[1].player),
        rules_of(event, decks.first_dealer),
        event.clock,
        rated=False,
        begin_within=sitting.begin_within // timedelta(milliseconds=1),
        decks=decks,
    )
    return Opened((first, second), game, secrets, sitting)


BuildTable = Callable[[Event, Mapping[int, Entry], Sitting], Opened]


@transaction.atomic
def open_sittings(
    event_id: str,
    version: int,
    record: str,
    sittings: Sequence[Sitting],
    build: BuildTable = build_table,
    decks: RoundDecks | None = None,
) -> list[Opened]:
    """Open computed tables, and store the record of the computation.

    Raise Superseded if the event has changed.
    """
    now = clock.now()
    running = Event.objects.filter(
        pk=event_id, version=version, state=Event.State.RUNNING, paused_at=None, closes_at__gt=now
    )
    if not running.update(version=version + 1, due_at=now + LOOKS_AGAIN_AFTER):
        raise Superseded
    event = Event.objects.get(pk=event_id)
    entries = _lock_free({key for one in sittings for key in (one.first, one.second)})
    _check_not_engaged(event, entries)
    opened = [build(event, entries, one) for one in sittings]
    save_new_games([(table.game, table.secrets) for table in opened], decks)
    pairing = Round.objects.create(
        event=event,
        version=version + 1,
        at=now,
        draw=record,
        tables=[[one.first, one.second] for one in sittings],
    )
    _save(event, pairing, opened, now)
    tell_paired(event, [(table.entries, table.game) for table in opened])
    show_change(event.pk)
    return opened


def _lock_free(keys: set[int]) -> Mapping[int, Entry]:
    """Lock the entries to be paired, in the common order. Raise Superseded if one is no longer free."""
    entries = Entry.objects.filter(pk__in=keys).exclude(free_since=None).select_related("player")
    locked = {
        entry.pk: entry for entry in entries.order_by("pk").select_for_update(of=("self",), no_key=True)
    }
    if locked.keys() != keys:
        raise Superseded
    return locked


def _check_not_engaged(event: Event, entries: Mapping[int, Entry]) -> None:
    """Raise Superseded if a player is in a rated game. The lock on standings makes the check safe."""
    people = {entry.player_id for entry in entries.values() if not entry.player.is_bot}
    if event.rated:
        lock_standings(people)
        if rated_games_in_progress(people):
            raise Superseded


def _may_be_rated(one: Player, other: Player) -> bool:
    """Return whether a game of these two can be rated: both have accounts, and not the same connection."""
    return one.has_account and other.has_account and not share_a_place(one, other)


def _save(event: Event, round_: Round, opened: Sequence[Opened], now: datetime) -> None:
    pairings = Pairing.objects.bulk_create(
        [
            Pairing(
                event=event,
                round=round_,
                game=table.game,
                first=table.entries[0],
                second=table.entries[1],
                opened_at=now,
                stage=table.sitting.stage,
                place=table.sitting.place,
            )
            for table in opened
        ]
    )
    seated = [
        (pairing, entry) for pairing, table in zip(pairings, opened, strict=True) for entry in table.entries
    ]
    Seating.objects.bulk_create(
        [Seating(pairing=pairing, entry=entry, number=entry.tables + 1) for pairing, entry in seated]
    )
    Entry.objects.filter(pk__in=[entry.pk for _, entry in seated]).update(
        free_since=None, tables=F("tables") + 1
    )
