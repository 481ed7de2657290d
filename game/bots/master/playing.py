"""Master's card: the best response to how this opponent pegs, with any hand that it may hold."""

from collections.abc import Callable
from functools import partial, reduce
from math import prod

import numpy as np

from game.bots.advanced.aims import ROUND_DIGITS, Standing
from game.bots.advanced.counts import MOST_COUNTED, hand_points
from game.bots.advanced.opponent_hands import HandDistribution, hands_kept_by_opponent
from game.bots.advanced.play_history import Turn, turns_so_far
from game.bots.advanced.playing import Choice, Plays, worth_after_play
from game.bots.lanes import hand_number
from game.bots.master.best_response import MOST_PEGS, Lanes, Search
from game.bots.master.pegger import Choices, Pegger, different_ranks
from game.bots.piles import Array, piles
from game.engine.view import View

LANES = 40_000
FEWEST_HANDS, MOST_HANDS = 32, 455  # of three cards there are no more
FOLLOWED = 0.8  # of the opponent's cards that fit, about so many are likely enough to be followed
STRAY = 0.05  # how often a card is played for no reason we know


def weigh(view: View, stand: Standing, chance: float, pegger: Pegger, most_lanes: int = LANES) -> Plays:
    """Weigh every rank that fits; `chance` picks the sample of hands that the opponent may hold."""
    assert view.seat is not None
    choice = Choice(view, stand, chance)
    size = hands_to_try(len(view.hand), view.held[view.seat.other], most_lanes)
    guess = hands_held(view, choice.known, pegger).sample(size, chance)
    search = Search(pegger, stand.need, stand.they_need, worth_by_case(choice, guess))
    return best_response(choice, guess, search)


def worth_by_case(choice: Choice, guess: HandDistribution) -> Callable[[Array, Array, Array], Array]:
    """The chance to win after the deal, by which of these hands it is and what I and the other pegged."""
    worth = worth_after_play(choice, MOST_PEGS + 1, MOST_PEGS + MOST_COUNTED + 1)
    counted = hand_points()[guess.kept, choice.starter >> 2]
    return lambda case, mine, theirs: worth[mine, theirs + counted.take(case)]


def best_response(choice: Choice, guess: HandDistribution, search: Search) -> Plays:
    """What comes of every rank that fits, by this search against these hands."""
    recent = reduce(lambda before, rank: before << 4 | rank + 1, choice.pile, 0)
    hand, pile = hand_number([card >> 2 for card in choice.view.hand]), piles().number(choice.pile)
    of_rank = search.outcomes(Lanes.against(guess.held, guess.weight, hand, pile, recent))
    ranks = choice.ranks
    return Plays(
        tuple(ranks),
        piles().points[pile, ranks],
        of_rank.net[ranks],
        of_rank.worth[ranks].round(ROUND_DIGITS),
    )


def hands_held(view: View, known: tuple[int, ...], pegger: Pegger) -> HandDistribution:
    """What the opponent may hold, if it pegs like this."""
    guess = hands_kept_by_opponent(view.dealer is not view.seat, known)
    others = (turn for turn in turns_so_far(view) if turn.seat is not view.seat)
    return reduce(lambda held, turn: held.given_turn(turn, partial(likelihood, pegger)), others, guess)


def likelihood(pegger: Pegger, held: Array, turn: Turn) -> Array:
    """How likely this pegger played the card of a turn from each of these hands."""
    width = len(held)
    ranks = different_ranks()[held]
    chance = pegger.chances(Choices(held, np.full(width, turn.pile), np.full(width, turn.theirs)))
    fitting = (ranks <= piles().room[turn.pile]).sum(axis=1)
    of_this_rank = np.where(ranks == turn.rank, chance, 0).sum(axis=1)
    mixed: Array = (1 - STRAY) * of_this_rank + STRAY / fitting
    return mixed


def hands_to_try(mine: int, theirs: int, most_lanes: int) -> int:
    """How many hands of the opponent are tried: the more cards are left, the fewer."""
    ways = prod(range(2, mine + 1)) * prod([FOLLOWED * cards for cards in range(2, theirs + 1)])
    return int(min(max(most_lanes / ways, FEWEST_HANDS), MOST_HANDS))
