"""Recompute events from their record: pairings from draws and the root, totals from the games."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.events.kinds import planned
from tournaments.events.kinds.lookup import kind_of
from tournaments.events.models import Entry, Event, EventAction, Pairing, Round, Seating
from tournaments.events.record.changes import show_change
from tournaments.events.record.load_boards import boards_of, number_of
from tournaments.events.record.load_encounters import encounter_of
from tournaments.events.record.load_teams import load_line_ups
from tournaments.events.record.root import open_root
from tournaments.formats import lots, swiss, team_boards
from tournaments.formats.boards import order
from tournaments.formats.encounters import cards
from tournaments.formats.pairing import Draw, pair, parse_draw
from tournaments.formats.scoring import TARGET, Ending


@dataclass(frozen=True, slots=True)
class Difference:
    """A stored value that differs from the record. Computed values can be repaired."""

    event: str
    about: str
    stored: Any
    expected: Any
    can_be_mended: bool = False


def find_differences(event: Event, mend: bool = False) -> Iterator[Difference]:
    """Yield everything stored about an event that does not follow from its record.

    With `mend`, repair totals.
    """
    entries = {entry.pk: entry for entry in Entry.objects.filter(event=event)}
    pairings = list(Pairing.objects.filter(event=event).select_related("game").order_by("pk"))
    yield from _check_root(event)
    for each in Round.objects.filter(event=event).order_by("version"):
        opened, record = [one for one in pairings if one.round_id == each.pk], json.loads(each.draw)
        yield from _check_opened(event, each, opened)
        if record["version"] == planned.VERSION:
            yield from _check_plan(event, record, each, opened)
        elif record["version"] == swiss.VERSION:
            yield from _check_round_in_step(event, swiss.parse_draw(record), each, pairings)
        elif record["version"] == team_boards.VERSION:
            yield from _check_board_of_teams(event, team_boards.parse_draw(record), each, opened)
        else:
            yield from _check_round(event, parse_draw(record), each)
            yield from _check_draw(event, parse_draw(record), each, pairings)
    for one in pairings:
        yield from _check_result(event, one, entries)
    yield from _check_seats(event, pairings)
    yield from _check_sums(event, entries, pairings, mend)
    yield from _check_places(event, entries, mend)
    if mend:
        show_change(event.pk)


def _check_root(event: Event) -> Iterator[Difference]:
    """Check the root against its commitment and against the revealed root."""
    root = open_root(event)
    committed = lots.commitment(event.pk, root).hex()
    if committed != event.root_commitment:
        yield Difference(event.pk, "commitment", event.root_commitment, committed)
    if event.ended_at is not None and event.root != root.hex():
        yield Difference(event.pk, "root", event.root, root.hex())


def _check_opened(event: Event, each: Round, pairings: Sequence[Pairing]) -> Iterator[Difference]:
    """Check that the opened tables are those of the pairing."""
    opened = [[one.first_id, one.second_id] for one in pairings]
    if sorted(opened) != sorted(each.tables):
        yield Difference(event.pk, f"games of pairing {each.version}", opened, each.tables)


def _check_round(event: Event, draw: Draw, each: Round) -> Iterator[Difference]:
    """Check that the tables of a pairing follow from its draw and the root."""
    made = [list(table) for table in pair(draw, open_root(event))]
    if made != each.tables:
        yield Difference(event.pk, f"tables of pairing {each.version}", each.tables, made)


def _check_plan(
    event: Event, record: dict[str, Any], each: Round, pairings: Sequence[Pairing]
) -> Iterator[Difference]:
    """Check that the tables of a plan have their places in Berger's table, or in the tree of a bracket."""
    seeds = record["seeds"]
    stored = [[one.stage, one.place] for one in pairings]
    if stored != record["places"]:
        yield Difference(event.pk, f"places of pairing {each.version}", stored, record["places"])
    for one in pairings:
        assert one.stage is not None
        assert one.place is not None
        expected = kind_of(event).sides_at(event, seeds, one.stage, one.place)
        if {one.first_id, one.second_id} != expected:
            two = [one.first_id, one.second_id]
            yield Difference(event.pk, f"tables of pairing {each.version}", two, sorted(map(str, expected)))


def _check_draw(event: Event, draw: Draw, each: Round, pairings: Sequence[Pairing]) -> Iterator[Difference]:
    """Check that a draw's data about each free player follows from earlier games.

    Skip players with a game that was voided or corrected since: what was known then cannot be recomputed.
    """
    earlier = [one for one in pairings if one.round_id < each.pk]
    changed = [one for one in earlier if one.ending == Ending.VOID.value or one.is_corrected]
    void = {key for one in changed for key in (one.first_id, one.second_id)}
    theirs = cards((free.player for free in draw.free), map(encounter_of, earlier))
    for free in draw.free:
        if free.player in void:
            continue
        card = theirs[free.player]
        stored = (free.games, free.points, free.lean, free.dealt_first_last)
        expected = (card.games, card.score.points, card.lean, card.dealt_first_last)
        if stored != expected:
            yield Difference(event.pk, f"entry {free.player} in pairing {each.version}", stored, expected)


