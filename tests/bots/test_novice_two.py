"""The second Novice and Club err by habit: they see pairs and rows, and miss what has to be added up."""

from random import Random

import pytest

from game.bots.beginner_two import Sight, choose_reply, choose_throw, count_broken
from game.bots.novice_two import SIGHT, choose_lead
from game.engine.cards import card, cards, texts
from study.habits.measure import Profile, summarize
from study.habits.simulating import brain_named, simulate

TIMES = 400


def share_led(hand: str, *led: str) -> float:
    """Return how often one of these cards is led."""
    chosen = [choose_lead(cards(hand), Random(seed)) for seed in range(TIMES)]
    return sum(one in cards(" ".join(led)) for one in chosen) / TIMES


def share_replied(hand: str, pile: str, reply: str) -> float:
    """Return how often a card is played on a pile."""
    chosen = [choose_reply(cards(hand), cards(pile), Random(seed), SIGHT) for seed in range(TIMES)]
    return chosen.count(card(reply)) / TIMES


def share_broken(six: str, together: str) -> float:
    """Return how often some of these cards are kept and some discarded."""
    thrown = [{*choose_throw(cards(six), False, Random(seed), SIGHT)} for seed in range(TIMES)]
    return sum(0 < len(two & {*cards(together)}) < len(cards(together)) for two in thrown) / TIMES


def pairs_broken(six: str, sight: Sight) -> list[int]:
    """Return how many pairs each of many discards breaks."""
    thrown = [choose_throw(cards(six), False, Random(seed), sight) for seed in range(TIMES)]
    return [count_broken(tuple({*cards(six)} - {*two}), two) for two in thrown]


class TestLeads:
    def test_leads_from_a_pair_more_often_than_any_two_cards(self) -> None:
        assert share_led("8H 8C JD KC", "8H", "8C") > 0.55
        assert 0.4 < share_led("8H 9C JD KC", "8H", "9C") < 0.6

    def test_leads_a_low_card_more_often_than_any_card(self) -> None:
        assert share_led("3H 9C JD KC", "3H") > 0.4

    def test_seldom_leads_a_five_but_does(self) -> None:
        assert 0.02 < share_led("5H JC QS KD", "5H") < 0.16
        assert share_led("5H 5C 5S 5D", "5H", "5C", "5S", "5D") == 1

    def test_does_not_mind_the_order_of_its_cards(self) -> None:
        for seed in range(20):
            both = {choose_lead(cards(hand), Random(seed)) for hand in ("3H 9C JD 9S", "9S JD 3H 9C")}
            assert len(both) == 1, texts(sorted(both))


class TestReplies:
    def test_sees_a_pair_more_often_than_a_plain_fifteen_and_that_more_often_than_a_hidden_one(self) -> None:
        pair = share_replied("8H 2C 3S", "8D", "8H")
        plain = share_replied("8H 2C 3S", "7D", "8H")
        hidden = share_replied("8H AC TS", "4D 3D", "8H")
        assert pair > plain + 0.05 > hidden + 0.1

    def test_sees_a_run_in_order_more_often_than_one_out_of_order(self) -> None:
        assert share_replied("9H 2C 3S", "7D 8D", "9H") > share_replied("8H 2C 3S", "7D 9D", "8H") + 0.1

    def test_hardly_ever_misses_a_pair_royal(self) -> None:
        assert share_replied("8H 2C 3S", "8D 8S", "8H") > 0.95


class TestDiscards:
    def test_breaks_rows_and_pairs_less_often_than_what_adds_up(self) -> None:
        row = share_broken("6H 7C 8S 9D 2C KH", "6H 7C 8S 9D")
        pair = share_broken("8H 8C 2S 4D JC KH", "8H 8C")
        fifteen = share_broken("9H 6C KS QD 2C TH", "9H 6C")
        assert row < 0.1
        assert pair < 0.25
        assert fifteen > pair + 0.1

    def test_never_breaks_two_pairs_at_once(self) -> None:
        assert {*pairs_broken("8H 8C 2S 2D JC KH", SIGHT)} == {0, 1}
        assert {*pairs_broken("8H 8C 2S 2D JC KH", SIGHT._replace(whim=6.0, spares_pairs=0))} == {0, 1, 2}

    def test_breaks_two_pairs_for_four_in_a_row(self) -> None:
        assert 2 in pairs_broken("6H 6C 7S 7D 8C 9H", SIGHT._replace(second_run=0))


@pytest.fixture(scope="module")
def profiles() -> dict[str, Profile]:
    """The habits of both versions and of Club, as `manage.py fit_habits` measures them."""
    return {name: summarize(simulate(brain_named(name), 60, 7)) for name in ("novice", "novice-2", "club-2")}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("habit", "low", "high", "than_first"),
    [
        ("led_5", 3, 18, -1),
        ("led_low", 50, 72, 1),
        ("led_pair", 50, 75, 1),
        ("paired_lead", 60, 85, 1),
        ("took_pair", 72, 87, 1),
        ("broke_four", 15, 50, -1),
        ("broke_flush", 10, 35, -1),
    ],
)
def test_has_habits_that_the_first_version_lacks(
    profiles: dict[str, Profile], habit: str, low: float, high: float, than_first: int
) -> None:
    first, second = (profiles[name].shares[habit] for name in ("novice", "novice-2"))
    assert first
    assert second
    assert low < 100 * second.value < high
    assert (second.value - first.value) * than_first > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("habit", "than_novice"),
    [
        ("led_5", -1),
        ("paired_lead", 1),
        ("took_pair", 1),
        ("took_fifteen", 1),
        ("took_thirty_one", 1),
        ("threw_five_their", -1),
    ],
)
def test_club_has_the_same_habits_with_fewer_mistakes(
    profiles: dict[str, Profile], habit: str, than_novice: int
) -> None:
    novice, club = (profiles[name].shares[habit] for name in ("novice-2", "club-2"))
    assert novice
    assert club
    assert (club.value - novice.value) * than_novice > 0


@pytest.mark.slow
def test_discards_cost_about_as_much_as_those_of_the_first_version(profiles: dict[str, Profile]) -> None:
    first, second = (profiles[name].cost for name in ("novice", "novice-2"))
    assert first
    assert second
    assert abs(second.value - first.value) < 0.3
