"""What is durable: a game read from its row, and moves added to it by comparing ply."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

from channels.db import database_sync_to_async

from game.engine.state import Seat
from game.models import Game
from game.table.entries import Entry, Outcome, write
from game.table.sealed import Sealed, unseal

P = ParamSpec("P")
T = TypeVar("T")

# Under load the next batch grows for so many seconds after a commit: a commit is dear, a move in it cheap.
GATHERED = 0.002


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
    rated: bool
    params: str
    tip: str
    commitments: tuple[str, str]
    secrets: tuple[str, str]
    transcript: str
    ply: int
    deadline: int | None
    sealed: Sealed


def row(game_id: str) -> Row:
    """The row of a game; Game.DoesNotExist where there is none."""
    game = Game.objects.select_related("seat_a", "seat_b", "secrets").get(pk=game_id)
    a, b = (Sitter(p.pk, p.username, p.brain, p.is_guest) for p in (game.seat_a, game.seat_b))
    return Row(
        id=game.pk,
        sitters=(a, b),
        clock=game.clock,
        rated=game.rated,
        params=game.params,
        tip=game.tip,
        commitments=(game.commitment_a, game.commitment_b),
        secrets=(game.secret_a, game.secret_b),
        transcript=game.transcript,
        ply=game.ply,
        deadline=game.deadline,
        sealed=unseal(game.secrets.sealed, game.pk),
    )


read = on_the_database_thread(row)


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
