"""What the bots of a game do when they are asked again: the same, for all they went by is on record."""

from collections.abc import Iterator
from typing import NamedTuple

from game.bots import Decision, choose
from game.engine.events import Event
from game.engine.moves import Move, Throw
from game.engine.play import start
from game.engine.state import Seat, State
from game.engine.transcript import split
from game.engine.view import view
from game.table.bot import chance
from game.table.fairness import replayed
from game.table.ledger import Row
from game.table.thinking import simplest


class Rethought(NamedTuple):
    """One move of a bot as it was made, and as its brain makes it now: None where it fails."""

    ply: int
    deal: int
    seat: Seat
    made: Move
    again: Move | None
    stood_in: Move  # what is played where a brain has no answer

    @property
    def is_same(self) -> bool:
        return self.made == self.again


def rethought(row: Row) -> Iterator[Rethought]:
    """Every decision of a game's bots, asked for once more with what was seen and heard of the game then."""
    state, heard = start(split(row.transcript)[0]), list[Event]()
    for ply, step in enumerate(replayed(row)):
        seat = step.seat
        if seat is not None and row.sitters[seat].brain and isinstance(step.move, Decision):
            again, stood_in = _asked(row, seat, state, tuple(heard)), simplest(view(state, seat))
            yield Rethought(ply, state.deal, seat, _plain(step.move), again, _plain(stood_in))
        state = step.state
        heard += step.events


def _asked(row: Row, seat: Seat, state: State, heard: tuple[Event, ...]) -> Move | None:
    left_open = chance(row.sealed.bot_stream, row.id, state)
    try:
        return _plain(choose(row.sitters[seat].brain, view(state, seat), heard, left_open))
    except Exception:  # whatever a brain stumbles over, the next move is asked for all the same
        return None


def _plain(move: Move) -> Move:
    """A move, with the cards of a throw in one order."""
    return Throw(tuple(sorted(move.cards))) if isinstance(move, Throw) else move
