"""The equity of razz hands and ranges: exact results, brute force, and samples."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rng.razz.equity.computing import Equity, exact_equity, sampled_equity
from rng.razz.equity.contest import parse_contest
from rng.razz.equity.showdown import compare_run_outs
from rng.razz.hands import five_ranks
from rng.razz.hands.cards import RANKS, InvalidRazz
from rng.razz.hands.partial_hand import PartialHand
from rng.razz.hands.strength import strength


def worth(*hands: str, dead: str = "", ordered: bool = False) -> Equity:
    return exact_equity(parse_contest(hands, dead, ordered))


@pytest.mark.parametrize(
    ("text", "ordered", "figures", "equity", "decided"),
    [
        ("(3-3-)45678", True, (66, 24, 24, 18), "1/2", "1/2"),
        ("(3-2-)45678", True, (45, 24, 12, 9), "19/30", "2/3"),
        ("(3-3-)45678", False, (33, 12, 12, 9), "1/2", "1/2"),
        ("(3-2-)45678", False, (33, 12, 12, 9), "1/2", "1/2"),
    ],
)
def test_both_readings_of_the_ranges_that_were_published(text, ordered, figures, equity, decided):
    found = worth(text, "A345678", ordered=ordered)
    assert (found.hands, found.wins(), found.losses(), found.ties()) == figures
    assert (str(found.share()), str(found.decided())) == (equity, decided)


@pytest.mark.slow
def test_a_2_9_against_a_raiser_with_a_seven():
    found = worth("a29", "(7-7-7)")
    assert found.share() == Fraction(255023985817, 611887451175)
    assert found.share(0) + found.share(1) == 1


@pytest.mark.slow
def test_a_written_star_is_a_card_still_to_come():
    assert worth("A29K*", "(3-2-)4****").share() == worth("A29K", "(3-2-)4").share()
    assert worth("**K2345", "A234567").share() == worth("**K2345", "A234567", ordered=True).share()


def test_down_cards_have_no_order_and_brackets_hold_whichever_way_they_lie():
    assert worth("(3-2-)45678", "A345678").share() == worth("(2-3-)45678", "A345678").share()
    # The bracket with the deuce may not contain another deuce. So of A and 2, the card there is the ace.
    assert worth("2-(3-2)5678", "K3456789"[:7]).hands == 3 * 6 + 4 * 3 + 3 * 3


def test_pairs_count_if_they_are_unavoidable():
    hands = ["A2345KQ", "A2346KQ", "A234AKK", "AA23422", "AAA2233", "AAAKKQQ", "AAA2222", "AAAAKKK"]
    worths = [strength(tuple(RANKS.index(card) for card in hand)) for hand in hands]
    assert worths == sorted(worths)
    assert len(set(worths[:2])) == 2


def laid_out(hands: list[PartialHand], left: tuple[int, ...]) -> Counter[tuple[int, ...]]:
    """Return the winners over every deal of single cards to two hands."""
    deck = [rank for rank, cards in enumerate(left) for _ in range(cards)]
    one, other = hands
    won: Counter[tuple[int, ...]] = Counter()
    for first in combinations(range(len(deck)), one.to_come):
        rest = [card for at, card in enumerate(deck) if at not in first]
        mine = strength(tuple(sorted((*one.ranks, *(deck[at] for at in first)))))
        for second in combinations(rest, other.to_come):
            theirs = strength(tuple(sorted((*other.ranks, *second))))
            won[(0,) if mine < theirs else (1,) if theirs < mine else (0, 1)] += 1
    return won


@pytest.mark.slow
@settings(max_examples=30)
@given(
    ranks=st.lists(st.integers(0, 12), min_size=11, max_size=11).filter(
        lambda ranks: all(ranks.count(rank) <= 4 for rank in ranks)
    ),
    split=st.integers(4, 7),
    few=st.sets(st.integers(0, 51), min_size=9, max_size=9),
)
def test_every_counting_method_agrees_with_brute_force(ranks, split, few):
    hands = [PartialHand(tuple(ranks[:split]), 7 - split), PartialHand(tuple(ranks[split:]), split - 4)]
    left = tuple(
        min(4 - ranks.count(rank), sum(card // 4 == rank for card in few)) for rank in range(len(RANKS))
    )
    expected = laid_out(hands, left)
    assert compare_run_outs(hands, left, len(RANKS)) == expected
    assert five_ranks.count_five_rank_winners(hands, left) + compare_run_outs(hands, left, 4) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hands", "dead"),
    [
        (("(3-2-)4", "A29"), ""),
        (("(3-3-)K2345", "A3567TJ", "(4-2-)45KK*"), "A 2"),
        (("(3-3-)56789", "4-45678", "5-3TJQK"), "4"),
        (("222", "333"), "T T J"),
    ],
)
def test_a_sample_is_within_its_stated_error(hands, dead):
    met = parse_contest(hands, dead)
    whole, part = exact_equity(met), sampled_equity(met, 60_000, seed=3)
    for at in range(len(hands)):
        assert abs(float(whole.share(at) - part.share(at))) <= 4 * part.standard_error(at)
    assert part.total == 60_000


@pytest.mark.slow
def test_ranges_too_many_to_list_are_drawn_separately(monkeypatch):
    met = parse_contest(("(4-4-)4567K", "(4-4-)5678Q", "3-3-K2456"), "")
    listed = exact_equity(met)
    monkeypatch.setattr("rng.razz.equity.contest_sampling.MOST_LISTED", 0)
    apart = sampled_equity(met, 60_000, seed=3)
    assert all(
        abs(float(listed.share(at) - apart.share(at))) < 4 * apart.standard_error(at) for at in range(3)
    )


@pytest.mark.parametrize(
    ("hands", "says"),
    [
        (("A29",), "Compare 2 to 7 hands, not 1"),
        (("A29", "(7-7-7"), "is not closed"),
        (("A29", "7-7)7"), "closes before it opens"),
        (("A29", "((7)72)"), "opens inside another"),
        (("A29", "()727"), "has nothing in it"),
        (("A29", "(77)2"), "No hand fits"),
        (("A29", "-77"), "can’t be read"),
        (("A29", "7+-7"), "can’t be read"),
        (("A29", "34"), "3 to 7 cards, and '34' has 2"),
        (("A29", "A2345678"), "has 8"),
        (("AAA", "AA2"), "5 cards of rank A"),
        (("As29", "as34"), "As appears 2 times"),
        (("As-29", "345"), "ranges have only ranks"),
        (("2-2-2-2-3", "2-2-2-22"), "cannot all be dealt from one deck"),
        (("***",) * 8, "2 to 7 hands"),
    ],
)
def test_invalid_ranges_are_refused_with_a_message(hands, says):
    with pytest.raises(InvalidRazz, match=says):
        parse_contest(hands)


def test_more_cards_than_a_deck_has_are_refused():
    with pytest.raises(InvalidRazz, match="Too many cards: 7 hands of 7 and 4 dead ones are more than 52"):
        parse_contest(("***",) * 7, dead="K K Q Q")