def _check_round_in_step(
    event: Event, draw: swiss.SwissDraw, each: Round, pairings: Sequence[Pairing]
) -> Iterator[Difference]:
    """Check that the tables of a round follow from its draw, and the draw from earlier boards.

    Skip rounds after a game that was voided since: what was known then cannot be recomputed.
    """
    made = [list(table) for table in swiss.pair_in_step(draw, open_root(event))]
    if made != each.tables:
        yield Difference(event.pk, f"tables of round {draw.number}", each.tables, made)
    earlier = [one for one in pairings if number_of(one) < draw.number]
    if any(one.ending == Ending.VOID.value for one in earlier):
        return
    everybody = list(Entry.objects.filter(event=event).values_list("pk", flat=True))
    lines = order(everybody, boards_of(earlier, {*range(1, draw.number)}))
    place = {line.player: line.place for line in lines}
    theirs = cards(everybody, map(encounter_of, earlier))
    for free in draw.free:
        card = theirs[free.player]
        stored = (free.place, free.games, free.lean, free.dealt_first_last)
        expected = (place[free.player], card.games, card.lean, card.dealt_first_last)
        if stored != expected:
            yield Difference(event.pk, f"entry {free.player} in round {draw.number}", stored, expected)


def _check_board_of_teams(
    event: Event, draw: team_boards.TeamDraw, each: Round, opened: Sequence[Pairing]
) -> Iterator[Difference]:
    """Check that the tables of a board follow from the present players, and its teams from the entries."""
    made = {place: seats.table for place, seats in enumerate(draw.tables) if seats.table}
    stored = {one.place: (one.first_id, one.second_id) for one in opened}
    if stored != made:
        yield Difference(event.pk, f"tables of round {draw.number}", stored, made)
    teams = load_line_ups(event)
    if draw.teams != teams:
        yield Difference(event.pk, f"teams of round {draw.number}", draw.teams, teams)


def _check_result(event: Event, one: Pairing, entries: Mapping[int, Entry]) -> Iterator[Difference]:
    """Check that the result of a game that was played or resigned is that of the game."""
    if one.is_corrected:
        yield from _check_correction(event, one)
        return
    if one.ending not in (Ending.PLAYED.value, Ending.GIVEN_UP.value) or one.game.winner is None:
        return
    first_is_a = one.game.seat_a_id == entries[one.first_id].player_id
    by_seat = [min(score, TARGET) for score in (one.game.score_a, one.game.score_b)]
    winner = one.game.winner if first_is_a else 1 - one.game.winner
    expected = (winner, *(by_seat if first_is_a else by_seat[::-1]))
    stored = (one.winner, one.score_first, one.score_second)
    if stored != expected:
        yield Difference(event.pk, f"result of game {one.game_id}", stored, expected)


def _check_correction(event: Event, one: Pairing) -> Iterator[Difference]:
    """Check that a corrected result is that of the last recorded correction."""
    corrections = EventAction.objects.filter(event=event, kind=EventAction.Kind.CORRECT)
    latest = corrections.filter(details__game=one.game_id).order_by("-pk").first()
    expected = latest.details["result"][1] if latest and latest.details else None
    stored = [one.ending, one.winner, one.score_first, one.score_second]
    if one.ending != Ending.VOID.value and stored != expected:
        yield Difference(event.pk, f"correction of game {one.game_id}", stored, expected)


def _check_seats(event: Event, pairings: Sequence[Pairing]) -> Iterator[Difference]:
    """Check that both players of each table have live seats exactly while it is live."""
    seats: dict[int, list[tuple[int, bool]]] = {one.pk: [] for one in pairings}
    for seating in Seating.objects.filter(pairing__event=event).order_by("entry"):
        seats[seating.pairing_id].append((seating.entry_id, seating.is_live))
    for one in pairings:
        expected = [(key, not one.ending) for key in sorted((one.first_id, one.second_id))]
        if seats[one.pk] != expected:
            yield Difference(event.pk, f"seats of game {one.game_id}", seats[one.pk], expected)


def _check_sums(
    event: Event, entries: Mapping[int, Entry], pairings: Sequence[Pairing], mend: bool
) -> Iterator[Difference]:
    for key, expected in kind_of(event).sums(event, entries, pairings).items():
        stored = {name: getattr(entries[key], name) for name in expected}
        if stored != expected:
            if mend:
                Entry.objects.filter(pk=key).update(**expected)
            yield Difference(event.pk, f"sums of entry {key}", stored, expected, can_be_mended=True)


def _check_places(event: Event, entries: Mapping[int, Entry], mend: bool) -> Iterator[Difference]:
    """Check that the places of a finished event follow from its games."""
    if event.state != Event.State.OVER:
        return
    order = kind_of(event).final_places(event)
    for key, entry in entries.items():
        if entry.place != order.get(key):
            if mend:
                Entry.objects.filter(pk=key).update(place=order.get(key))
            yield Difference(
                event.pk, f"place of entry {key}", entry.place, order.get(key), can_be_mended=True
            )
