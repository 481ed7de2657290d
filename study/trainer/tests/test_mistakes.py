"""Decisions worth training, by their loss and by how clear the better choice is."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.bots.advanced.playing import SAMPLE
from game.engine.state import Phase
from game.engine.view import view
from study.review.judge.decisions import ranked_cards
from study.review.judge.game import judge_game
from study.review.judge.record import Record, plies
from study.review.judge.schema import Line
from study.trainer.mistakes import (
    CLEAR,
    HANDS,
    LEAST_LOST,
    RIGHT_WITHIN,
    TAGS,
    find_mistakes,
    is_clear,
    is_right,
    judge_again,
    lost_by,
    tags_of,
)
from tests.worlds.positions import DEALER, PONE, at
from tests.worlds.records import build_record


def line(win: int, *cards: str) -> Line:
    return Line(cards=[*cards], win=win, points=0.0)


def decision(lost: int, wins: list[tuple[int, str]], **changes: Any) -> Any:
    lines = [line(win, card) for win, card in wins]
    return {"ply": 7, "seat": 0, "sort": "card", "lost": lost, "lines": lines} | changes


CLEAR_LINES = [(700_000, "5H"), (680_000, "4H")]


@pytest.mark.parametrize(
    ("made", "is_one"),
    [
        (decision(LEAST_LOST, CLEAR_LINES), True),
        (decision(LEAST_LOST - 1, CLEAR_LINES), False),
        (decision(90_000, CLEAR_LINES, seat=1), False),
        (decision(90_000, CLEAR_LINES, sort="claim"), False),
        (decision(90_000, [(700_000, "5H"), (700_000 - CLEAR + 1, "4H")]), False),
        (decision(90_000, [(700_000, "5H"), (700_000 - CLEAR, "4H")]), True),
        # Another five is the same card to a player.
        (decision(90_000, [(700_000, "5H"), (700_000, "5D"), (600_000, "4H")]), True),
        (decision(90_000, [(700_000, "5H"), (690_001, "5D"), (600_000, "4H")]), False),
    ],
)
def test_a_mistake_costs_enough_and_has_one_clear_answer(made: Any, is_one: bool):
    assert (find_mistakes({"decisions": [made]}, 0) == [7]) is is_one  # type: ignore[typeddict-item]


@given(st.lists(st.integers(0, 1_000_000), min_size=1, max_size=15))
def test_right_answers_are_within_half_a_percent_of_the_best(wins: list[int]):
    lines = [line(win, f"card {n}") for n, win in enumerate(sorted(wins, reverse=True))]
    for each in lines:
        assert is_right(lines, each["cards"]) == (max(wins) - each["win"] <= RIGHT_WITHIN)
        assert lost_by(lines, each["cards"]) >= 0
    assert is_right(lines, lines[0]["cards"])


@given(st.lists(st.tuples(st.integers(0, 1_000_000), st.sampled_from("A23456789")), min_size=2, max_size=8))
def test_clear_decision_has_no_right_answer_of_another_rank(made: list[tuple[int, str]]):
    lines = [line(win, rank + "H") for win, rank in sorted(made, reverse=True)]
    if is_clear(lines):
        right = [each["cards"] for each in lines if is_right([lines[0], each], each["cards"])]
        assert all(cards == lines[0]["cards"] for cards in right)


@pytest.fixture(scope="module")
def record() -> Record:
    return build_record(2)


@pytest.mark.slow
def test_the_judge_with_eight_times_the_hands_has_the_last_word(record: Record):
    review = judge_game(record)
    found = [number for seat in (0, 1) for number in find_mistakes(review, seat)]
    judged = {number: judge_again(record, number) for number in found}
    kept = {number: one for number, one in judged.items() if one is not None}
    assert HANDS == 8 * SAMPLE
    assert len(found) >= 5
    assert kept
    for one in kept.values():
        assert lost_by(one.lines, one.made) >= LEAST_LOST
        assert is_clear(one.lines)
        assert [each["win"] for each in one.lines] == sorted(
            (each["win"] for each in one.lines), reverse=True
        )
        assert {*one.tags} <= {*TAGS}


def test_more_hands_are_another_sample_of_cards(record: Record):
    moves = [ply for ply in plies(record) if ply.before.phase is Phase.PLAY][:40]
    few, many = ranked_cards(moves), ranked_cards(moves, HANDS)
    assert few.keys() == many.keys()
    assert few != many
    again = ranked_cards(moves, HANDS)
    assert many == again


@pytest.mark.slow
def test_a_decision_that_was_good_is_dropped(record: Record):
    good = next(
        each for each in judge_game(record)["decisions"] if each["lost"] == 0 and each["sort"] == "throw"
    )
    assert judge_again(record, good["ply"]) is None


@pytest.mark.slow
def test_only_the_seats_view_is_used(record: Record):
    mistakes = find_mistakes(judge_game(record), 0)
    found = {number: again for number in mistakes if (again := judge_again(record, number)) is not None}
    assert found
    for number, judged in found.items():
        ply = plies(record)[number]
        assert judged.view == view(ply.before, ply.seat)
        assert judged.view.open is None


@pytest.mark.parametrize(
    ("state", "seat", "tags"),
    [
        (at(thrown=False), DEALER, ("own crib",)),
        (at(thrown=False), PONE, ("their crib",)),
        (at("pone 101, dealer 3", thrown=False), DEALER, ("own crib", "endgame")),
        (at("pone 100, dealer 100"), PONE, ("lead",)),
    ],
)
def test_mistake_has_its_tags(state: Any, seat: Any, tags: tuple[str, ...]):
    assert tags_of(view(state, seat), [line(1, "5H", "6H")]) == tags
