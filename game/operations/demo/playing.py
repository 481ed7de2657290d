"""Plays a whole game at once: the brains choose the moves, and the game's secrets make the cards."""

from collections.abc import Sequence

from game.bots import choose
from game.engine.events import Event
from game.engine.moves import Flag, Move
from game.engine.play import start
from game.engine.state import Phase, Seat, State
from game.engine.transcript import parse_transcript
from game.engine.view import seats_to_move, view
from game.operations.demo.schedule import EarlyEnd
from game.table.bot import decision_stream
from game.table.fairness import build_fairness
from game.table.ledger import GameRow
from game.table.record import Step
from game.table.time_control import SECOND, TIME_CONTROLS, Banks
from game.table.unasked import find_due_move, plays_unasked
from rng.twister import Twister

MEAN_SECONDS_A_MOVE = 2.5  # on average


def play_game(row: GameRow, brains: Sequence[str], early_end: EarlyEnd | None, pace: Twister) -> list[Step]:
    """The steps of a game from the cut to its end, each with the time that its clock would charge."""
    fairness = build_fairness(row)
    state, banks = start(parse_transcript(row.transcript)[0]), Banks.full(TIME_CONTROLS[row.clock])
    steps: list[Step] = []
    events: tuple[Event, ...] = ()
    while not state.is_over:
        if due := find_due_move(state, fairness.deck, with_seats_moves=plays_unasked(fairness.params)):
            step = Step.apply(state, *due)
        else:
            seat = pace.choice(seats_to_move(state))
            move = _early_end_move(state, seat, early_end) or choose(
                brains[seat], view(state, seat), events, _bot_stream(row, seat, state)
            )
            step = Step.apply(state, seat, move, _time_charged(state, seat, move, banks, pace))
        steps.append(step)
        banks = banks.after_move(step.seat, step.move, step.charged)
        events += step.events
        state = step.state
    return steps


def _early_end_move(state: State, seat: Seat, gives_up: EarlyEnd | None) -> Move | None:
    if gives_up is None or seat != gives_up.seat or len(state.record) < gives_up.after:
        return None
    return gives_up.how()


def _bot_stream(row: GameRow, seat: Seat, state: State) -> Twister:
    """The stream of a brain: a bot's as at every table, a person's stand-in from that seat's secret."""
    secret = row.server_secrets.bot_stream if row.players[seat].brain else bytes.fromhex(row.secrets[seat])
    return decision_stream(secret, row.id, state)


def _time_charged(state: State, seat: Seat, move: Move, banks: Banks, pace: Twister) -> int:
    """The time that a move is charged, never enough for a flag to fall, unless the plan says so."""
    if banks.clock is None or state.phase is Phase.CALL:
        return 0
    if isinstance(move, Flag):
        return banks.left[seat]
    return min(int(pace.expovariate(1 / MEAN_SECONDS_A_MOVE) * SECOND), banks.left[seat] // 4)
