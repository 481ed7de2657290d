"""A live table in memory: one move at a time, written down before anyone is told."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any

from django.db import DatabaseError
from django.utils.translation import gettext

from common import clock
from game.engine.moves import Deal, IllegalMove, Leave, Move
from game.engine.play import start
from game.engine.state import Ended, Phase, Seat, State
from game.engine.tally import Tally
from game.engine.transcript import parse_transcript
from game.engine.view import seats_to_move
from game.runtime.pubsub import publish, publish_to_others
from game.table import ledger
from game.table.answers import Ack, Answer, Refused
from game.table.away import AwayTracker
from game.table.bot import BotPlayer
from game.table.engine_texts import describe_illegal_move
from game.table.entries import build_entry
from game.table.fairness import Fairness
from game.table.frames import EventFrames, clocks_json, players_json, table_frame
from game.table.heartbeat import beat, database_was_gone
from game.table.hub import Hub, Watcher
from game.table.ledger import GameRow, Ledger, on_the_database_thread
from game.table.locked_games import LOCKED
from game.table.metrics import FLAGS, MOVES
from game.table.record import MoveTiming, Step, classify_move, parse_steps, timeout_move, update_tally
from game.table.revealed_deals import revealed_numbers
from game.table.sealed_secrets import KeyMissing, SealBroken
from game.table.time_control import START_TIMEOUTS, TIME_CONTROLS, Banks
from game.table.unrevealable import VOIDED_MESSAGE
from game.table.wire import Json, encode
from rng.commitment import Chain

log = logging.getLogger(__name__)


def exclusive_request(request: Callable[..., Awaitable[Answer]]) -> Callable[..., Awaitable[Answer]]:
    """Ask one thing at a time of a table, and answer also where the database does not."""

    @wraps(request)
    async def one_at_a_time(table: "Table", *args: Any) -> Answer:
        async with table.lock:
            try:
                return await request(table, *args)
            except DatabaseError:
                log.exception("game %s: what a seat asked could not be written", table.id)
                return Refused(
                    table.ply, "try_again", gettext("This could not be written down. Please try again.")
                )
            except KeyMissing:
                return Refused(table.ply, "locked", str(LOCKED))
            except SealBroken:
                publish("unshown", table.id)
                return Refused(table.ply, "unshown", str(VOIDED_MESSAGE))

    return one_at_a_time


class Table:
    """One game as it is played in this process; the row in the database is the authority."""

    def __init__(self, row: GameRow, ledger: Ledger) -> None:
        self.id = row.id
        self.players = row.players
        self.clock = row.clock
        self.rated = row.rated
        self.ledger = ledger
        self.hub = Hub()
        self.lock = asyncio.Lock()
        self.away = AwayTracker()
        self.bots = [BotPlayer(row, seat) for seat in Seat if row.players[seat].brain]
        rules, words = parse_transcript(row.transcript)
        self.state = start(rules)
        self.tally = Tally()
        self.ply = 0
        self.banks = Banks.full(TIME_CONTROLS[row.clock])
        self.deadline: int | None = None
        self.fairness = Fairness(replace(row, transcript=""), Chain(row.id, row.server_secrets.chain))
        self._apply_steps(parse_steps(self.state, words, self.fairness.deck), None, row.deadline)

    # What a seat asks.

    @exclusive_request
    async def act(self, seat: Seat, ply: int, move: Move) -> Answer:
        """Make a move of a seat that answers this ply: acknowledged when it is durable, else refused."""
        if ply > self.ply:
            await self._reload()
        if not (self.fairness.is_complete or self.state.is_over):
            return Refused(self.ply, "not_begun", gettext("The cards are not shuffled yet."))
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
            if await self._write([step, *self._due_deals(step.state)], now):
                return Ack(self.ply)

    @exclusive_request
    async def commit(self, seat: Seat, commitment: str) -> Answer:
        """A seat's commitment, before it knows anything."""
        if self.fairness.row.commitments[seat] != commitment:
            if await self._call_time_and_check_over():
                return Refused(self.ply, "late", gettext("This game did not begin in time."))
            reveal_by = clock.milliseconds() + START_TIMEOUTS[self.clock]
            await ledger.write_commitment(self.id, seat, commitment, reveal_by, self._bot_secrets())
            await self._reload()
            if self.fairness.row.commitments[seat] != commitment:
                return Refused(
                    self.ply, "committed", gettext("This seat has committed to another secret already.")
                )
            publish_to_others("row", self.id)
        return Ack(self.ply)

    @exclusive_request
    async def reveal(self, seat: Seat, secret: str) -> Answer:
        """A seat's secret, once both commitments are shown."""
        row = self.fairness.row
        if row.secrets[seat] != secret:
            if not all(row.commitments):
                return Refused(
                    self.ply, "too_early", gettext("Secrets are shown when both seats have committed.")
                )
            if not self.fairness.matches_commitment(seat, secret):
                return Refused(
                    self.ply, "other_secret", gettext("This is not the secret this seat committed to.")
                )
            if await self._call_time_and_check_over():
                return Refused(self.ply, "late", gettext("Your part of the shuffle came too late."))
            await ledger.write_secrets(self.id, {seat: secret, **self._bot_secrets()})
            await self._reload()
            publish_to_others("row", self.id)
            await self._make_due_moves()
        return Ack(self.ply)

    def _bot_secrets(self) -> dict[Seat, str]:
        """What a bot has to show: nothing keeps it from showing its secret once both have committed."""
        row = self.fairness.row
        return {bot.seat: row.server_secrets.bot_seat.hex() for bot in self.bots if not row.secrets[bot.seat]}

    async def _call_time_and_check_over(self) -> bool:
        """Whether the game is over, perhaps for time that is up by now."""
        await self._call_time(clock.milliseconds())
        return self.state.is_over

    @exclusive_request
    async def claim_win(self, seat: Seat) -> Answer:
        """The game to who waits for one that has left."""
        stood = self.ply
        while self.ply == stood and self._claim_in_ms(seat, now := clock.milliseconds()) == 0:
            await self._write([Step.apply(self.state, seat.other, Leave())], now)
        if self.state.ended is Ended.LEFT and self.state.winner is seat:
            return Ack(self.ply)
        if self.ply > stood:
            return Refused(self.ply, "stale", gettext("The table has moved on since."))
        return Refused(self.ply, "not_away", gettext("Your opponent is here, or has not been away for long."))

    def _answer_late_move(self, seat: Seat, ply: int, move: Move) -> Answer | None:
        """The answer to a move that names another ply than the table's, unless it still fits."""
        if not 0 <= ply <= self.ply:
            return Refused(self.ply, "no_such_ply", gettext("The table has not come so far."))
        match classify_move(self.state, seat, ply, move, self.fairness.deck):
            case MoveTiming.STANDS:
                return Ack(self.ply)
            case MoveTiming.OVERDUE:
                return Refused(self.ply, "late", gettext("Your time was up."))
            case MoveTiming.STALE:
                return Refused(self.ply, "stale", gettext("The table has moved on since."))
        return None

    # What the table does by itself.

    @exclusive_request
    async def refresh(self) -> Answer:
        """Catch up with what other processes wrote."""
        await self._reload()
        return Ack(self.ply)

    @exclusive_request
    async def apply_remote_moves(self, ply: int, tokens: Sequence[str], deadline: int | None) -> Answer:
        """Catch up with moves that another process wrote, as it told us."""
        if self.ply == ply and self.fairness.is_complete:
            self._advance(parse_steps(self.state, tokens, self.fairness.deck), deadline=deadline)
        elif self.ply < ply + len(tokens):
            await self._reload()
        return Ack(self.ply)

    @exclusive_request
    async def resume(self) -> Answer:
        """Do what the table itself has to do next: deal what was not dealt, let a bot think."""
        await self._make_due_moves()
        return Ack(self.ply)

    @exclusive_request
    async def call_time(self) -> Answer:
        """Let a flag fall, if it must."""
        await self._call_time(clock.milliseconds())
        return Ack(self.ply)

    # Who is here.

    def join(self, watcher: Watcher) -> None:
        self.hub.join(watcher)
        if watcher.seat is not None:
            self.update_presence(watcher.seat, True)
            publish_to_others("here", (self.id, watcher.seat))

    def update_presence(self, seat: Seat, is_here: bool | None) -> None:
        """Take in whether a seat's player is seen anywhere, and tell if it is news."""
        is_bot = bool(self.players[seat].brain)
        if self.away.update(seat, True if is_bot else is_here, clock.milliseconds()):
            self._broadcast_presence()

    # What is told.

    def frame(self, seat: Seat | None, **more: Any) -> bytes:
        """All that one needs to draw the table."""
        return table_frame(
            seat,
            self.state,
            players=players_json(self.players),
            clocks=self._clocks_json(),
            fair=self._fairness_json(seat),
            here=self._presence_json(seat),
            **more,
        )

    def _clocks_json(self) -> Json | None:
        if self.banks.clock is None and self.state.phase is not Phase.CALL:
            return None
        return clocks_json(self.clock, self.banks, self.state, clock.milliseconds())

    def _presence_json(self, seat: Seat | None) -> Json:
        claim_in = None if seat is None else self._claim_in_ms(seat, clock.milliseconds())
        return {"seats": [not self.away.is_away(each) for each in Seat], "claim_in_ms": claim_in}

    def _claim_in_ms(self, seat: Seat, now: int) -> int | None:
        """How long until a seat may claim the win, while the game waits for one who is away."""
        if self.clock == "relaxed" or seat.other not in seats_to_move(self.state):
            return None
        return self.away.claim_in_ms(seat.other, now)

    def _broadcast_presence(self) -> None:
        self.hub.broadcast(lambda seat: encode({"t": "here", "here": self._presence_json(seat)}))

    def _fairness_json(self, seat: Seat | None) -> Json:
        return {**self.fairness.to_json(seat, self.state), "begin_in_ms": self._begin_in_ms()}

    def _begin_in_ms(self) -> int | None:
        """How long until the game is void, or lost by a seat that has not shown its secret."""
        by = self.fairness.row.deadline
        if by is None or self.fairness.is_complete or self.state.is_over:
            return None
        return max(0, by - clock.milliseconds())

    def _broadcast_fairness(self) -> None:
        if self.fairness.is_complete:  # then nothing is awaited of anybody, and all are told the same
            frame = encode({"t": "fair", **self._fairness_json(None)})
            return self.hub.broadcast(lambda seat: frame)
        self.hub.broadcast(lambda seat: encode({"t": "fair", **self._fairness_json(seat)}))

    # How it goes on.

    def _due_deals(self, state: State) -> list[Step]:
        """The deals that are due after a state: the cut and the first hands come together."""
        if state.phase not in (Phase.CUT, Phase.DEAL):
            return []
        number = 0 if state.phase is Phase.CUT else state.deal + 1
        dealt = Step.apply(state, None, Deal(number, self.fairness.deck(number)))
        return [dealt, *self._due_deals(dealt.state)]

    @property
    def has_move_due(self) -> bool:
        """Whether the next move is the table's own: a deal, or the bot's."""
        return self._has_deal_due or any(bot.seat in seats_to_move(self.state) for bot in self.bots)

    @property
    def _has_deal_due(self) -> bool:
        return self.fairness.is_complete and self.state.phase in (Phase.CUT, Phase.DEAL)

    async def _make_due_moves(self) -> None:
        while self.fairness.is_complete and (deals := self._due_deals(self.state)):
            await self._write(deals, clock.milliseconds())
        self._start_bots()

    async def _call_time(self, now: int) -> None:
        """If time is up, do what follows from it: known by the row, and never by a timer."""
        if self.deadline is None or (now <= self.deadline and not database_was_gone.is_set()):
            return
        await on_the_database_thread(beat)()
        await self._reload()
        if self.deadline is None or now <= self.deadline:
            return
        if self._has_deal_due:  # whoever was to deal is gone: that takes nobody's time
            return await self._make_due_moves()
        seat, move = timeout_move(self.state, self.banks, self.fairness.unrevealed_seats)
        step = Step.apply(self.state, seat, move, self.banks.charge(self.state, seat, self.deadline))
        FLAGS.inc(await self._write([step, *self._due_deals(step.state)], now, due_by=now))

    async def _write(self, steps: Sequence[Step], now: int, due_by: int | None = None) -> bool:
        """Write steps down and then tell of them; False where another was first, and memory caught up."""
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
            self.fairness.deck,
            deadline=banks.deadline(before),
            due_by=due_by,
            known_deadline=self.deadline,
            secrets=self.fairness.row.secrets,
        )
        try:
            stands = await self.ledger.append(entry)
        except DatabaseError:
            # Whether the commit took place is unknown until the row is read.
            await self._reload()
            if self.state.record[entry.ply : entry.ply + len(entry.tokens)] != before.record[entry.ply :]:
                raise
            return True
        if stands:
            MOVES[self._mover_label(steps[0].seat)] += 1
            self._advance(steps, banks, entry.deadline)
            publish_to_others("moves", (self.id, entry.ply, entry.tokens, entry.deadline))
        else:
            await self._reload()
        return stands

    def _mover_label(self, seat: Seat | None) -> str:
        """Who makes a seat's moves; those of no seat the table makes itself."""
        return "table" if seat is None else "bot" if self.players[seat].brain else "person"

    async def _reload(self) -> None:
        """Take over what the row says: the protocol as far as it has come, and moves made elsewhere."""
        row = await ledger.load_live_row_async(self.id)
        words = parse_transcript(row.transcript)[1][self.ply :]
        known = self.fairness
        is_news = (row.commitments, row.secrets) != (known.row.commitments, known.row.secrets)
        is_news = is_news or (row.deadline != known.row.deadline and not known.is_complete)
        self.fairness = replace(self.fairness, row=replace(row, transcript=""))
        if is_news:
            self._broadcast_fairness()
        if self.players != row.players:
            self.players = row.players
            renamed = encode({"t": "players", "players": players_json(self.players)})
            self.hub.broadcast(lambda seat: renamed)
        self._advance(parse_steps(self.state, words, self.fairness.deck), deadline=row.deadline)

    def _apply_steps(self, steps: Sequence[Step], banks: Banks | None, deadline: int | None) -> None:
        """Memory takes what is durable; the banks follow from it where they are not known."""
        if banks is None:
            banks = self.banks
            for step in steps:
                banks = banks.after_move(step.seat, step.move, step.charged)
            banks = banks.aligned_to(steps[-1].state if steps else self.state, deadline)
        if steps:
            self.state = steps[-1].state
            self.tally = update_tally(self.tally, steps)
            self.ply = len(self.state.record)
        for bot in self.bots:
            bot.observe(event for step in steps for event in step.events)
        self.banks, self.deadline = banks, deadline

    def _advance(
        self, steps: Sequence[Step], banks: Banks | None = None, deadline: int | None = None
    ) -> None:
        """What is durable is taken over, and everyone here is told."""
        links, since, moved = revealed_numbers(self.state), self.ply, deadline != self.deadline
        shown = self.state.show
        self._apply_steps(steps, banks, deadline)
        clocks = self._clocks_json()
        if not steps:
            if moved:
                self.hub.broadcast(lambda seat: encode({"t": "clocks", "clocks": clocks}))
            return
        events = [event for step in steps for event in step.events]
        frames = EventFrames(self.state, since, events, clocks, self.state.show is not shown)
        self.hub.broadcast(frames.for_seat)
        if revealed_numbers(self.state) != links:
            self._broadcast_fairness()
        if self.away.is_anyone_away:
            self._broadcast_presence()
        self._start_bots()

    def _start_bots(self) -> None:
        for bot in self.bots:
            bot.start_thinking(self.state, self.act)
