"""What is durable: a game read from its row, and moves added to it by comparing ply."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from channels.db import database_sync_to_async
from django.db import connection, transaction
from django.dispatch import Signal

from game.engine.state import Seat, State
from game.models import Game
from game.table import clock
from game.table.heartbeat import Gone, faltered
from game.table.sealed import Sealed, unseal

P = ParamSpec("P")
T = TypeVar("T")

# Whether a move stands, or why that cannot be told.
Outcome = bool | Exception

# Under load the next batch grows for so many seconds after a commit: a commit is dear, a move in it cheap.
GATHERED = 0.002

# Sent once for every game, in the transaction of its last move, with `game_id` and `result`.
finished = Signal()


def on_the_database_thread(work: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Database work for callers on the event loop; one thread does it all, one piece after another."""
    return database_sync_to_async(work)  # type: ignore[no-any-return]


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits at a table, as the other side knows them; `brain` is empty for people."""

    id: int
    name: str
    brain: str
    is_guest: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A game as it stands in the database."""

    id: str
    sitters: tuple[Sitter, Sitter]
    clock: str
    params: str
    tip: str
    commitments: tuple[str, str]
    secrets: tuple[str, str]
    transcript: str
    ply: int
    deadline: int | None
    sealed: Sealed


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended; without a winner where it is void."""

    winner: Seat | None
    value: int
    ended: str


@dataclass(frozen=True, slots=True)
class Entry:
    """The words of moves to be added at a ply; `due_by` where they stand only if the deadline has passed.

    `known` is the deadline by which a move was charged: one that has moved since, as the service was down, is
    news as a move is. None where no clock runs.
    """

    game_id: str
    ply: int
    words: tuple[str, ...]
    deadline: int | None
    result: Result | None = None
    due_by: int | None = None
    scores: tuple[int, int] = (0, 0)
    known: int | None = None


def result_of(state: State) -> Result | None:
    """The result of a game that is over; nothing before."""
    if state.ended is None:
        return None
    return Result(state.winner, state.value or 0, state.ended.value)


@on_the_database_thread
def read(game_id: str) -> Row:
    """The row of a game; Game.DoesNotExist where there is none."""
    game = Game.objects.select_related("seat_a", "seat_b", "secrets").get(pk=game_id)
    a, b = (Sitter(p.pk, p.username, p.brain, p.is_guest) for p in (game.seat_a, game.seat_b))
    return Row(
        id=game.pk,
        sitters=(a, b),
        clock=game.clock,
        params=game.params,
        tip=game.tip,
        commitments=(game.commitment_a, game.commitment_b),
        secrets=(game.secret_a, game.secret_b),
        transcript=game.transcript,
        ply=game.ply,
        deadline=game.deadline,
        sealed=unseal(game.secrets.sealed, game.pk),
    )


@on_the_database_thread
def write_commitment(game_id: str, seat: Seat, commitment: str) -> bool:
    """A seat's commitment, once and for all; False if there is one."""
    field = ("commitment_a", "commitment_b")[seat]
    return Game.objects.filter(pk=game_id, **{field: ""}).update(**{field: commitment}) == 1


@on_the_database_thread
def write_secrets(game_id: str, secrets: dict[Seat, str]) -> bool:
    """Secrets as seats show them, once and for all; False if one of them was shown before."""
    fields = {("secret_a", "secret_b")[seat]: secret for seat, secret in secrets.items()}
    return Game.objects.filter(pk=game_id, **dict.fromkeys(fields, "")).update(**fields) == 1


