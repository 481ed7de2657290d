"""Entries of the ledger as they are written: a whole batch in one transaction, each by comparing ply."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import psycopg
from django.db import connection, transaction

from common import clock
from game.table.ending import Result, finish
from game.table.heartbeat import Gone, faltered
from game.table.metrics import ENDED
from game.table.revealed_deals import Shown
from rng.models import Deal

# Whether an entry stands, or why that cannot be told.
Outcome = bool | Exception


class Entry(NamedTuple):
    """The words of moves to be added at a ply; `due_by` where they stand only if the deadline has passed.

    `known` is the deadline by which a move was charged: one that has moved since, as the service was down, is
    news as a move is. None where no clock runs. `shown` are the deals whose links come due with these moves.
    `secrets` are the seats' as they were known: a flag falls only where no more of them was shown since.
    """

    game_id: str
    ply: int
    words: tuple[str, ...]
    deadline: int | None
    result: Result | None = None
    due_by: int | None = None
    scores: tuple[int, int] = (0, 0)
    known: int | None = None
    shown: tuple[Shown, ...] = ()
    secrets: tuple[str | None, str | None] = (None, None)


def write(entries: Sequence[Entry]) -> list[Outcome]:
    """Write entries in one transaction; should that err, each by itself, so that none takes others along."""
    try:
        try:
            return [*_write_with(_move_at_once, entries)]
        except Partly:
            return [*_write_with(_move_each, entries)]
    except Exception as fault:  # what the end of a game leaves behind may fail in ways of its own
        if isinstance(fault, Gone):
            faltered.set()
        # Whatever it was, the next attempt has a fresh connection.
        connection.close()
        if len(entries) == 1:
            return [fault]
    return [outcome for entry in entries for outcome in write([entry])]


class Partly(Exception):
    """Not every entry of a batch stands."""


def _write_with(move: Callable[[Sequence[Entry]], list[bool]], entries: Sequence[Entry]) -> list[bool]:
    """Every process locks games in the order of their ids, so that no two wait for each other."""
    order = sorted(range(len(entries)), key=lambda n: entries[n].game_id)
    with transaction.atomic():
        stood = dict(zip(order, move([entries[n] for n in order]), strict=True))
        over = {entry.game_id: entry.result for n, entry in enumerate(entries) if stood[n] and entry.result}
        if over:
            finish(over)
        _put_on_record([entry for n, entry in enumerate(entries) if stood[n] and entry.shown])
    for result in over.values():
        ENDED.labels(result.ended).inc()
    return [stood[n] for n in range(len(entries))]


def _put_on_record(entries: Sequence[Entry]) -> None:
    """Write down the decks that are shown now, in the transaction by which they are."""
    at = clock.now()
    Deal.objects.bulk_create(
        [Deal(game=entry.game_id, at=at, **shown.columns) for entry in entries for shown in entry.shown]
    )


MOVE = """
UPDATE game_game SET transcript = transcript || %s, ply = %s, deadline = %s, score_a = %s, score_b = %s
WHERE id = %s AND ply = %s AND COALESCE(deadline, 0) = COALESCE(%s, deadline, 0) AND finished_at IS NULL
"""
MOVE_IF_DUE = (
    MOVE
    + """
AND deadline <= %s AND secret_a = COALESCE(%s, secret_a) AND secret_b = COALESCE(%s, secret_b)
"""
)


def _move_at_once(entries: Sequence[Entry]) -> list[bool]:
    """All entries in one go, which tells no more than how many stand."""
    if any(entry.due_by is not None for entry in entries):
        raise Partly
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            moved = _move_through_pipeline(entries)
        else:
            cursor.executemany(MOVE, [_values(entry) for entry in entries])
            moved = cursor.rowcount
    if moved != len(entries):
        raise Partly
    return [True] * len(entries)


def _move_through_pipeline(entries: Sequence[Entry]) -> int:
    """psycopg's own cursor prepares the statement once, and waits once for all; Django's does neither."""
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
        cursor.executemany(MOVE, [_values(entry) for entry in entries])
        return cursor.rowcount


def _move_each(entries: Sequence[Entry]) -> list[bool]:
    """One entry after another, to know of each whether it stands."""
    stood = []
    with connection.cursor() as cursor:
        for entry in entries:
            if entry.due_by is None:
                cursor.execute(MOVE, _values(entry))
            else:
                cursor.execute(MOVE_IF_DUE, (*_values(entry), entry.due_by, *entry.secrets))
            stood.append(cursor.rowcount == 1)
    return stood


def _values(entry: Entry) -> tuple[str | int | None, ...]:
    added = "".join(f" {word}" for word in entry.words)
    after = (entry.ply + len(entry.words), entry.deadline, *entry.scores)
    return (added, *after, entry.game_id, entry.ply, entry.known)
