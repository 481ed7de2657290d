"""Writes ledger entries: a batch in one transaction, each with a compare-and-set on the ply."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass

from django.db import connection, transaction

from common import clock
from common.database.cursor import open_cursor
from game.engine.state import Seat, State
from game.engine.tally import Tally
from game.runtime.metrics import GAMES_ENDED
from game.table.clocks.turns import turn_as_text
from game.table.record.ending import Result, build_result
from game.table.record.game_over import write_results
from game.table.record.heartbeat import DatabaseGone, database_was_gone
from game.table.record.revealed_deals import RevealedDeal, newly_revealed
from game.table.record.steps import DeckSource, Step, update_tally
from rng.models import Deal

# Whether an entry was written, or the exception that prevented it.
Outcome = bool | Exception


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """The tokens of moves to append to a game's row if the row is still at `ply`.

    `turn` names the seats to move after them. With `due_by`, they are written only if the deadline has passed
    by then. `known_deadline` is the deadline from which a move was charged: if the row's deadline has moved
    since, after an outage, the entry is refused. It is None if no clock runs. `revealed` holds the deals
    whose links these moves reveal. `secrets` are the seats' secrets as known to the writer: a flag falls only
    if no seat has revealed another one since. `seats` and `rated` are recorded with each deal: the kinds of
    both players, and whether the game counts for the ladder.
    """

    game_id: str
    ply: int
    tokens: tuple[str, ...]
    deadline: int | None = None
    turn: str = ""
    result: Result | None = None
    due_by: int | None = None
    scores: tuple[int, int] = (0, 0)
    known_deadline: int | None = None
    revealed: tuple[RevealedDeal, ...] = ()
    secrets: tuple[str | None, str | None] = (None, None)
    seats: str | None = None
    rated: bool | None = None


def build_entry(
    game_id: str,
    state: State,
    tally: Tally,
    steps: Sequence[Step],
    deck: DeckSource,
    *,
    deadline: int | None = None,
    due_by: int | None = None,
    known_deadline: int | None = None,
    secrets: tuple[str | None, str | None] = (None, None),
    seats: str | None = None,
    rated: bool | None = None,
    absent: Seat | None = None,
    is_off_record: bool = False,
) -> Entry:
    """Build the entry that appends these steps to a state, with the result and the deals they reveal.

    A game off the record reveals none. A deck that other tables share is not revealed by any of them.
    """
    end = steps[-1].state
    return Entry(
        game_id=game_id,
        ply=len(state.record),
        tokens=tuple([step.token for step in steps]),
        deadline=deadline,
        turn=turn_as_text(end),
        result=build_result(end, update_tally(tally, steps), absent) if end.is_over else None,
        due_by=due_by,
        scores=end.scores,
        known_deadline=known_deadline,
        revealed=() if is_off_record else newly_revealed(state, tally, steps, deck),
        secrets=secrets,
        seats=seats,
        rated=rated,
    )


def write_entries(entries: Sequence[Entry]) -> list[Outcome]:
    """Write entries in one transaction.

    If it fails, write each by itself, so that a bad entry fails alone.
    """
    try:
        try:
            return [*_write_transaction(_update_together, entries)]
        except PartialWrite:
            return [*_write_transaction(_update_each, entries)]
    except Exception as fault:  # the subscribers of a game's end can raise any exception
        if isinstance(fault, DatabaseGone):
            database_was_gone.set()
        # Whatever failed, the next attempt gets a new connection.
        connection.close()
        if len(entries) == 1:
            return [fault]
    return [outcome for entry in entries for outcome in write_entries([entry])]


class PartialWrite(Exception):
    """Not every entry of a batch could be written."""


def _write_transaction(
    update: Callable[[Sequence[Entry]], list[bool]], entries: Sequence[Entry]
) -> list[bool]:
    """Write a batch. All processes lock games in the order of their ids, which prevents deadlocks."""
    order = sorted(range(len(entries)), key=lambda n: entries[n].game_id)
    with _transaction_for(entries):
        stood = dict(zip(order, update([entries[n] for n in order]), strict=True))
        over = {entry.game_id: entry.result for n, entry in enumerate(entries) if stood[n] and entry.result}
        if over:
            write_results(over)
        _record_deals([entry for n, entry in enumerate(entries) if stood[n] and entry.revealed])
    for result in over.values():
        GAMES_ENDED.labels(result.ended).inc()
    return [stood[n] for n in range(len(entries))]


def _transaction_for(entries: Sequence[Entry]) -> AbstractContextManager[None]:
    """Return a transaction, unless a single statement is enough."""
    is_one_statement = len(entries) == 1 and not (entries[0].result or entries[0].revealed)
    return nullcontext() if is_one_statement else transaction.atomic()


def _record_deals(entries: Sequence[Entry]) -> None:
    """Save the decks that the entries reveal, in the transaction that reveals them."""
    at = clock.now()
    Deal.objects.bulk_create(
        [
            Deal(game=entry.game_id, at=at, seats=entry.seats, rated=entry.rated, **shown.columns)
            for entry in entries
            for shown in entry.revealed
        ]
    )


UPDATE_SQL = """
UPDATE game_game SET transcript = transcript || %s, ply = %s, deadline = %s, turn = %s,
score_a = %s, score_b = %s
WHERE id = %s AND ply = %s AND COALESCE(deadline, 0) = COALESCE(%s, deadline, 0) AND finished_at IS NULL
"""
UPDATE_IF_DUE_SQL = (
    UPDATE_SQL
    + """
AND deadline <= %s AND secret_a = COALESCE(%s, secret_a) AND secret_b = COALESCE(%s, secret_b)
"""
)


def _update_together(entries: Sequence[Entry]) -> list[bool]:
    """Write all entries at once. The database reports only how many rows changed."""
    if any(entry.due_by is not None for entry in entries):
        raise PartialWrite
    values = [_sql_values(entry) for entry in entries]
    with open_cursor() as cursor:
        if len(values) == 1:  # psycopg would start a pipeline for it
            cursor.execute(UPDATE_SQL, values[0])
        else:
            cursor.executemany(UPDATE_SQL, values)
        if cursor.rowcount != len(entries):
            raise PartialWrite
    return [True] * len(entries)


def _update_each(entries: Sequence[Entry]) -> list[bool]:
    """Write one entry after another and return for each whether it was written."""
    stood = []
    with open_cursor() as cursor:
        for entry in entries:
            if entry.due_by is None:
                cursor.execute(UPDATE_SQL, _sql_values(entry))
            else:
                cursor.execute(UPDATE_IF_DUE_SQL, (*_sql_values(entry), entry.due_by, *entry.secrets))
            stood.append(cursor.rowcount == 1)
    return stood


def _sql_values(entry: Entry) -> tuple[str | int | None, ...]:
    added = "".join(f" {token}" for token in entry.tokens)
    after = (entry.ply + len(entry.tokens), entry.deadline, entry.turn, *entry.scores)
    return (added, *after, entry.game_id, entry.ply, entry.known_deadline)
