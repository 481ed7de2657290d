"""All brains by name. Each chooses from a view alone; same view, memory and stream, same move."""

from game.bots import (
    advanced,
    beginner,
    beginner_two,
    club,
    club_two,
    halscrib,
    intermediate,
    master,
    novice,
    novice_two,
)
from game.bots.brain import Brain, Decision, Memory, Stream
from game.bots.counting import correct_count
from game.engine.view import View

BRAINS: dict[str, Brain] = {
    "beginner": beginner.decide,
    "beginner-2": beginner_two.decide,
    "novice": novice.decide,
    "novice-2": novice_two.decide,
    "club": club.decide,
    "club-2": club_two.decide,
    "intermediate": intermediate.decide,
    "intermediate-2": intermediate.decide_without_leading_fives,
    **halscrib.BRAINS,
    **advanced.BRAINS,
    **master.BRAINS,
}

# Brains that are built to be measured: what a part of one is worth shows in what is lost without it.
REDUCED = halscrib.REDUCED_BRAINS


def choose(name: str, view: View, memory: Memory, stream: Stream) -> Decision:
    """The move that a brain chooses for the seat whose view this is."""
    brain = BRAINS.get(name) or REDUCED.get(name)
    if brain is None:
        raise ValueError(f"There is no bot called {name!r}; there are {', '.join(BRAINS)}.")
    if view.seat is None or view.seat not in view.turn:
        raise ValueError("The game does not wait for this seat.")
    return brain(view, memory, stream) if view.laid is None else correct_count(view.laid)
