"""Whole games in the form a judge gets them: played by quick brains, from a seed."""

from random import Random

from game.bots.registry import choose
from game.engine.events import Event
from game.engine.moves import Claim, Deal, Move, Pass
from game.engine.play import act, start
from game.engine.state import Phase, Rules, Seat, State
from game.engine.transcript import dump
from game.engine.view import seats_to_move, view
from study.review.judge.record import Record
from tests.worlds.positions import shuffled_deck

BRAINS = ("novice", "intermediate")


def build_record(
    seed: int,
    rules: Rules | None = None,
    ends: Move | None = None,
    after: int = 0,
    brain_names: tuple[str, str] = BRAINS,
) -> Record:
    """A game played out, or given up by a seat after so many plies. Brains count badly by hand."""
    chance = Random(seed)
    state, memory, decks = start(rules or Rules()), tuple[Event, ...](), {}
    while not state.is_over:
        if state.phase in (Phase.CUT, Phase.DEAL):
            number = 0 if state.phase is Phase.CUT else state.deal + 1
            decks[number] = shuffled_deck(1000 * seed + number)
            state, events = act(state, None, Deal(number, decks[number]))
        else:
            seat = chance.choice(seats_to_move(state))
            gives_up = ends is not None and len(state.record) >= after
            move = ends if ends and gives_up else _move(state, seat, brain_names[seat], memory, chance)
            state, events = act(state, seat, move)
        memory += events
    return Record(f"game{seed}", dump(state), decks)


def _move(state: State, seat: Seat, brain: str, memory: tuple[Event, ...], chance: Random) -> Move:
    if state.phase is Phase.COUNT and state.laid and chance.random() < 0.3:
        return Claim(min(max(state.laid.score.total + chance.choice((-2, 2)), 0), 29))
    if state.phase is Phase.CALL and chance.random() < 0.5:
        return Pass()
    return choose(brain, view(state, seat), memory, chance)
