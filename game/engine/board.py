"""The board: pegs move, and the game is over at the very point that reaches the target."""

from game.engine.events import Events, GameOver, Pegged
from game.engine.scoring import Part
from game.engine.state import Ended, Phase, Seat, State, with_seat


def advance(
    state: State,
    seat: Seat,
    points: int,
    kind: str,
    sentence: str,
    events: Events,
    parts: tuple[Part, ...] = (),
) -> State:
    """Peg points for a seat, but none past the target."""
    score = min(state.scores[seat] + points, state.rules.target)
    events.append(Pegged(seat, score - state.scores[seat], score, kind, sentence, parts))
    state = state.replace(scores=with_seat(state.scores, seat, score))
    if score < state.rules.target:
        return state
    return finish(state, seat, state.rules.value(state.scores[seat.other]), Ended.PLAYED, events)


def finish(state: State, winner: Seat | None, value: int, how: Ended, events: Events) -> State:
    """End the game, with no winner if it is void."""
    events.append(GameOver(winner, value, how))
    return state.replace(phase=Phase.OVER, turn=None, laid=None, winner=winner, value=value, ended=how)
