"""Discards for given expectations of the hidden cards."""

import numpy as np
import pytest

from game.bots.advanced.aims import Aim, standing
from game.bots.advanced.throwing import weigh
from game.engine.cards import card
from game.shuffle_edge.reading import OPPONENT, Expected, know_nothing
from game.shuffle_edge.throwing import THROWN, Throwing, usual_readiness
from rng.lab.cards import PLACES
from rng.lab.shuffles import deck_batches, seed_bytes


def six(text: str):
    return np.array([[card(each) for each in text.split()]], np.uint8)


def only(text: str):
    """Return equal chances for these cards only."""
    chances = np.zeros((1, 52))
    chances[0, [card(each) for each in text.split()]] = 1 / len(text.split())
    return chances


def thrown(seat: str, cards: str, starter: str, opponent: str):
    split = Throwing(seat, six(cards)).choose(
        Expected(only(starter), only(opponent)), usual_readiness(OPPONENT[seat])
    )
    return {*split.thrown[0].tolist()}


def cards_of(text: str):
    return {card(each) for each in text.split()}


def test_a_known_starter_changes_the_cards_kept():
    hand, theirs = "2C 3D 7H 8S TC KD", "AC AD AH QS QC QD"
    assert not thrown("pone", hand, "9H", theirs) & cards_of("7H 8S TC")
    assert not thrown("pone", hand, "4H", theirs) & cards_of("2C 3D")


def test_a_five_is_worth_more_in_the_crib_of_an_opponent_with_tens():
    throwing = Throwing("pone", six("2C 3D 5H 7H 8S 9C"))
    tens, others = (
        throwing.crib_worth(Expected(only("QS"), only(theirs)), usual_readiness("dealer"))[0]
        for theirs in ("TH JC QD KS TS JD", "AC AS AD 4C 4D 4H")
    )
    five_and_seven = THROWN.tolist().index([2, 3])  # the third and fourth of the six cards in order
    assert tens[five_and_seven] > 6 > 5 > others[five_and_seven]


@pytest.mark.parametrize("seat", PLACES)
def test_without_knowledge_values_match_those_of_advanced(seat: str):
    (decks,) = deck_batches("fair", "mt", seed_bytes(8), 12)
    sixes = np.sort(decks[:, PLACES[seat]], axis=1)
    throwing = Throwing(seat, sixes)
    cribs = throwing.crib_worth(know_nothing(sixes), usual_readiness(OPPONENT[seat]))
    for at, held in enumerate(sixes.tolist()):
        ways = weigh(tuple(held), seat == "dealer", standing(Aim.POINTS, seat == "dealer", 0, 0))
        ours = {
            tuple(sorted(held[place] for place in pair)): (throwing.hands[at, n].mean(), cribs[at, n])
            for n, pair in enumerate(THROWN)
        }
        for n, pair in enumerate(ways.thrown):
            hand, crib = ours[tuple(sorted(pair))]
            assert hand == pytest.approx(ways.hand[n].mean())
            # Advanced derives the starter from the opponent's possible discards, and counts flushes.
            assert crib == pytest.approx(ways.crib[n], abs=0.1)