class Ledger:
    """One writer for a process: while one commit is under way the next moves gather, and go in one."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "ledger")
        self._gathered: list[tuple[Entry, asyncio.Future[bool]]] = []
        self._writing = False

    def append(self, entry: Entry) -> Awaitable[bool]:
        """Whether the words stand: False if another was first. Not known until it is durable."""
        loop = asyncio.get_running_loop()
        stands: asyncio.Future[bool] = loop.create_future()
        self._gathered.append((entry, stands))
        if not self._writing:
            self._write_what_gathered(loop)
        return stands

    def _write_what_gathered(self, loop: asyncio.AbstractEventLoop) -> None:
        batch, self._gathered = self._gathered, []
        self._writing = bool(batch)
        if batch:
            written = self._thread.submit(write, [entry for entry, _ in batch])
            written.add_done_callback(lambda done: loop.call_soon_threadsafe(self._answer, loop, batch, done))

    def _answer(
        self,
        loop: asyncio.AbstractEventLoop,
        batch: list[tuple[Entry, asyncio.Future[bool]]],
        written: "Future[list[Outcome]]",
    ) -> None:
        # Those who get their answers move on before the next batch is cut: so the batches grow under load.
        loop.call_later(GATHERED if len(batch) > 1 else 0, self._write_what_gathered, loop)
        for (_, stands), outcome in zip(batch, written.result(), strict=True):
            if stands.cancelled():
                continue
            if isinstance(outcome, Exception):
                stands.set_exception(outcome)
            else:
                stands.set_result(outcome)


def write(entries: Sequence[Entry]) -> list[Outcome]:
    """Write entries in one transaction; should that err, each by itself, so that none takes others along."""
    try:
        with transaction.atomic():
            return [*_write_all(entries)]
    except Exception as fault:  # a listener at the end of a game may raise what it likes
        if isinstance(fault, Gone):
            faltered.set()
        # Whatever it was, the next attempt has a fresh connection.
        connection.close()
        if len(entries) == 1:
            return [fault]
    return [outcome for entry in entries for outcome in write([entry])]


MOVE = """
UPDATE game_game SET transcript = transcript || %s, ply = %s, deadline = %s, score_a = %s, score_b = %s
WHERE id = %s AND ply = %s AND COALESCE(deadline, 0) = COALESCE(%s, deadline, 0) AND finished_at IS NULL
"""
MOVE_IF_DUE = MOVE + "AND deadline <= %s"


def _write_all(entries: Sequence[Entry]) -> list[bool]:
    """Every process locks games in the order of their ids, so that no two wait for each other."""
    order = sorted(range(len(entries)), key=lambda n: entries[n].game_id)
    with connection.cursor() as cursor:
        stood = dict(zip(order, _move_all(cursor, [entries[n] for n in order]), strict=True))
    for n in order:
        if stood[n] and (result := entries[n].result) is not None:
            _finish(entries[n].game_id, result)
    return [stood[n] for n in range(len(entries))]


def _move_all(cursor: Any, entries: Sequence[Entry]) -> list[bool]:
    if connection.vendor == "postgresql" and all(entry.due_by is None for entry in entries):
        # One round trip for all; the rows changed are told for each.
        pipeline = cursor.cursor
        stood = []
        with connection.wrap_database_errors:
            pipeline.executemany(MOVE, [_values(entry) for entry in entries], returning=True)
            for _ in entries:
                stood.append(pipeline.rowcount == 1)
                pipeline.nextset()
        return stood
    stood = []
    for entry in entries:
        cursor.execute(MOVE if entry.due_by is None else MOVE_IF_DUE, _values(entry))
        stood.append(cursor.rowcount == 1)
    return stood


def _values(entry: Entry) -> tuple[object, ...]:
    added = "".join(f" {word}" for word in entry.words)
    after = (entry.ply + len(entry.words), entry.deadline, *entry.scores)
    values = (added, *after, entry.game_id, entry.ply, entry.known)
    return values if entry.due_by is None else (*values, entry.due_by)


def _finish(game_id: str, result: Result) -> None:
    """The end of a game, once: in the transaction of its last move."""
    winner = None if result.winner is None else int(result.winner)
    Game.objects.filter(pk=game_id).update(
        finished_at=clock.now(), winner=winner, value=result.value, ended=result.ended
    )
    finished.send(sender=Game, game_id=game_id, result=result)
