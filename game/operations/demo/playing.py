"""A whole game at once: the moves are the brains' own, and the cards those that its secrets make."""

from collections.abc import Sequence

from game.bots import choose
from game.engine.events import Event
from game.engine.moves import Deal, Flag, Move
from game.engine.play import start
from game.engine.state import Phase, Seat, State
from game.engine.transcript import split
from game.engine.view import awaited, view
from game.operations.demo.schedule import GivesUp
from game.table.bot import chance
from game.table.fairness import fairness_of
from game.table.ledger import Row
from game.table.record import Step
from game.table.time_control import CLOCKS, SECOND, Banks
from rng.twister import Twister

THINKS = 2.5  # seconds a move, on average


def play(row: Row, brains: Sequence[str], gives_up: GivesUp | None, pace: Twister) -> list[Step]:
    """The steps of a game from the cut to its end, each charged what its clock would have."""
    fairness = fairness_of(row)
    state, banks = start(split(row.transcript)[0]), Banks.full(CLOCKS[row.clock])
    taken: list[Step] = []
    heard: tuple[Event, ...] = ()
    while not state.is_over:
        if state.phase in (Phase.CUT, Phase.DEAL):
            number = 0 if state.phase is Phase.CUT else state.deal + 1
            step = Step.after(state, None, Deal(number, fairness.deck(number)))
        else:
            seat = pace.choice(awaited(state))
            move = _leaves(state, seat, gives_up) or choose(
                brains[seat], view(state, seat), heard, _chance(row, seat, state)
            )
            step = Step.after(state, seat, move, _charge(state, seat, move, banks, pace))
        taken.append(step)
        banks = banks.after(step.seat, step.move, step.charged)
        heard += step.events
        state = step.state
    return taken


def _leaves(state: State, seat: Seat, gives_up: GivesUp | None) -> Move | None:
    if gives_up is None or seat != gives_up.seat or len(state.record) < gives_up.after:
        return None
    return gives_up.how()


def _chance(row: Row, seat: Seat, state: State) -> Twister:
    """A bot's chance is drawn as at every table; a person's stand-in draws it from that seat's secret."""
    secret = row.sealed.bot_stream if row.sitters[seat].brain else bytes.fromhex(row.secrets[seat])
    return chance(secret, row.id, state)


def _charge(state: State, seat: Seat, move: Move, banks: Banks, pace: Twister) -> int:
    """What a move cost its clock, never so much that a flag would fall by it: unless it does."""
    if banks.clock is None or state.phase is Phase.CALL:
        return 0
    if isinstance(move, Flag):
        return banks.left[seat]
    return min(int(pace.expovariate(1 / THINKS) * SECOND), banks.left[seat] // 4)
