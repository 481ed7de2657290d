"""A live table in memory: one move at a time, durable before it is broadcast."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import wraps
from typing import Any

import msgspec
from django.db import DatabaseError
from django.utils.translation import gettext, gettext_lazy

from common import clock
from common.database.thread import on_the_database_thread
from game.engine.moves import IllegalMove, Leave, Move
from game.engine.play import start
from game.engine.state import Ended, Seat, State
from game.engine.tally import Tally
from game.engine.transcript import parse_transcript
from game.engine.view import seats_to_move
from game.runtime.metrics import FLAGS, MOVES
from game.runtime.pubsub import publish, publish_to_others
from game.runtime.scheduler import run_in_background
from game.table.bot import BotPlayer
from game.table.broadcaster import Broadcaster
from game.table.clocks.away import AwayTracker
from game.table.clocks.time_control import TIME_CONTROLS, Banks
from game.table.clocks.turns import TurnPublisher
from game.table.clocks.vacations import rest_game
from game.table.engine_texts import describe_illegal_move
from game.table.forced_endings import VOIDED_MESSAGE, load_live_row_async
from game.table.history import History
from game.table.hub import Hub, Watcher
from game.table.record.entries import build_entry
from game.table.record.heartbeat import beat, database_was_gone
from game.table.record.ledger import GameRow, Ledger
from game.table.record.locked_games import LOCKED
from game.table.record.revealed_deals import revealed_numbers
from game.table.record.steps import (
    Ack,
    Answer,
    MoveTiming,
    Refused,
    Step,
    classify_move,
    parse_steps,
    timeout_move,
    update_tally,
)
from game.table.shuffle.commitment_phase import CommitmentPhase, Objection
from game.table.shuffle.receipts import Receipts
from game.table.shuffle.seat_signatures import SeatKey, SeatSignatures, write_signatures
from game.table.unasked import find_due_move, plays_unasked
from rng.seal import KeyMissing, SealBroken

log = logging.getLogger(__name__)

UNSAVED = gettext_lazy("That couldn’t be saved. Please try again.")
OTHER_SIGNATURE = gettext_lazy("The signature doesn’t fit your move and all of yours before it.")


def exclusive_request(request: Callable[..., Awaitable[Answer]]) -> Callable[..., Awaitable[Answer]]:
    """Serialize the requests of a table. Turn database and key errors into refusals."""

    @wraps(request)
    async def one_at_a_time(table: "Table", *args: Any) -> Answer:
        async with table.lock:
            try:
                return await request(table, *args)
            except DatabaseError:
                log.exception("game %s: the request of a seat could not be saved", table.id)
                return Refused(table.ply, "try_again", str(UNSAVED))
            except KeyMissing:
                return Refused(table.ply, "locked", str(LOCKED))
            except SealBroken:
                publish("unshown", table.id)
                return Refused(table.ply, "unshown", str(VOIDED_MESSAGE))

    return one_at_a_time


class Table:
    """A live game in this process. The database row is authoritative."""

    def __init__(self, row: GameRow, ledger: Ledger) -> None:
        self.id = row.id
        self.seats = {player.id: seat for seat, player in zip(Seat, row.players, strict=True)}
        self.rated = row.rated
        self.is_in_match = row.is_in_match
        self.ledger = ledger
        self.lock = asyncio.Lock()
        self.hub = Hub()
        self._may_rest = row.clock == "relaxed"
        self.away = AwayTracker(is_relaxed=row.clock == "relaxed")
        self.commitments = CommitmentPhase(row)
        self._plays_unasked = plays_unasked(self.commitments.fairness.params)
        self.signatures = SeatSignatures(row)
        self.receipts = Receipts(self.commitments.fairness)
        self.broadcaster = Broadcaster(row, self.hub, self.away, self.commitments, self.receipts)
        self.bots = [BotPlayer(row, seat) for seat in Seat if row.players[seat].brain]
        self._bot_seats = frozenset(bot.seat for bot in self.bots)
        self.turns = TurnPublisher(self.seats, row.clock, with_bot=bool(self.bots))
        rules, tokens = parse_transcript(row.transcript)
        self.state = start(rules)
        self._history = History(self.state)
        self.tally = Tally()
        self.ply = 0
        self.banks = Banks.full(TIME_CONTROLS[row.clock])
        self.deadline: int | None = None
        self._apply_steps(parse_steps(self.state, tokens, self.commitments.fairness.deck), None, row.deadline)

    # Requests from seats.

    @exclusive_request
    async def act(self, seat: Seat, ply: int, move: Move, signature: str = "") -> Answer:
        """Make a seat's move for this ply. Return Ack once the move is durable, or Refused."""
        if ply > self.ply:
            await self._reload()
        if not (self.commitments.fairness.is_complete or self.state.is_over):
            return Refused(self.ply, "not_begun", gettext("The cards aren’t shuffled yet."))
        while True:
            stood = self.ply
            if ply != stood and (answer := self._answer_late_move(seat, ply, move)) is not None:
                return answer
            now = clock.milliseconds()
            if self.deadline is not None and (now > self.deadline or database_was_gone.is_set()):
                await self._call_time(now)
                if self.ply > stood:
                    continue
            try:
                step = Step.apply(self.state, seat, move, self.banks.charge(self.state, seat, now))
            except IllegalMove as fault:
                return Refused(self.ply, "illegal", describe_illegal_move(fault))
            if signature and not self.signatures.fits(step, signature):
                return Refused(self.ply, "signature", str(OTHER_SIGNATURE))
            steps = [step, *self._due_steps(step.state)]
            is_unsigned = self.signatures.is_unsigned(step, signature)
            if await self._write(steps, now, signature=signature, is_unsigned=is_unsigned):
                return Ack(self.ply)

    @exclusive_request
    async def commit(self, seat: Seat, commitment: str, signed: SeatKey | None = None) -> Answer:
        """Commit a seat to its secret."""
        committed = self.commitments.commit(
            seat, commitment, signed, self._call_time_and_check_over, self._reload, self._adopt
        )
        return self._acknowledge_unless(await committed)

    @exclusive_request
    async def reveal(self, seat: Seat, secret: str) -> Answer:
        """Reveal a seat's secret. The second secret completes the shuffle, and the cards are dealt."""
        was_complete = self.commitments.fairness.is_complete
        revealed = self.commitments.reveal(seat, secret, self._call_time_and_check_over, self._adopt)
        objection = await revealed
        if self.commitments.fairness.is_complete and not was_complete:
            await self._make_due_moves()
        return self._acknowledge_unless(objection)

    def _acknowledge_unless(self, objection: Objection | None) -> Answer:
        return Ack(self.ply) if objection is None else Refused(self.ply, objection.code, objection.says)

    async def _call_time_and_check_over(self) -> bool:
        """Call the time and return whether the game is over."""
        await self._call_time(clock.milliseconds())
        return self.state.is_over

    @exclusive_request
    async def claim_win(self, seat: Seat) -> Answer:
        """Give the game to a seat whose opponent has been away for long enough."""
        stood = self.ply
        while self.ply == stood:
            now = clock.milliseconds()
            if self.away.claimable_in_ms(seat, self.state, now) != 0:
                break
            await self._write([Step.apply(self.state, seat.other, Leave())], now)
        if self.state.ended is Ended.LEFT and self.state.winner is seat:
            return Ack(self.ply)
        if self.ply > stood:
            return Refused(self.ply, "stale", gettext("The game has moved on. Try again."))
        return Refused(
            self.ply, "not_away", gettext("Your opponent is here, or hasn’t been away for long enough.")
        )

    def _answer_late_move(self, seat: Seat, ply: int, move: Move) -> Answer | None:
        """Answer a move for an earlier ply, or return None if the move still fits."""
        if not 0 <= ply <= self.ply:
            return Refused(self.ply, "no_such_ply", gettext("The game hasn’t got that far yet."))
        match classify_move(self.state, seat, ply, move, self.commitments.fairness.deck):
            case MoveTiming.STANDS:
                return Ack(self.ply)
            case MoveTiming.OVERDUE:
                return Refused(self.ply, "late", gettext("Your time ran out."))
            case MoveTiming.STALE:
                return Refused(self.ply, "stale", gettext("The game has moved on. Try again."))
        return None

    @property
    def is_open_board(self) -> bool:
        """Whether other tables still play these cards, so that spectators are not allowed."""
        return self.commitments.fairness.row.is_open_board

    @property
    def hides_cards(self) -> bool:
        """Whether the game is over but its cards must stay hidden, even from its own players."""
        return self.state.is_over and self.is_open_board

    @property
    def is_waiting_for_friend(self) -> bool:
        """Whether the game was opened by sharing a link and its cards are not dealt yet."""
        return self.commitments.fairness.row.committed_ahead and not self.commitments.fairness.is_complete

    # Actions of the table itself.

    @exclusive_request
    async def refresh(self) -> Answer:
        """Catch up with the row that other processes may have written."""
        await self._reload()
        return Ack(self.ply)

    @exclusive_request
    async def apply_remote_moves(
        self, ply: int, tokens: Sequence[str], deadline: int | None, is_unsigned: bool = False
    ) -> Answer:
        """Apply moves that another process wrote and published."""
        if self.ply == ply and self.commitments.fairness.is_complete:
            steps = parse_steps(self.state, tokens, self.commitments.fairness.deck)
            self._advance(steps, deadline=deadline, is_unsigned=is_unsigned)
        elif self.ply < ply + len(tokens):
            await self._reload()
        return Ack(self.ply)

    @exclusive_request
    async def resume(self) -> Answer:
        """Make the moves that are due: deal if needed, and start the bots."""
        await self._make_due_moves()
        return Ack(self.ply)

    @exclusive_request
    async def call_time(self) -> Answer:
        """Let a flag fall if the time is up."""
        await self._call_time(clock.milliseconds())
        return Ack(self.ply)

    def history_since(self, ply: int) -> msgspec.Raw:
        """Return the moves made after a ply, with their events, as JSON."""
        return self._history.since(ply, self.state, self.commitments.fairness.deck)

    # Presence.

    def join(self, watcher: Watcher) -> None:
        self.hub.join(watcher)
        if watcher.seat is not None:
            self.update_presence(watcher.seat, True)
            publish_to_others("here", (self.id, watcher.seat))

    def update_presence(self, seat: Seat, is_here: bool | None) -> None:
        """Record whether a seat's player is online anywhere, and broadcast a change."""
        if self.away.update(seat, seat in self._bot_seats or is_here, clock.milliseconds()):
            self.broadcaster.broadcast_presence(self.state)

    # Internals.

    def _due_steps(self, state: State) -> list[Step]:
        """Return the automatic steps after a state: cut and first hands, or goes, last cards and a deal."""
        steps: list[Step] = []
        while due := self._due_move(state):
            steps.append(Step.apply(state, *due))
            state = steps[-1].state
        return steps

    def _due_move(self, state: State) -> tuple[Seat | None, Move] | None:
        return find_due_move(state, self.commitments.fairness.deck, with_seats_moves=self._plays_unasked)

    @property
    def has_move_due(self) -> bool:
        """Whether the next move belongs to the table itself or to a bot."""
        return self._has_step_due or not self._bot_seats.isdisjoint(seats_to_move(self.state))

    @property
    def _has_step_due(self) -> bool:
        return self.commitments.fairness.is_complete and self._due_move(self.state) is not None

    async def _make_due_moves(self) -> None:
        while self.commitments.fairness.is_complete and (steps := self._due_steps(self.state)):
            await self._write(steps, clock.milliseconds())
        self._start_bots()

    async def _call_time(self, now: int) -> None:
        """If the row (not just a timer) says that time is up, make the move that follows from it."""
        if self.deadline is None or (now <= self.deadline and not database_was_gone.is_set()):
            return
        await on_the_database_thread(beat)()
        await self._reload()
        if self.deadline is None or now <= self.deadline:
            return
        if self._may_rest and await on_the_database_thread(rest_game)(self.id):
            return await self._reload()
        if self._has_step_due:  # the process that should have dealt is gone: charge no player for that
            return await self._make_due_moves()
        fairness = self.commitments.fairness
        seat, move = timeout_move(
            self.state,
            self.banks,
            fairness.unrevealed_seats,
            may_stay_away=fairness.row.committed_ahead and not self.rated,
        )
        step = Step.apply(self.state, seat, move, self.banks.charge(self.state, seat, self.deadline))
        absent = fairness.absent_seat if step.state.ended is Ended.VOID else None
        steps = [step, *self._due_steps(step.state)]
        FLAGS.inc(await self._write(steps, now, due_by=now, absent=absent))

    async def _write(
        self,
        steps: Sequence[Step],
        now: int,
        due_by: int | None = None,
        signature: str = "",
        absent: Seat | None = None,
        is_unsigned: bool = False,
    ) -> bool:
        """Write steps, then broadcast them.

        Return False if another process wrote first; memory is then up to date.
        """
        banks, before = self.banks, self.state
        for step in steps:
            banks = banks.after_move(step.seat, step.move, step.charged).after_turn_change(
                before, step.state, now
            )
            before = step.state
        entry = build_entry(
            self.id,
            self.state,
            self.tally,
            steps,
            self.commitments.fairness.deck,
            deadline=banks.deadline(before),
            due_by=due_by,
            known_deadline=self.deadline,
            secrets=self.commitments.fairness.row.secrets,
            seats=self.commitments.fairness.row.seats,
            rated=self.rated,
            absent=absent,
            is_off_record=self.commitments.fairness.row.is_off_record,
        )
        try:
            is_written = await self.ledger.append(entry)
        except DatabaseError:
            # The row must be read to know whether the commit took place.
            await self._reload()
            if self.state.record[entry.ply : entry.ply + len(entry.tokens)] != before.record[entry.ply :]:
                raise
            return True
        if is_written:
            MOVES[self._mover_label(steps[0].seat)] += 1
            self.turns.publish_change(self.state, before, is_anyone_away=self.away.is_anyone_away)
            self._advance(steps, banks, entry.deadline, signature, is_unsigned=is_unsigned)
            moves = (self.id, entry.ply, entry.tokens, entry.deadline)
            # A process of version 1.0 reads four values, so the fifth is sent only where it says something.
            publish_to_others("moves", (*moves, True) if is_unsigned else moves)
        else:
            await self._reload()
        return is_written

    def _mover_label(self, seat: Seat | None) -> str:
        """Return the metric label for the origin of a seat's moves: table, bot or person."""
        return "table" if seat is None else "bot" if seat in self._bot_seats else "person"

    async def _reload(self) -> None:
        self._adopt(await load_live_row_async(self.id))

    def _adopt(self, row: GameRow) -> None:
        """Apply what is new in the row: commitments, secrets, names, and moves made by other processes."""
        tokens = parse_transcript(row.transcript)[1][self.ply :]
        if self.commitments.update(row):
            self.receipts.update(self.commitments.fairness)
            self.signatures.update(row)
            self.broadcaster.broadcast_fairness(self.state)
            self.broadcaster.broadcast_receipts()
        self.broadcaster.update_players(row.players)
        has_news_of_vacations = self.broadcaster.update_vacations(row.vacations)
        has_new_deadline = row.deadline != self.deadline
        # The row does not say which moves were signed.
        steps = parse_steps(self.state, tokens, self.commitments.fairness.deck)
        self._advance(steps, deadline=row.deadline, is_unsigned=True)
        if has_news_of_vacations and not has_new_deadline:
            self.broadcaster.broadcast_clocks(self.state, self.banks)

    def _apply_steps(
        self, steps: Sequence[Step], banks: Banks | None, deadline: int | None, signature: str = ""
    ) -> None:
        """Apply durable steps in memory. Compute the banks from the steps if they are not given."""
        if banks is None:
            banks = self.banks
            for step in steps:
                banks = banks.after_move(step.seat, step.move, step.charged)
            banks = banks.aligned_to(steps[-1].state if steps else self.state, deadline)
        if steps:
            self.state = steps[-1].state
            self.tally = update_tally(self.tally, steps)
            self.ply = len(self.state.record)
            self.receipts.update(self.commitments.fairness, steps)
            self.signatures.advance(steps, signature)
        for bot in self.bots:
            bot.observe(event for step in steps for event in step.events)
        self.banks, self.deadline = banks, deadline

    def _advance(
        self,
        steps: Sequence[Step],
        banks: Banks | None = None,
        deadline: int | None = None,
        signature: str = "",
        *,
        is_unsigned: bool = False,
    ) -> None:
        """Apply durable steps in memory and broadcast them to all watchers in this process.

        `signature` comes from the seat that made the first of the steps. `is_unsigned` says that this seat
        has a key and did not sign.
        """
        revealed, show, since = revealed_numbers(self.state), self.state.show, self.ply
        has_new_deadline = deadline != self.deadline
        self._apply_steps(steps, banks, deadline, signature)
        if not steps:
            if has_new_deadline:
                self.broadcaster.broadcast_clocks(self.state, self.banks)
            return
        with_show = self.state.show is not show
        self.broadcaster.broadcast_steps(
            steps, since, self.banks, with_show=with_show, is_unsigned=is_unsigned
        )
        if revealed_numbers(self.state) != revealed:
            self.broadcaster.broadcast_fairness(self.state)
        self.broadcaster.broadcast_receipts()
        if self.away.is_anyone_away:
            self.broadcaster.broadcast_presence(self.state)
        if self.state.is_over and (signatures := self.signatures.take_good()):
            run_in_background(write_signatures(self.id, signatures))
        self._start_bots()

    def _start_bots(self) -> None:
        for bot in self.bots:
            bot.start_thinking(self.state, self.act)
