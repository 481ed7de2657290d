"""Par: Advanced's result in the player's seat, with the same cards, against the same bot's random choices.

Only Advanced's own random choices differ between games. They follow from the round's decks, so that par can
be recomputed once these are revealed. For a worker process: no Django here.
"""

from collections.abc import Sequence
from itertools import pairwise

from game.bots.brain import Memory
from game.bots.registry import choose
from game.decisions.stream import decision_stream
from game.engine.moves import Deal
from game.engine.play import act, start
from game.engine.state import Counting, Rules
from game.engine.view import seats_to_move, view
from game.shared_decks.round_decks import RoundDecks
from rng.deal import deck

BRAIN = "advanced"
TARGET = 121


def rules_of(decks: RoundDecks) -> Rules:
    """Return the rules of a daily."""
    return Rules(TARGET, Counting("auto"), decks.first_dealer)


# By how many points the player's seat outscored the other in each deal of a game. Their sum is the margin.
Leads = list[int]


def play_for_par(decks: RoundDecks, numbers: Sequence[int], brain: str = BRAIN) -> list[Leads]:
    """Return the leads of so many games. The number of each selects its random choices."""
    return [play_one_for_par(decks, number, brain) for number in numbers]


def play_one_for_par(decks: RoundDecks, number: int, brain: str = BRAIN) -> Leads:
    """Return the leads of a bot in the player's seat in one game against itself."""
    memory: Memory = ()
    scores: list[tuple[int, int]] = []
    state = start(rules_of(decks))
    names = (f"{decks.stream_name}/par/{number}", decks.stream_name)
    while not state.is_over:
        if waiting := seats_to_move(state):
            seat = waiting[0]
            chance = decision_stream(decks.bot_stream, names[seat], state)
            state, events = act(state, seat, choose(brain, view(state, seat), memory, chance))
        else:
            scores.append(state.scores)
            number_of_deal = state.deal + 1
            state, events = act(state, None, Deal(number_of_deal, deck(decks.key(number_of_deal))))
        memory += events
    return leads_of([*scores, state.scores])


def leads_of(scores: Sequence[tuple[int, int]]) -> Leads:
    """Return the lead of each deal, from the scores before every deal and at the end."""
    margins = [a - b for a, b in scores]
    return [after - before for before, after in pairwise(margins)]
