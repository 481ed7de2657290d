"""Whole games for measurements: Intermediate against itself, the same every time."""

from hashlib import sha512

from game.bots.registry import choose
from game.engine.cards import Card
from game.engine.moves import Deal, Move
from game.engine.play import act, start
from game.engine.state import Phase, Seat, State
from game.engine.view import seats_to_move, view
from rng.deal import deck
from rng.twister import stream

Step = tuple[State, Seat | None, Move]


def play_game(seed: int) -> tuple[list[Step], State]:
    """Return the states of a game with the move made in each, and the final state."""
    chance = stream(sha512(f"bench {seed}".encode()).digest()[:32], "bench")
    state = start()
    steps: list[Step] = []
    while not state.is_over:
        seat: Seat | None = None
        move: Move
        if state.phase in (Phase.CUT, Phase.DEAL):
            number = 0 if state.phase is Phase.CUT else state.deal + 1
            move = Deal(number, bench_deck(seed, number))
        else:
            seat = seats_to_move(state)[0]
            move = choose("intermediate", view(state, seat), (), chance)
        steps.append((state, seat, move))
        state, _ = act(state, seat, move)
    return steps, state


def bench_deck(seed: int, number: int) -> tuple[Card, ...]:
    """Return a deck that is the same in every run."""
    return deck(sha512(f"bench {seed} deal {number}".encode()).digest())
