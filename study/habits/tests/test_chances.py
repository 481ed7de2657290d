"""Chances in a decision, by worked examples."""

from collections.abc import Iterable

import pytest

from game.bots.crib_values import crib_value
from game.engine.cards import card, cards
from game.engine.scoring import score_hand
from game.engine.state import Phase, Rules, Seat, State
from study.habits.chances import (
    HABITS,
    Chance,
    Offer,
    discard_chances,
    find_offer,
    longest_run,
    play_chances,
    weigh_discard,
)

A, B = Seat.A, Seat.B


def discard(six: str, thrown: str, own: bool = True) -> dict[str, bool]:
    return as_dict(discard_chances(cards(six), cards(thrown), own))


def as_dict(chances: Iterable[Chance]) -> dict[str, bool]:
    found = {}
    for habit, taken in chances:
        assert habit in HABITS
        assert habit not in found
        found[habit] = taken
    return found


def at_table(hand: str, played: str = "", theirs: str = "KC KD KH KS", thrown: str = "7C 7D") -> State:
    """Seat A is to play, after cards that the seats played in turn."""
    laid, own = cards(played), cards(hand)
    by = [B if (len(laid) - place) % 2 else A for place in range(len(laid))]
    return State(
        Rules(),
        Phase.PLAY,
        deal=1,
        dealer=B,
        dealt=(own + cards(thrown), cards(theirs) + cards("8C 8D")),
        hands=(own, cards(theirs)),
        throws=(cards(thrown), cards("8C 8D")),
        upcard=card("8H"),
        pile=laid,
        count=sum(min((one >> 2) + 1, 10) for one in laid),
        played=tuple(zip(by, laid, strict=True)),
        turn=A,
    )


def play(hand: str, chosen: str, played: str = "", **more: str) -> dict[str, bool]:
    return as_dict(play_chances(at_table(hand, played, **more), A, card(chosen)))


def offer(hand: str, chosen: str, played: str) -> Offer | None:
    return find_offer(at_table(hand, played), A, card(chosen))


def test_a_pair_is_kept_thrown_or_broken():
    assert discard("4C 4D 7H 9S QC KD", "QC KD") == {"broke_pair": False, "threw_pair_own": False}
    assert discard("4C 4D 7H 9S QC KD", "4C 4D") == {"broke_pair": False, "threw_pair_own": True}
    assert discard("4C 4D 7H 9S QC KD", "4C KD", own=False) == {
        "broke_pair": True,
        "threw_pair_their": False,
    }


def test_three_of_a_kind_is_no_pair():
    assert discard("4C 4D 4H 9S QC KD", "QC KD") == {}


def test_a_five_is_thrown_to_one_crib_or_the_other():
    assert discard("5C 2D 7H 9S QC KD", "5C KD") == {"threw_five_own": True}
    assert discard("5C 2D 7H 9S QC KD", "2D 7H", own=False) == {"threw_five_their": False}


def test_runs_and_flushes_are_kept_or_not():
    assert discard("6C 7D 8H 9S QC KD", "QC KD") == {"broke_three": False, "broke_four": False}
    assert discard("6C 7D 8H 9S QC KD", "6C KD") == {"broke_three": False, "broke_four": True}
    assert discard("6C 7D 8H TS QC 2D", "7D 2D") == {"broke_three": True}
    assert discard("2C 4C 6C TC QH KD", "QH KD") == {"broke_flush": False}
    assert discard("2C 4C 6C TC QH KD", "TC KD") == {"broke_flush": True}


@pytest.mark.parametrize(("held", "longest"), [("AC KD QS", 2), ("3C 4D 5S 5H", 3), ("9C", 1), ("", 0)])
def test_an_ace_follows_no_king_in_a_run(held: str, longest: int):
    assert longest_run(cards(held)) == longest


