"""Master's most expensive question: to lead against four unknown cards, with whole deals in memory."""

from game.bots.brain import Memory
from game.bots.registry import choose
from game.engine.events import Event
from game.engine.moves import Deal
from game.engine.play import act, start
from game.engine.state import Phase, Rules
from game.engine.view import View, seats_to_move, view
from rng.twister import twister
from tests.worlds.positions import shuffled_deck

DEALS = 5


def build_dear_question() -> tuple[View, Memory]:
    """Return the view and the memory at the lead of the last deal."""
    state, memory = start(Rules()), tuple[Event, ...]()
    while state.deal < DEALS or state.phase is not Phase.PLAY:
        if seats := seats_to_move(state):
            shown = view(state, seats[0])
            move = choose("intermediate", shown, memory, twister(bytes(64)))
            state, events = act(state, seats[0], move)
        else:
            number = 0 if state.phase is Phase.CUT else state.deal + 1
            state, events = act(state, None, Deal(number, shuffled_deck(100 + number)))
        memory += events
    return view(state, seats_to_move(state)[0]), memory
