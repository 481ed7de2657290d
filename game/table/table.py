"""A live table in memory: one move at a time, written down before anyone is told."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any
from weakref import WeakValueDictionary

from django.db import DatabaseError

from game.engine.events import Event
from game.engine.moves import Deal, IllegalMove, Move, Throw
from game.engine.notation import read
from game.engine.play import act, start
from game.engine.state import Phase, Seat, State
from game.engine.transcript import split
from game.engine.view import awaited, view
from game.table import ledger
from game.table.fairness import Fairness, due
from game.table.hub import Hub
from game.table.thinking import think
from game.table.wire import Json, encode, events_json, view_json
from rng.twister import stream

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Ack:
    """The move stands."""

    ply: int


@dataclass(frozen=True, slots=True)
class Refused:
    """The move does not stand, and nothing has changed."""

    ply: int
    code: str
    says: str


Answer = Ack | Refused


@dataclass(frozen=True, slots=True)
class Step:
    """One move on record, what it led to, and what is told of it."""

    seat: Seat | None
    move: Move
    state: State
    events: tuple[Event, ...]

    @classmethod
    def after(cls, state: State, seat: Seat | None, move: Move) -> "Step":
        return cls(seat, move, *act(state, seat, move))

    @property
    def word(self) -> str:
        return self.state.record[-1]


def answered(ask: Callable[..., Awaitable[Answer]]) -> Callable[..., Awaitable[Answer]]:
    """Ask one thing at a time of a table, and answer also where the database does not."""

    @wraps(ask)
    async def one_at_a_time(table: "Table", *args: Any) -> Answer:
        async with table.lock:
            try:
                return await ask(table, *args)
            except DatabaseError:
                log.exception("game %s: what a seat asked could not be written", table.id)
                return Refused(table.ply, "try_again", "This could not be written down. Please try again.")

    return one_at_a_time


class Table:
    """One game as it is played in this process; the row in the database is the authority."""

    def __init__(self, row: ledger.Row) -> None:
        rules, words = split(row.transcript)
        self.id = row.id
        self.sitters = row.sitters
        self.hub = Hub()
        self.lock = asyncio.Lock()
        self.fairness = Fairness(row)
        self.state = start(rules)
        self.moves: tuple[tuple[Seat | None, Move], ...] = ()
        self.events: tuple[Event, ...] = ()
        self._thinking: asyncio.Task[None] | None = None
        self._take(self._steps(words))

    @property
    def ply(self) -> int:
        return len(self.moves)

    @answered
    async def act(self, seat: Seat, ply: int, move: Move) -> Answer:
        """Make a move of a seat that answers this ply: acknowledged when it is durable, else refused."""
        if ply > self.ply:
            await self._read_again()
        if not self.fairness.is_complete:
            return Refused(self.ply, "not_begun", "The cards are not shuffled yet.")
        while True:
            if (answer := self._answer_from_record(seat, ply, move)) is not None:
                return answer
            try:
                step = Step.after(self.state, seat, move)
            except IllegalMove as fault:
                return Refused(self.ply, "illegal", str(fault))
            if await self._write([step, *self._deals(step.state)]):
                return Ack(self.ply)

    @answered
    async def commit(self, seat: Seat, commitment: str) -> Answer:
        """A seat's commitment, before it knows anything."""
        if self.fairness.row.commitments[seat] != commitment:
            await ledger.write_commitment(self.id, seat, commitment)
            await self._read_again()
            if self.fairness.row.commitments[seat] != commitment:
                return Refused(self.ply, "committed", "This seat has committed to another secret already.")
            await self._tell_fair()
        return Ack(self.ply)

    @answered
    async def reveal(self, seat: Seat, secret: str) -> Answer:
        """A seat's secret, once both commitments are shown; the bot shows its own with it."""
        row = self.fairness.row
        if row.secrets[seat] != secret:
            if not all(row.commitments):
                return Refused(self.ply, "too_early", "Secrets are shown when both seats have committed.")
            if not self.fairness.keeps_word(seat, secret):
                return Refused(self.ply, "other_secret", "This is not the secret this seat committed to.")
            shown = {seat: secret}
            if self.sitters[seat.other].brain:
                shown[seat.other] = row.sealed.bot_seat.hex()
            await ledger.write_secrets(self.id, shown)
            await self._read_again()
            await self._tell_fair()
            await self._go_on()
        return Ack(self.ply)

    @answered
    async def refresh(self) -> Answer:
        """Catch up with what other processes wrote."""
        await self._read_again()
        return Ack(self.ply)

    @answered
    async def wake(self) -> Answer:
        """Do what the table itself has to do next: deal what was not dealt, let a bot think."""
        await self._go_on()
        return Ack(self.ply)

    def frame(self, seat: Seat | None) -> bytes:
        """All that one needs to draw the table."""
        return encode(
            {
                "t": "table",
                "ply": self.ply,
                "you": seat,
                "players": [{"name": sitter.name, "bot": bool(sitter.brain)} for sitter in self.sitters],
                "view": view_json(view(self.state, seat)),
                "clocks": None,
                "fair": self.fairness.json(seat, self.state),
            }
        )

    def _answer_from_record(self, seat: Seat, ply: int, move: Move) -> Answer | None:
        """The answer to a move that comes late: a resend stands, both may throw at once, else it is stale."""
        if not 0 <= ply <= self.ply:
            return Refused(self.ply, "no_such_ply", "The table has not come so far.")
        since = self.moves[ply:]
        mine = next((done for mover, done in since if mover is seat), None)
        if mine is not None and _same(mine, move):
            return Ack(self.ply)
        if not since or (mine is None and all(type(done) is Throw for _, done in since)):
            return None
        return Refused(self.ply, "stale", "The table has moved on since.")

    def _deals(self, state: State) -> list[Step]:
        """The deals that are due after a state: the cut and the first hands come together."""
        if state.phase not in (Phase.CUT, Phase.DEAL):
            return []
        number = 0 if state.phase is Phase.CUT else state.deal + 1
        dealt = Step.after(state, None, Deal(number, self.fairness.deck(number)))
        return [dealt, *self._deals(dealt.state)]

    async def _go_on(self) -> None:
        while self.fairness.is_complete and (deals := self._deals(self.state)):
            await self._write(deals)
        self._let_bot_think()

    async def _write(self, steps: Sequence[Step]) -> bool:
        """Write steps down and then tell of them; False where another was first, and memory caught up."""
        words = tuple(step.word for step in steps)
        try:
            stands = await ledger.append(self.id, self.ply, words, steps[-1].state)
        except DatabaseError:
            # Whether the commit took place is unknown until the row is read.
            await self._read_again()
            if self.state.record[-len(words) :] != words:
                raise
            return True
        await (self._advance(steps) if stands else self._read_again())
        return stands

    async def _read_again(self) -> None:
        """Take over what the row says: the protocol as far as it has come, and moves made elsewhere."""
        row = await ledger.read(self.id)
        self.fairness = Fairness(row)
        await self._advance(self._steps(split(row.transcript)[1][self.ply :]))

    def _steps(self, words: Sequence[str]) -> list[Step]:
        """The steps that further words of the record stand for."""
        steps: list[Step] = []
        for word in words:
            state = steps[-1].state if steps else self.state
            steps.append(Step.after(state, *read(state.dealt, word, self.fairness.deck)))
        return steps

    def _take(self, steps: Sequence[Step]) -> None:
        if steps:
            self.state = steps[-1].state
            self.moves += tuple((step.seat, step.move) for step in steps)
            self.events += tuple(event for step in steps for event in step.events)

    async def _advance(self, steps: Sequence[Step]) -> None:
        """Memory takes what is durable, and everyone here is told."""
        if not steps:
            return
        links, since = due(self.state), self.ply
        self._take(steps)
        events = events_json(event for step in steps for event in step.events)
        await self.hub.tell(lambda seat: self._event_frame(seat, since, events))
        if due(self.state) != links:
            await self._tell_fair()
        self._let_bot_think()

    def _event_frame(self, seat: Seat | None, since: int, events: list[Json]) -> bytes:
        return encode(
            {
                "t": "event",
                "since": since,
                "ply": self.ply,
                "events": events,
                "view": view_json(view(self.state, seat)),
                "turn": awaited(self.state),
                "clocks": None,
            }
        )

    async def _tell_fair(self) -> None:
        await self.hub.tell(lambda seat: encode({"t": "fair", **self.fairness.json(seat, self.state)}))

    def _let_bot_think(self) -> None:
        if self._bot_to_move() is not None and (self._thinking is None or self._thinking.done()):
            self._thinking = asyncio.create_task(self._bot_plays())

    def _bot_to_move(self) -> Seat | None:
        return next((seat for seat in awaited(self.state) if self.sitters[seat].brain), None)

    async def _bot_plays(self) -> None:
        """The bot's moves, until it is the other's turn; its stream is its own for every move."""
        while (seat := self._bot_to_move()) is not None:
            ply = self.ply
            chance = stream(self.fairness.row.sealed.bot_stream, self.id, str(ply))
            move = await think(self.id, self.sitters[seat].brain, view(self.state, seat), self.events, chance)
            answer = await self.act(seat, ply, move)
            if isinstance(answer, Refused) and self.ply == ply:
                log.error("game %s: the bot's move does not stand: %s", self.id, answer.says)
                return


class Tables:
    """The tables that are live in this process, for as long as somebody holds them."""

    def __init__(self) -> None:
        self._tables: WeakValueDictionary[str, Table] = WeakValueDictionary()

    async def open(self, game_id: str) -> Table:
        """The table of a game; Game.DoesNotExist where there is none."""
        if (table := self._tables.get(game_id)) is None:
            row = await ledger.read(game_id)
            table = self._tables.setdefault(game_id, Table(row))
        return table


def _same(one: Move, other: Move) -> bool:
    """Whether two moves are the same, in whatever order the cards of a throw are named."""
    if isinstance(one, Throw) and isinstance(other, Throw):
        return set(one.cards) == set(other.cards)
    return one == other
