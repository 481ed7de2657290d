"""A razz hand's distribution, exact and sampled, against brute force and published results."""

import subprocess
from itertools import combinations
from math import comb
from pathlib import Path
from shutil import which

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rng.razz.hands.cards import InvalidRazz
from rng.razz.hands.law import Start, count_rows, parse_start, shares
from rng.razz.hands.published import THEORETICAL, as_printed, chi_square_fit, compare_tables
from rng.razz.sampling.arrays import sample_rows
from rng.razz.sampling.plain import hand_row, simulate

PUBLISHED_PROGRAM = Path(__file__).with_name("published_razz.c")
A23 = {-1: 6016, 5: 15156, 6: 25000, 7: 30300, 8: 31824, 9: 30340, 10: 26616, 11: 21420, 12: 15520, 13: 9684}


def laid_out(begun: Start) -> dict[int, int]:
    """Return the same distribution by dealing every set of cards."""
    deck = [rank for rank, left in enumerate(begun.left) for _ in range(left)]
    rows = dict.fromkeys(A23, 0)
    for come in combinations(deck, begun.to_come):
        rows[hand_row([*begun.own, *come])] += 1
    return rows


def test_a_2_3_has_the_published_law():
    assert count_rows(parse_start("A 2 3")) == A23
    assert {at: as_printed(share) for at, share in shares(A23).items()} == THEORETICAL


@pytest.mark.slow
@given(
    own=st.lists(st.integers(0, 12), min_size=4, max_size=7).filter(
        lambda own: all(own.count(rank) <= 4 for rank in own)
    ),
    gone=st.sets(st.integers(0, 51), min_size=20, max_size=30),
)
def test_the_distribution_agrees_with_brute_force(own, gone):
    left = tuple(4 - own.count(rank) - sum(card // 4 == rank for card in gone) for rank in range(13))
    begun = Start(tuple(own), tuple(max(cards, 0) for cards in left))
    assert count_rows(begun) == laid_out(begun)


def test_seven_cards_have_one_result():
    assert count_rows(parse_start("K 2 3 4 A 10 j")) == dict.fromkeys(A23, 0) | {10: 1}
    assert count_rows(parse_start("A A A A 2 2 2"))[-1] == 1


def test_cards_seen_elsewhere_cannot_come():
    begun = parse_start("A 2 3", others="4 4", dead="4 4 5 5 5 5")
    assert sum(count_rows(begun).values()) == comb(41, 4)
    assert count_rows(begun)[5] == 0


@pytest.mark.parametrize(("cards", "gone"), [("A 2 3", ""), ("K K 4 4", "5 5 6 7 T"), ("7", "A A A A")])
def test_both_samples_fit_the_law(cards, gone):
    begun = parse_start(cards, others=gone)
    law = shares(count_rows(begun))
    for found in (sample_rows(begun, 400_000, seed=5), simulate(begun, 20_000, seed=5)):
        assert chi_square_fit(found, law).p > 0.001


def test_the_published_python_column_fits_a_deck_that_a_2_3_were_taken_from_twice():
    columns = {each.table.name: each for each in compare_tables()}
    assert columns["Python"].once.chi2 == pytest.approx(1798, abs=0.5)
    assert [name for name, each in columns.items() if each.once.p > 0.001] == [
        "first example",
        "C, timed",
        "C",
    ]
    assert [name for name, each in columns.items() if each.twice.p > 0.001] == ["Python"]


@pytest.mark.parametrize(
    ("cards", "gone", "says"),
    [
        ("A 2 1", "", "'1' is not a card"),
        ("", "", "1 to 7 cards, not 0"),
        ("A 2 3 4 5 6 7 8", "", "1 to 7 cards, not 8"),
        ("A A A", "a a", "5 cards of rank A"),
        ("As 2 3", "AS", "As appears 2 times"),
        ("A", "".join(4 * rank for rank in "23456789TJQK"), "6 are still to come, but only 3 are left"),
    ],
)
def test_cards_beyond_one_deck_are_refused(cards, gone, says):
    with pytest.raises(InvalidRazz, match=says):
        parse_start(cards, dead=gone)


@pytest.mark.slow
def test_the_published_program_in_c_draws_by_the_same_law(tmp_path):
    compiler = which("cc") or which("gcc")
    if compiler is None:
        pytest.skip("no compiler of C is installed: the published program was not tried")
    program = tmp_path / "published"
    build = [compiler, "-std=c99", "-O2", "-Wall", "-Werror", "-o", program, PUBLISHED_PROGRAM]
    subprocess.run(build, check=True)
    told = subprocess.run([program, "6", "0", "1", "2"], check=True, capture_output=True, text=True).stdout
    found = {int(row): int(games) for row, games in (line.split() for line in told.splitlines())}
    assert chi_square_fit(found, shares(A23)).p > 0.001
