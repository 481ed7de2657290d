"""Frames for the watchers of one table in this process."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from common import clock
from common.formats.json import encode
from game.engine.state import Phase, Seat, State
from game.table.clocks.away import AwayTracker
from game.table.clocks.time_control import Banks
from game.table.hub import Hub
from game.table.record.ledger import GameRow, SeatedPlayer
from game.table.record.steps import Step
from game.table.shuffle.commitment_phase import CommitmentPhase
from game.table.shuffle.receipts import Receipts
from game.table.wire import EventFrames, clocks_json, players_json, table_frame
from game.wire.frames import Clocks, ClocksFrame, FairFrame, Here, HereFrame, PlayersFrame


class Broadcaster:
    """The frames of one table and their delivery. Each seat gets only data that it may see.

    The caller passes the state and the banks, because they change with every move.
    """

    def __init__(
        self, row: GameRow, hub: Hub, away: AwayTracker, commitments: CommitmentPhase, receipts: Receipts
    ) -> None:
        self.players, self._vacations = row.players, row.vacations
        self._time_control = row.clock
        self._hub, self._away, self._commitments, self._receipts = hub, away, commitments, receipts

    def build_table_frame(self, seat: Seat | None, state: State, banks: Banks, **more: Any) -> bytes:
        """Return the frame from which a client can draw the whole table."""
        return table_frame(
            seat,
            state,
            is_open_board=self._is_open_board,
            players=players_json(self.players),
            clocks=self._clocks_json(state, banks),
            fair=self._commitments.to_json(seat, state),
            here=self._presence_json(seat, state),
            **more,
        )

    def broadcast_steps(
        self, steps: Sequence[Step], since: int, banks: Banks, *, with_show: bool, is_unsigned: bool = False
    ) -> None:
        """Broadcast the moves made since a ply and their events."""
        state, events = steps[-1].state, [event for step in steps for event in step.events]
        clocks = self._clocks_json(state, banks)
        is_open = self._is_open_board
        frames = EventFrames(
            state, since, events, clocks, with_show, is_open_board=is_open, is_unsigned=is_unsigned
        )
        self._hub.broadcast(frames.for_seat)

    def broadcast_clocks(self, state: State, banks: Banks) -> None:
        self._broadcast_to_all(ClocksFrame(self._clocks_json(state, banks)))

    def broadcast_presence(self, state: State) -> None:
        self._hub.broadcast(lambda seat: encode(HereFrame(self._presence_json(seat, state))))

    def broadcast_fairness(self, state: State) -> None:
        def frame(seat: Seat | None) -> FairFrame:
            return FairFrame(**asdict(self._commitments.to_json(seat, state)))

        if self._commitments.fairness.is_complete:  # no seat has a step left, so one frame fits all
            return self._broadcast_to_all(frame(None))
        self._hub.broadcast(lambda seat: encode(frame(seat)))

    def broadcast_receipts(self) -> None:
        """Send every seat its new receipts. Sign them only for seats that have a watcher in this process."""
        for seat, since in self._receipts.take_new().items():
            if watchers := self._hub.watchers_of(seat):
                frame = encode(self._receipts.to_json(seat, since))
                for watcher in watchers:
                    watcher.send(frame)

    def update_players(self, players: tuple[SeatedPlayer, SeatedPlayer]) -> None:
        """Store the players of the seats. Broadcast them if they changed: a player may have a new name."""
        was, self.players = self.players, players
        if was != players:
            self._broadcast_to_all(PlayersFrame(players_json(players)))

    def update_vacations(self, vacations: tuple[int | None, int | None]) -> bool:
        """Store when each player's vacation ends. Return whether that changed."""
        was, self._vacations = self._vacations, vacations
        return was != vacations

    def _broadcast_to_all(self, frame: Struct) -> None:
        encoded = encode(frame)
        self._hub.broadcast(lambda seat: encoded)

    @property
    def _is_open_board(self) -> bool:
        """Whether other tables still play these cards."""
        return self._commitments.fairness.row.is_open_board

    def _clocks_json(self, state: State, banks: Banks) -> Clocks | None:
        if banks.clock is None and state.phase is not Phase.CALL:
            return None
        return clocks_json(self._time_control, banks, state, clock.milliseconds(), self._vacations)

    def _presence_json(self, seat: Seat | None, state: State) -> Here:
        now = clock.milliseconds()
        claim_in = None if seat is None else self._away.claimable_in_ms(seat, state, now)
        return Here((not self._away.is_away(Seat.A), not self._away.is_away(Seat.B)), claim_in)
