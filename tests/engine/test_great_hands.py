"""The rarity of hands of 28 and 29, as the table shows it to their holder."""

import json
import re
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

from game.engine.cards import card
from game.engine.scoring import score_hand

ROOT = Path(__file__).resolve().parents[2]
COUNTS = json.loads((Path(__file__).parent / "score_counts.json").read_text())["hand"]
FIVES = [card(f"5{suit}") for suit in "SHDC"]
OTHERS = [each for each in range(52) if each not in FIVES]
TENS = [card(f"{rank}{suit}") for rank in "TJQK" for suit in "SHDC"]


def best_of_six() -> dict[int, int]:
    """How many deals of six cards and a starter come to 28 and to 29 if the best four are kept.

    Four fives and a ten-card do (the last test): all four are dealt, or three, and the fourth is the starter.
    """
    found = {28: 0, 29: 0}
    for two in combinations(OTHERS, 2):
        for starter in set(TENS) - set(two):
            found[score_hand(FIVES, starter).total] += 1
    starter, *three = FIVES  # each five as the starter is like the others: four times this one
    worth = {each: score_hand([*three, each], starter).total for each in OTHERS}
    for kept in combinations(OTHERS, 3):
        best = max(worth[each] for each in kept)
        if best in found:
            found[best] += 4
    return found


def test_the_odds_that_a_page_states_are_those_of_the_engine() -> None:
    deals = comb(52, 6) * 46
    odds = {points: round(Fraction(deals, found)) for points, found in best_of_six().items()}
    assert odds == {28: 15_028, 29: 216_580}
    stated = re.search(
        r"ODDS = \{ 28: ([\d_]+), 29: ([\d_]+) \}",
        (ROOT / "static/js/game/table/result/moments.js").read_text(),
    )
    assert stated
    assert [int(figure) for figure in stated.groups()] == [odds[28], odds[29]]


def test_only_four_fives_and_a_ten_card_score_28_or_29() -> None:
    with_four_fives = [
        score_hand([each for each in (*FIVES, ten) if each != starter], starter).total
        for ten in TENS
        for starter in (*FIVES, ten)
    ]
    assert {points: with_four_fives.count(points) for points in (28, 29)} == {
        28: COUNTS["28"],
        29: COUNTS["29"],
    }
    assert len(with_four_fives) == COUNTS["28"] + COUNTS["29"]
