"""The ledger of luck and skill adds up for any game and ending."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.moves import Flag, Leave, Resign
from game.engine.state import Counting, Rules, Seat
from study.review.judge.game import judge_game
from study.review.judge.grades import MILLION
from study.review.judge.schema import GameReview, Parts
from study.review.judge.shares import Shares, ledgers
from tests.worlds.records import build_record

GAMES = {
    "to 121": build_record(1),
    "to 61, counted by hand": build_record(2, Rules(61, Counting.MANUAL, Seat.B)),
    "to 61 with muggins": build_record(3, Rules(61, Counting.MUGGINS)),
    "resigned before the first throw": build_record(4, ends=Resign(), after=2),
    "a flag between the throws": build_record(5, ends=Flag(), after=3),
    "left in the play": build_record(6, ends=Leave(), after=9),
    "resigned in the count": build_record(7, Rules(61, Counting.MANUAL, Seat.A), Resign(), 15),
    "resigned in a later deal": build_record(8, Rules(61), Resign(), 45),
}


@pytest.fixture(scope="module", params=GAMES, ids=lambda name: name)
def judged(request: pytest.FixtureRequest) -> GameReview:
    return judge_game(GAMES[request.param])


def total(parts: Parts) -> int:
    return sum(Shares(**parts))


def test_every_part_together_is_the_way_from_the_start_to_the_result(judged: GameReview):
    for seat, ledger in zip(Seat, judged["ledgers"], strict=True):
        assert ledger["result"] == (MILLION if judged["winner"] == seat else 0)
        assert total(ledger["parts"]) == ledger["result"] - ledger["start"]


def test_rounded_figures_add_up_too(judged: GameReview):
    for ledger in judged["ledgers"]:
        assert total(ledger["shown"]) == ledger["result"] // 1000 - ledger["shown_start"]
        assert all(
            abs(1000 * shown - part) < 1000
            for shown, part in zip(Shares(**ledger["shown"]), Shares(**ledger["parts"]), strict=True)
        )


def test_one_seats_ledger_is_the_others_in_a_mirror(judged: GameReview):
    a, b = judged["ledgers"]
    assert a["start"] + b["start"] == MILLION
    for which in ("parts", "shown"):
        assert Shares(**a[which]).mirrored == Shares(**b[which])


def test_every_deal_adds_up_and_begins_where_the_one_before_ended(judged: GameReview):
    deals = judged["deals"]
    for deal in deals:
        before, after = deal["chances"]
        assert total(deal["parts"][0]) == after - before
        assert Shares(**deal["parts"][0]).mirrored == Shares(**deal["parts"][1])
    assert all(one["chances"][1] == other["chances"][0] for one, other in pairwise(deals))


def test_cost_of_play_is_the_loss_of_decisions(judged: GameReview):
    for seat, (ledger, player) in enumerate(zip(judged["ledgers"], judged["players"], strict=True)):
        lost = sum(one["lost"] for one in judged["decisions"] if one["seat"] == seat)
        assert ledger["parts"]["your_play"] == -lost == -player["lost"]
        assert sum(player["grades"].values()) == player["decisions"]


def test_the_curve_goes_from_the_start_to_the_result_and_moves_at_every_moment(judged: GameReview):
    curve = judged["curve"]
    assert curve[0] == {"ply": 0, "chance": judged["ledgers"][0]["start"]}
    assert curve[-1]["chance"] == judged["ledgers"][0]["result"]
    assert all(
        one["ply"] < other["ply"] and one["chance"] != other["chance"] for one, other in pairwise(curve)
    )
    assert curve[-1]["ply"] <= judged["plies"]


def test_only_resigned_games_have_an_early_end_share(judged: GameReview):
    given_up = judged["ledgers"][judged["winner"]]["parts"]["ended"]
    assert given_up == 0 if judged["ended"] == "played" else given_up > 0


@given(
    st.lists(st.integers(-MILLION, MILLION), min_size=8, max_size=8),
    st.integers(0, MILLION),
    st.sampled_from((0, 1)),
)
def test_rounding_adds_up_for_any_parts(parts: list[int], start: int, winner: int):
    result = MILLION if winner == 0 else 0
    shares = Shares(*parts, result - start - sum(parts))
    for ledger in ledgers(start, winner, shares):
        assert total(ledger["parts"]) == ledger["result"] - ledger["start"]
        assert total(ledger["shown"]) == ledger["result"] // 1000 - ledger["shown_start"]
