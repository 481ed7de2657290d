"""Par: what Advanced gets in the player's seat, from the same cards, against the same bot's chance.

Only its own chance differs from game to game. All of it follows from the round's decks, so that anybody can
play par again once these are shown. For a worker process: no Django here.
"""

from collections.abc import Sequence

from game.bots import Memory, choose
from game.engine.moves import Deal
from game.engine.play import act, start
from game.engine.state import Counting, Rules, Seat
from game.engine.view import seats_to_move, view
from game.shared_decks.round_decks import RoundDecks
from game.table.decision_stream import decision_stream
from rng.deal import deck

BRAIN = "advanced"
TARGET = 121


def rules_of(decks: RoundDecks) -> Rules:
    """The rules of a daily."""
    return Rules(TARGET, Counting("auto"), decks.first_dealer)


def play_for_par(decks: RoundDecks, numbers: Sequence[int], brain: str = BRAIN) -> list[int]:
    """The margins of so many games; the number of each tells its chance from the others'."""
    return [play_one_for_par(decks, number, brain) for number in numbers]


def play_one_for_par(decks: RoundDecks, number: int, brain: str = BRAIN) -> int:
    """The margin of Advanced, or of another bot, in the player's seat in one game against itself."""
    memory: Memory = ()
    state = start(rules_of(decks))
    names = (f"{decks.stream_name}/par/{number}", decks.stream_name)
    while not state.is_over:
        if waiting := seats_to_move(state):
            seat = waiting[0]
            chance = decision_stream(decks.bot_stream, names[seat], state)
            state, events = act(state, seat, choose(brain, view(state, seat), memory, chance))
        else:
            number_of_deal = state.deal + 1
            state, events = act(state, None, Deal(number_of_deal, deck(decks.key(number_of_deal))))
        memory += events
    return state.scores[Seat.A] - state.scores[Seat.B]
