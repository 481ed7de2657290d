"""Check invariants of a campaign's events. Each violation is described in a sentence."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from bench.chaos.campaign import FinishedGame
from bench.chaos.cluster import Cluster
from bench.chaos.database import Environment, query
from bench.live.servers import ROOT, clean_environment
from tournaments.formats.pairing import PATIENCE
from tournaments.formats.scoring import NOTHING, Score, played, total

Row = Mapping[str, Any]

PAIRINGS_SQL = """
SELECT pairing.*, draw, seat_a_id, seat_b_id FROM events_pairing AS pairing
JOIN events_round AS round ON round.id = round_id JOIN game_game AS game ON game.id = game_id
WHERE pairing.event_id = %s ORDER BY pairing.id
"""
SEATS_SQL = """
SELECT entry_id, number, is_live FROM events_seating AS seating
JOIN events_entry AS entry ON entry.id = entry_id WHERE event_id = %s ORDER BY entry_id, number
"""
ONCE_AT_MOST = ("robin", "duel", "bracket")


@dataclass(frozen=True)
class EventRecord:
    """An event, as stored in the database."""

    event: Row
    entries: Sequence[Row]
    pairings: Sequence[Row]
    seats: Sequence[Row]

    @property
    def id(self) -> str:
        return str(self.event["id"])


def event_problems(house: Cluster, finished: Sequence[FinishedGame]) -> list[str]:
    """Return all problems of any event, from its record and from the games that its players saw."""
    records = [
        load_record(house.environment, event)
        for event in query(house.environment, "SELECT * FROM events_event")
    ]
    return [
        *recomputed_problems(house, "recompute_events"),
        *(problem for record in records for problem in record_problems(record, finished)),
    ]


def load_record(environment: Environment, event: Row) -> EventRecord:
    """Read an event directly from the database."""
    entries = query(environment, "SELECT * FROM events_entry WHERE event_id = %s ORDER BY id", event["id"])
    pairings = query(environment, PAIRINGS_SQL, event["id"])
    return EventRecord(event, entries, pairings, query(environment, SEATS_SQL, event["id"]))


def record_problems(record: EventRecord, finished: Sequence[FinishedGame]) -> Iterator[str]:
    """Yield the problems of one finished event."""
    games = {game.game: game for game in finished if game.event == record.id}
    if record.event["state"] != "over":
        yield f"Event {record.id} is not over: {record.event['state']}."
    if not games:
        yield f"Event {record.id}: nobody played."
    yield from _counting_problems(record, games)
    yield from _sum_problems(record, games)
    yield from _seat_problems(record)
    yield from meeting_problems(record.event, record.pairings)


def recomputed_problems(house: Cluster, command: str) -> Iterator[str]:
    """Check with a command of manage.py that all that is derived from the record follows from it."""
    found = subprocess.run(
        [sys.executable, "manage.py", command, "--check", "--json"],
        cwd=ROOT,
        env=clean_environment(house.environment),
        capture_output=True,
        text=True,
        check=False,
    )
    *differences, _ = found.stdout.splitlines() or [""]
    yield from (f"{command}: {difference}" for difference in differences)
    if found.returncode and not differences:
        yield f"{command} failed: {found.stderr[-500:]}"


def _counting_problems(record: EventRecord, games: Mapping[str, FinishedGame]) -> Iterator[str]:
    """Check that each game that was played to its end counts once, and that no other game counts."""
    counted = Counter(pairing["game_id"] for pairing in record.pairings if pairing["ending"] == "played")
    for game in games.keys() | counted.keys():
        if (times := counted[game]) != (should := int(game in games)):
            yield f"Event {record.id}: game {game} counts {times} times, and should {should} times."
    for pairing in record.pairings:
        if pairing["ending"] != "played":
            ended = f"ended by {pairing['ending'] or 'nothing'}"
            yield f"Event {record.id}: game {pairing['game_id']} {ended}, and all players came and moved."


def _sum_problems(record: EventRecord, games: Mapping[str, FinishedGame]) -> Iterator[str]:
    """Check that each player's sum matches the games whose end they saw."""
    scores: dict[int, list[Score]] = {entry["player_id"]: [] for entry in record.entries}
    for pairing in record.pairings:
        if (game := games.get(pairing["game_id"])) is not None:
            result = played((min(game.scores[0], 121), min(game.scores[1], 121)))
            for seat, player in enumerate((pairing["seat_a_id"], pairing["seat_b_id"])):
                scores[player].append(result.score(seat))
    for entry in record.entries:
        expected = total(scores[entry["player_id"]]) if scores[entry["player_id"]] else NOTHING
        stored = Score(*(entry[name] for name in ("points", "wins", "spread", "plus", "played")))
        if stored != expected:
            yield f"Event {record.id}: entry {entry['id']} has {stored}, and by its games {expected}."


def _seat_problems(record: EventRecord) -> Iterator[str]:
    """Check that every player sat at one table at a time, and sits at none at the end."""
    tables = Counter(pairing[side] for pairing in record.pairings for side in ("first_id", "second_id"))
    for entry, own in groupby(record.seats, key=lambda seat: seat["entry_id"]):
        seats = list(own)
        numbers = [seat["number"] for seat in seats]
        if numbers != [*range(1, tables[entry] + 1)]:
            yield f"Event {record.id}: entry {entry} sat at {tables[entry]} tables, in the seats {numbers}."
        if any(seat["is_live"] for seat in seats):
            yield f"Event {record.id}: entry {entry} still sits at a table."


def meeting_problems(event: Row, pairings: Sequence[Row]) -> Iterator[str]:
    """Check that no pair met again who may not.

    In a night they may, if neither had another opponent in time.
    """
    sides = {pairing["game_id"]: {pairing["first_id"], pairing["second_id"]} for pairing in pairings}
    everyone = {player for two in sides.values() for player in two}
    for again in pairings:
        two = sides[again["game_id"]]
        before = [sides[one["game_id"]] for one in pairings if one["round_id"] < again["round_id"]]
        if two not in before:
            continue
        if event["kind"] in ONCE_AT_MOST:
            yield f"Event {event['id']}: game {again['game_id']} is between two players who had met."
            continue
        left = {other for other in everyone - two if sum(other in one for one in before) < event["games"]}
        draw = json.loads(again["draw"])
        patience = PATIENCE[draw["version"]].for_somebody_unmet
        waited = {free["player"] for free in draw["free"] if draw["at"] - free["since"] > patience}
        for player in two - waited:
            if unmet := [other for other in left if {player, other} not in before]:
                yield (
                    f"Event {event['id']}: game {again['game_id']} is between two who had met, "
                    f"and entry {player} had {unmet} left."
                )
