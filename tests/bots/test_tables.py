"""The shipped tables: complete, quick to load, and near what is published of good play."""

import json
from itertools import combinations, combinations_with_replacement
from math import comb
from pathlib import Path
from shutil import copytree, ignore_patterns

import numpy as np
import pytest

from game.bots.lanes import hand_numbers
from game.bots.tables import DamagedTables, tables
from game.bots.tables.multisets import (
    DEALER,
    FOURS,
    PONE,
    multiset_index,
    rank_counts,
    ranks_of,
    suit_ways,
    suit_ways_beside,
)
from game.bots.tables.shipped import GAME_POINTS, RECIPE_FILE, TABLES_DIR, TABLES_FILE, load_tables

REFERENCE = Path(__file__).parent
LANDMARKS = json.loads((REFERENCE / "win_landmarks.json").read_text())["landmarks"]
SCHELL = json.loads((REFERENCE / "schell_crib.json").read_text())["schell"]
DISTANCE = 0.02
RANKS = "A23456789TJQK"
STARTERS = np.full(13, 1 / 13)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return copytree(TABLES_DIR, tmp_path / "tables", ignore=ignore_patterns("*.py", "__pycache__"))


def mean(shares: np.ndarray) -> np.ndarray:
    return shares @ np.arange(shares.shape[-1])


def test_they_are_small():
    assert (TABLES_DIR / TABLES_FILE).stat().st_size < 500_000


@pytest.mark.parametrize(("mine", "theirs", "dealing", "waiting"), LANDMARKS)
def test_chances_are_near_those_published(mine, theirs, dealing, waiting):
    win = tables().win
    assert win[1, mine, theirs] == pytest.approx(dealing, abs=DISTANCE)
    assert win[0, mine, theirs] == pytest.approx(waiting, abs=DISTANCE)


def test_the_first_dealer_wins_56_of_a_hundred():
    assert 0.555 < tables().win[1, 0, 0] < 0.575


def test_one_of_the_two_wins():
    win = tables().win
    both = win[1] + win[0].T
    np.testing.assert_allclose(both[:GAME_POINTS, :GAME_POINTS], 1, atol=1e-6)
    assert (win[:, GAME_POINTS, :GAME_POINTS] == 1).all()
    assert (win[:, :GAME_POINTS, GAME_POINTS] == 0).all()


def test_a_point_never_harms():
    win = tables().win[:, :GAME_POINTS, :GAME_POINTS]
    assert (np.diff(win, axis=1) >= 0).all()
    assert (np.diff(win, axis=2) <= 0).all()


@pytest.mark.parametrize(("role", "column"), [(DEALER, 0), (PONE, 1)])
def test_cribs_by_discards_count_as_in_schells_table(role, column):
    ours = mean(tables().cribs[role])
    theirs = [SCHELL[RANKS[low] + RANKS[high]][column] for low, high in ranks_of(2)]
    assert np.corrcoef(ours, theirs)[0, 1] > 0.997
    assert abs(ours - theirs).mean() < 0.1


@pytest.mark.parametrize(
    ("figure", "low", "high"),
    [
        (lambda t: mean(t.pegging.sum(axis=0)), 3.3, 3.5),
        (lambda t: mean(t.pegging.sum(axis=1)), 2.1, 2.25),
        (lambda t: mean(t.hands[PONE]) @ STARTERS, 7.9, 8.1),
        (lambda t: mean(t.hands[DEALER]) @ STARTERS, 7.9, 8.1),
    ],
    ids=["dealer pegs", "pone pegs", "pone's hand", "dealer's hand"],
)
def test_the_average_deal_is_one_of_good_players(figure, low, high):
    assert low < figure(tables()) < high


def test_shares_are_of_a_whole():
    t = tables()
    for shares in (t.keeps, t.throws, t.hands, t.cribs):
        np.testing.assert_allclose(shares.sum(axis=-1), 1, atol=1e-5)
    assert t.pegging.sum() == pytest.approx(1, abs=1e-5)


def test_cards_that_are_always_kept_have_a_higher_share_than_those_never_kept():
    good, bad = tables().keeps_if_dealt[PONE, [four("5 5 J J"), four("A 6 9 K")]]
    assert good > 10 * bad


def test_a_pair_of_fives_goes_to_the_own_crib_alone():
    fives = multiset_index(np.array([4, 4]))
    assert tables().throws_if_dealt[DEALER, fives] > 10 * tables().throws_if_dealt[PONE, fives]


def test_a_missing_file_is_reported_with_its_remedy(tmp_path):
    with pytest.raises(DamagedTables, match=r"tables\.npz cannot be read .* Restore both files, or run"):
        load_tables(tmp_path)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_file_with_one_wrong_byte_is_refused(copy, share):
    damaged = bytearray((copy / TABLES_FILE).read_bytes())
    damaged[int(share * len(damaged))] ^= 0x40
    (copy / TABLES_FILE).write_bytes(damaged)
    with pytest.raises(DamagedTables, match="Restore both files"):
        load_tables(copy)


def test_a_file_cut_short_is_refused(copy):
    (copy / TABLES_FILE).write_bytes((copy / TABLES_FILE).read_bytes()[:-1000])
    with pytest.raises(DamagedTables, match="cannot be read"):
        load_tables(copy)


def test_sound_tables_of_another_recipe_are_refused(copy):
    with np.load(copy / TABLES_FILE) as file:
        arrays = dict(file)
    arrays["win"][1, 0, 0] += np.float32(0.001)
    np.savez_compressed(copy / TABLES_FILE, **arrays)
    with pytest.raises(DamagedTables, match=f"is not what {RECIPE_FILE} beside it tells of"):
        load_tables(copy)


def test_every_pair_four_and_six_has_a_number_of_its_own():
    for size in (2, 4, 6):
        every = np.array(list(combinations_with_replacement(range(13), size)))
        assert sorted(multiset_index(every)) == list(range(comb(12 + size, size)))
        assert (ranks_of(size)[multiset_index(every)] == every).all()
        assert suit_ways(size).sum() == comb(52, size)


def test_fours_have_the_same_numbers_in_the_play():
    assert (hand_numbers(ranks_of(4)) == np.arange(FOURS)).all()


def test_ways_beside_cards_that_are_gone_are_the_choices_among_the_others():
    gone = [0, 1, 4, 16, 17, 18]
    left = [card for card in range(52) if card not in gone]
    counted = np.zeros(len(ranks_of(2)))
    for pair in combinations(left, 2):
        counted[multiset_index(np.array(pair) // 4)] += 1
    held = (np.array(gone)[:, None] // 4 == np.arange(13)).sum(axis=0, dtype=np.int8)
    assert (suit_ways_beside(held[None], 2)[0] == counted).all()
    assert (suit_ways_beside(np.zeros((1, 13), np.int8), 4)[0] == suit_ways(4)).all()
    assert (rank_counts(4).sum(axis=1) == 4).all()


def four(ranks: str) -> int:
    """The number of four ranks."""
    return int(multiset_index(np.array(sorted(RANKS.index(rank) for rank in ranks.split()))))