def test_a_discard_costs_hand_and_published_crib_against_the_best():
    six, own = cards("5C JD QH KS 2C 7D"), True
    worth = {}
    for thrown in ("2C 7D", "5C JD"):
        kept = tuple(one for one in six if one not in cards(thrown))
        starters = [one for one in range(52) if one not in six]
        hand = sum(score_hand(kept, one).total for one in starters) / len(starters)
        worth[thrown] = hand + crib_value(cards(thrown), own)
    best, poor = (weigh_discard(six, cards(thrown), own) for thrown in worth)
    assert best.cost == 0
    assert poor.cost == pytest.approx(worth["2C 7D"] - worth["5C JD"])
    assert (best.kept, poor.kept, max(best.keeps), len(best.keeps)) == (9, 0, 9, 15)


def test_the_others_crib_counts_against_a_discard():
    six = cards("5C 5D QH KS 2C 8D")
    assert weigh_discard(six, cards("5C 5D"), False).cost > weigh_discard(six, cards("5C 5D"), True).cost + 9


def test_a_lead_has_a_chance_for_each_rank_held():
    assert play("4C 4D 5H KS", "4D") == {
        "led_4": True,
        "led_5": False,
        "led_K": False,
        "led_low": True,
        "led_pair": True,
    }
    assert play("AC 4D TH KS", "4D")["led_ace_A4XX"] is False
    assert play("AC 4D TH KS", "AC")["led_ace_A4XX"] is True
    assert "led_ace_A4XX" not in play("AC 4D 5H KS", "AC")


def test_a_lead_without_a_choice_is_no_chance():
    assert play("4C 4D 4H 4S", "4D") == {}
    assert "led_pair" not in play("4C 4D KH KS", "4D")


def test_a_reply_can_pair_the_lead_and_risk_a_pair_royal():
    chances = play("4D 9H QC KS", "4D", played="4C")
    assert chances == {"paired_four": True, "paired_lead": True, "took_pair": True, "risked_royal": True}
    assert play("2D 9H QC KS", "9H", played="4C") == {"paired_four": False}


def test_no_pair_royal_is_risked_beyond_thirty_one_or_against_an_empty_hand():
    assert play("KD 6H", "KD", played="3C KH", theirs="6C 6D")["took_pair"] is True
    assert "risked_royal" in play("KD 6H", "KD", played="AC KH", theirs="6C 6D")
    assert "risked_royal" not in play("KD 6H", "KD", played="3C KH", theirs="6C 6D")
    assert "risked_royal" not in play("4D 9H", "4D", played="4C", theirs="")


def test_no_pair_royal_is_risked_if_the_fourth_card_is_known():
    assert "risked_royal" in play("9H 2H", "9H", played="9S", theirs="6C 6D", thrown="7C 9D")
    assert "risked_royal" not in play("9H 2H", "9H", played="9S", theirs="6C 6D", thrown="9C 9D")


def test_leaving_five_is_a_chance_only_where_nothing_scores():
    assert play("AD 9H QC KS", "AD", played="4C")["gave_count"] is True
    assert "gave_count" not in play("AD 4H QC KS", "AD", played="4C")
    assert "gave_count" not in play("AD 9H QC KS", "AD", played="4C", theirs="")


def test_an_offer_names_what_scores_and_how_many_cards_do():
    assert offer("5C 5D 9H AS", "9H", "TC") == Offer("fifteen", False, 2, 2)
    assert offer("5C 5D 9H AS", "5D", "TC") == Offer("fifteen", True, 2, 2)
    assert offer("6D AH 2S", "AH", "JC 5D KH") == Offer("thirty_one", False, 1, 2)
    assert offer("4D 9H QC KS", "9H", "4C") == Offer("pair", False, 1, 3)
    assert offer("6D 9H QC KS", "6D", "4C 5C") == Offer("more", True, 1, 3)


def test_an_offer_of_several_kinds_or_of_every_card_shows_nothing():
    assert offer("5C TD 9H AS", "5C", "TC") is None
    assert offer("TD TH TS", "TD", "TC") is None
    assert offer("2D 3H", "2D", "TC") is None
