"""The moves of a table so far, for clients that join late or reconnect."""

import msgspec

from common.formats.json import encode
from game.engine.state import State
from game.table.record.steps import DeckSource, parse_steps
from game.wire.frames import HistoryMove
from game.wire.views import events_json


class History:
    """The events of all moves, each encoded once. No event holds a hidden card, so all clients share them."""

    def __init__(self, beginning: State) -> None:
        self._state = beginning
        self._moves: list[bytes] = []

    def since(self, ply: int, state: State, deck: DeckSource) -> msgspec.Raw:
        """Return the moves made after a ply, with their events, as JSON."""
        known = max(ply, 0)
        if known < len(state.record):
            self._follow(state, deck)
        return msgspec.Raw(b"[%b]" % b",".join(self._moves[known:]))

    def _follow(self, state: State, deck: DeckSource) -> None:
        steps = parse_steps(self._state, state.record[len(self._moves) :], deck)
        for ply, step in enumerate(steps, len(self._moves) + 1):
            self._moves.append(encode(HistoryMove(ply, events_json(step.events))))
        self._state = state
