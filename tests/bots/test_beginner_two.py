"""The second Beginner keeps what lies in the open, and makes a beginner's mistakes."""

from random import Random

import pytest

from game.bots.beginner_two import SIGHT, Sight, choose_lead, choose_reply, choose_throw, find_stretches
from game.engine.cards import card, cards, texts
from game.engine.pegging import peg_points
from tests.bots.breaking import hands_dealt, shares_broken

TIMES = 400
# One that sees everything and likes nothing better than it is.
KEEN = Sight(
    **{name: 1.0 for name, value in SIGHT._asdict().items() if value <= 1},
)._replace(together=0, picture=0, whim=0, own_crib=1, five_in_crib=0, five_led=0, high_card=0)
BLIND = Sight(*[0.0] * len(SIGHT))


def share_kept(six: str, four: str, sight: Sight = SIGHT) -> float:
    """Return how often these four are kept."""
    thrown = {*cards(six)} - {*cards(four)}
    chosen = [choose_throw(cards(six), False, Random(seed), sight) for seed in range(TIMES)]
    return sum({*two} == thrown for two in chosen) / TIMES


def share_thrown(six: str, two: str, is_own_crib: bool, sight: Sight = SIGHT) -> float:
    """Return how often these two go to the crib."""
    chosen = [choose_throw(cards(six), is_own_crib, Random(seed), sight) for seed in range(TIMES)]
    return sum({*one} == {*cards(two)} for one in chosen) / TIMES


def share_replied(hand: str, pile: str, reply: str, sight: Sight = SIGHT) -> float:
    """Return how often a card is played on a pile."""
    chosen = [choose_reply(cards(hand), cards(pile), Random(seed), sight) for seed in range(TIMES)]
    return chosen.count(card(reply)) / TIMES


class TestDiscards:
    @pytest.mark.parametrize(
        ("six", "four"),
        [
            ("6H 7C 8S 9D 2C KH", "6H 7C 8S 9D"),
            ("2H 4H 8H JH 3C 9S", "2H 4H 8H JH"),
        ],
    )
    def test_keeps_four_that_belong_together(self, six: str, four: str) -> None:
        assert share_kept(six, four) > 0.8

    def test_keeps_three_alike(self) -> None:
        six = cards("3H 3C 3S 8D TC QH")
        broken = [
            len({*cards("3H 3C 3S")} & {*choose_throw(six, False, Random(seed))}) for seed in range(TIMES)
        ]
        assert sum(map(bool, broken)) < 0.12 * TIMES

    def test_breaks_a_pair_now_and_then(self) -> None:
        six = cards("8H 8C 2S 4D JC KH")
        broken = [
            len({*cards("8H 8C")} & {*choose_throw(six, False, Random(seed))}) == 1 for seed in range(TIMES)
        ]
        assert 0.05 * TIMES < sum(broken) < 0.3 * TIMES

    def test_misses_most_fifteens_in_its_hand(self) -> None:
        six, fifteen = cards("9H 6C KS QD 2C TH"), {*cards("9H 6C")}

        def share_whole(sight: Sight) -> float:
            chosen = [choose_throw(six, False, Random(seed), sight) for seed in range(TIMES)]
            return sum(not fifteen & {*two} for two in chosen) / TIMES

        assert share_whole(KEEN) == 1
        assert share_whole(SIGHT) < 0.5

    def test_gives_a_pair_to_the_crib_of_the_other_as_often_as_to_its_own(self) -> None:
        own, others = [share_thrown("6H 6C TS JD QC 2H", "6H 6C", is_own) for is_own in (True, False)]
        assert others > 0.2
        assert abs(own - others) < 0.15

    def test_with_open_eyes_it_minds_whose_crib_it_is(self) -> None:
        assert share_thrown("6H 6C TS JD QC KH", "6H 6C", True, KEEN) == 1
        assert share_thrown("6H 6C 2S 4D 8C KH", "6H 6C", False, KEEN) == 0

    def test_second_run_decides_between_a_row_and_a_double_run(self) -> None:
        six, double = "3H 4C 5S 5D 6H KC", "4C 5S 5D 6H"
        assert share_kept(six, double, KEEN._replace(second_run=1, together=0)) == 1
        assert share_kept(six, "3H 4C 5S 6H", KEEN._replace(second_run=0, together=9)) == 1

    def test_blind_eyes_keep_any_four(self) -> None:
        assert 0 < share_kept("5H 5C 5S JD 2C 9H", "5H 5C 5S JD", BLIND._replace(whim=1)) < 0.15

    def test_finds_each_run_once(self) -> None:
        assert [*find_stretches([0, 1, 2, 10, 11, 12])] == [[0, 1, 2], [10, 11, 12]]
        assert [*find_stretches([3, 4, 4, 5, 6, 9])] == [[3, 4, 5, 6]]
        assert [*find_stretches([3, 4, 6, 7, 9, 10])] == []


class TestPlay:
    def test_leads_a_five_more_often_than_not(self) -> None:
        led = [choose_lead(cards("5H JC QS KD"), Random(seed)) for seed in range(TIMES)]
        assert 0.6 < led.count(card("5H")) / TIMES < 0.85

    def test_sees_a_pair_more_often_than_a_fifteen(self) -> None:
        pair = share_replied("8H 2C 3S", "8D", "8H")
        fifteen = share_replied("8H 2C 3S", "7D", "8H")
        long_fifteen = share_replied("8H 2C 3S", "4D 3D", "8H")
        assert pair > 0.75 > fifteen > long_fifteen

    def test_pairs_although_it_invites_three_alike(self) -> None:
        assert share_replied("4H 9C QS", "4D", "4H") > 0.7

    def test_overlooks_thirty_one(self) -> None:
        assert share_replied("8H AC 2S", "KD QH 3D", "8H", KEEN) == 1
        assert share_replied("8H AC 2S", "KD QH 3D", "8H") < 0.75

    def test_sees_a_run_in_order_more_often_than_one_out_of_order(self) -> None:
        in_order = share_replied("9H 2C 3S", "7D 8D", "9H")
        out_of_order = share_replied("8H 2C 3S", "7D 9D", "8H")
        assert in_order > out_of_order + 0.1

    def test_with_open_eyes_it_takes_the_most_points(self) -> None:
        hand, pile = cards("AC 4S 8H"), cards("3D 2C")
        chosen = {choose_reply(hand, pile, Random(seed), KEEN) for seed in range(50)}
        assert {*texts(sorted(chosen))} <= {"AC", "4S"}
        assert all(peg_points(pile, one) == 3 for one in chosen)


@pytest.mark.slow
def test_keeps_most_of_what_lies_in_the_open() -> None:
    """The shares of docs/explanation/bots.md, in 300 games against Novice."""
    hands = [seen for name, seen in hands_dealt("beginner-2", "novice", 300, 7) if name == "beginner-2"]
    two, one, steady = [shares_broken(name, hands) for name in ("beginner-2", "beginner", "intermediate-2")]
    assert all(times > 100 for _, times in two.values())
    most = {"three alike": 0.15, "flush": 0.2, "run of four": 0.4, "run of three": 0.35, "pair": 0.3}
    for combination, limit in most.items():
        share = two[combination][0]
        assert share < limit, combination
        assert share < one[combination][0] or combination == "run of three", "less than the first version"
    assert two["pair"][0] > steady["pair"][0] + 0.05, "but pairs more often than a steady player"
