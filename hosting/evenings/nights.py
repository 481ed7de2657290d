"""Play sample evenings, with the pairing, seating and scoring of every other event.

An evening is played in memory before its games are written, like every sample game. Otherwise a site on the
same database would wait for every card, and would flag games that are dated in the past.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from heapq import heappop, heappush

from django.db import transaction

from game.models import Player
from hosting.demo.playing import Played, play_to_end, stand_in, write_played
from people.clubs.models import Club
from rng.twister import Twister
from tournaments.events.kinds.lookup import kind_of
from tournaments.events.models import Entry, Event, Pairing
from tournaments.events.record.tables import Opened, Sitting, build_table, open_sittings
from tournaments.events.run.closing import close_event, finish_event
from tournaments.events.run.results import to_result
from tournaments.formats.pairing import PATIENCE, VERSION, WAIT_MS

MINUTES_A_GAME = (7, 12)
LONGEST_GAME = timedelta(minutes=MINUTES_A_GAME[1])
A_SECOND = timedelta(seconds=1)
# After a game has ended, only these delays can make a pairing due.
LOOKS_AGAIN = tuple(timedelta(milliseconds=ms) + A_SECOND for ms in (0, WAIT_MS, *PATIENCE[VERSION]))


@dataclass
class Evening:
    """An event that is played in memory, and what has to be written for it, in order."""

    event: Event
    entries: Mapping[int, Entry]
    skills: Mapping[int, float]  # by player
    go_to: Callable[[datetime], None]
    chance: Twister
    moments: list[datetime] = field(default_factory=list)
    under_way: list[tuple[datetime, int, Pairing, Played]] = field(default_factory=list)
    pairings: list[Pairing] = field(default_factory=list)
    writes: list[tuple[datetime, Callable[[], object]]] = field(default_factory=list)


def enter(
    event: Event, players: Sequence[Player], chance: Twister, sides: Mapping[int, Club] | None = None
) -> None:
    """Write an event that no process handles yet, and enter its players before it starts.

    `sides` are the clubs for which players enter a duel.
    """
    event.due_at = None
    with transaction.atomic():
        event.save(force_insert=True)
        Entry.objects.bulk_create(
            Entry(
                event=event,
                player=player,
                club=sides[player.pk] if sides else None,
                joined_at=event.starts_at - timedelta(minutes=chance.uniform(1, 90)),
                has_changed=False,
            )
            for player in players
        )


def play_to_its_end(
    event: Event, skills: Mapping[int, float], go_to: Callable[[datetime], None], chance: Twister
) -> int:
    """Play an event with its entered players from start to end. Return the number of games."""
    evening = _play(event, skills, go_to, chance, until=event.closes_at)
    with transaction.atomic():
        _write(evening)
        event.refresh_from_db()
        close_event(event)
        finish_event(event)
    return len(evening.pairings)


def play_until_now(
    event: Event,
    now: datetime,
    skills: Mapping[int, float],
    go_to: Callable[[datetime], None],
    chance: Twister,
) -> int:
    """Play an event up to the current time. Afterwards it continues like any other event."""
    evening = _play(event, skills, go_to, chance, until=now - LONGEST_GAME)
    with transaction.atomic():
        _write(evening)
        go_to(now)
        Event.objects.filter(pk=event.pk).update(due_at=now)
        Entry.objects.filter(event=event).exclude(free_since=None).update(free_since=now)
    return len(evening.pairings)


def _play(
    event: Event,
    skills: Mapping[int, float],
    go_to: Callable[[datetime], None],
    chance: Twister,
    until: datetime,
) -> Evening:
    """Play all games that begin until the given time."""
    go_to(event.starts_at)
    Entry.objects.filter(event=event).update(free_since=event.starts_at)
    event.state, event.version = Event.State.RUNNING, 1
    event.save(update_fields=["state", "version"])
    announced = event.closes_at
    kind_of(event).begin(event, list(Entry.objects.filter(event=event).order_by("pk")))
    if event.closes_at != announced:  # it depends on the number of players
        until = event.closes_at
    entries = {entry.pk: entry for entry in Entry.objects.filter(event=event).select_related("player")}
    evening = Evening(event, entries, skills, go_to, chance, [event.starts_at])
    while evening.moments:
        now = heappop(evening.moments)
        _end_games(evening, now)
        if now >= until:
            continue
        record, sittings = _find_sittings(evening, now)
        if sittings:
            _seat(evening, record, sittings, now)
            event.version += 1
    return evening


def _find_sittings(evening: Evening, now: datetime) -> tuple[str, Sequence[Sitting]]:
    """Return the sittings that the event's rules ask for now, and the record that they follow from."""
    entries = list(evening.entries.values())
    return kind_of(evening.event).sittings_among(evening.event, entries, evening.pairings, now)


def _seat(evening: Evening, record: str, sittings: Sequence[Sitting], now: datetime) -> None:
    """Open these tables and play their games."""
    evening.go_to(now)
    opened = {sitting: build_table(evening.event, evening.entries, sitting) for sitting in sittings}

    def built(event: Event, entries: Mapping[int, Entry], sitting: Sitting) -> Opened:
        return replace(opened[sitting], entries=(entries[sitting.first], entries[sitting.second]))

    write = partial(open_sittings, evening.event.pk, evening.event.version, record, sittings, build=built)
    evening.writes.append((now, write))
    for table in opened.values():
        pairing = _to_pairing(evening.event, table)
        evening.pairings.append(pairing)
        ends = now + timedelta(minutes=evening.chance.uniform(*MINUTES_A_GAME))
        brains = [
            stand_in(evening.skills[player.pk], evening.chance)
            for player in (table.game.seat_a, table.game.seat_b)
        ]
        played = play_to_end(table.game, table.secrets, brains, None, evening.chance)
        heappush(evening.under_way, (ends, len(evening.pairings), pairing, played))
        for wait in LOOKS_AGAIN:
            heappush(evening.moments, ends + wait)


def _to_pairing(event: Event, table: Opened) -> Pairing:
    """Return a table as the pairing that the event's rules see while it is played."""
    first, second = table.entries
    first.free_since = second.free_since = None
    return Pairing(
        event=event,
        game=table.game,
        first=first,
        second=second,
        stage=table.sitting.stage,
        place=table.sitting.place,
    )


def _end_games(evening: Evening, now: datetime) -> None:
    """End the games whose time has come."""
    while evening.under_way and evening.under_way[0][0] <= now:
        ends, _, pairing, played = heappop(evening.under_way)
        pairing.game.score_a, pairing.game.score_b = played.end.scores
        result = to_result(pairing, played.result)
        pairing.ending, pairing.winner = result.ending.value, result.winner
        pairing.score_first, pairing.score_second = result.scores
        pairing.first.free_since = pairing.second.free_since = ends
        evening.writes.append((ends, partial(write_played, played)))


def _write(evening: Evening) -> None:
    """Write everything that happened, in its order and with its times."""
    for at, write in evening.writes:
        evening.go_to(at)
        write()
