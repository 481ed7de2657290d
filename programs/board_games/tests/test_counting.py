"""The pad fills in the counts that the cards tell, and asks a person for the others."""

from typing import Any

import pytest
from django.test import Client

from programs.board_games.tests.test_board_games import check
from tests.worlds.score_sheets import DEAL, DISCARDS, PLAY

HEAD = '[A "Ann"] [B "Bo"] [Rules "121 {} first=b"]\n'
UNKNOWN = f"#1 up: 5S axx bxx {PLAY}"
SHOW = [(0, "hand", 12), (1, "hand", 20), (1, "crib", 8)]

pytestmark = pytest.mark.django_db


def counts(now: dict[str, Any]) -> list[tuple[int, str, int | None]]:
    return [(one["seat"], one["what"], one["points"]) for one in now["counts"]]


def test_each_card_has_its_pegging(client: Client):
    text = HEAD.format("auto") + "#1 up: 5S " + DISCARDS
    assert counts(check(client, text)) == []
    assert counts(check(client, f"{text} a8C")) == [(0, "pegging", 0)]
    assert counts(check(client, f"{text} a8C bQH a7C")) == [(0, "pegging", 0)]
    text = HEAD.format("auto") + "#1 up: 5S a8S2D b3D4S b7D"
    assert check(client, text)["fault"]  # it's A's turn
    text = HEAD.format("auto") + "#1 up: 5S a8S2D b3D4S a7C"
    assert counts(check(client, f"{text} b8C")) == [(1, "pegging", 2)]
    assert counts(check(client, f"{text} b7D")) == [(1, "pegging", 2)]


def test_nibs_can_be_missed(client: Client):
    assert counts(check(client, HEAD.format("auto") + "#1 up: JS a8S2D b3D4S")) == [(1, "pegging", 2)]


def test_a_counted_deal_shows_what_the_cards_tell(client: Client):
    now = check(client, f"#1 up: 5S {DISCARDS} {PLAY}")
    assert (now["awaits"], counts(now)) == ("deal", [(1, "pegging", 3), *SHOW])
    assert counts(check(client, f"{DEAL} b<1")) == []
    assert check(client, f"{DEAL} b<2 a#2")["scores"] == [14, 30]


def test_a_hand_whose_cards_are_known_is_counted_next_to_an_unknown_crib(client: Client):
    now = check(client, HEAD.format("auto") + UNKNOWN)
    assert (now["fault"], now["awaits"], now["deal"]) == (None, "counts", 1)
    assert counts(now) == [*SHOW[:2], (1, "crib", None)]
    now = check(client, HEAD.format("auto") + UNKNOWN + " a=12")
    assert counts(now) == [SHOW[1], (1, "crib", None)]
    now = check(client, HEAD.format("auto") + UNKNOWN + " a=12 b=20 b=8 a<2")
    assert (now["awaits"], now["scores"], now["counts"]) == ("deal", [10, 32], [])


def test_an_unknown_starter_leaves_every_count_to_the_person(client: Client):
    now = check(client, f"#1b {DISCARDS} {PLAY}")
    assert now["awaits"] == "counts"
    assert {points for _, _, points in counts(now)} == {None}


def test_counts_that_are_missing_before_the_last_deal_are_a_fault(client: Client):
    now = check(client, f"{HEAD.format('auto')}{UNKNOWN}\n#2 up: 6S axx bxx")
    assert now["fault"].startswith("Line 2, column ")
    assert "has an unknown card" in now["fault"]


@pytest.mark.parametrize("counting", ["manual", "muggins"])
def test_in_a_game_counted_by_hand_the_true_count_is_filled_in(client: Client, counting: str):
    now = check(client, f"{HEAD.format(counting)}#1 up: 5S {DISCARDS} {PLAY}")
    assert (now["awaits"], counts(now)) == ("count", [(0, "hand", 12)])
    now = check(client, f"{HEAD.format(counting)}{UNKNOWN}")
    assert counts(now) == [(0, "hand", 12)]


def test_muggins_are_filled_in_with_what_was_missed(client: Client):
    text = f"{HEAD.format('muggins')}#1 up: 5S {DISCARDS} {PLAY} a=10"
    now = check(client, text)
    assert (now["awaits"], counts(now)) == ("call", [(1, "muggins", 2)])
    now = check(client, f"{text} b+2")
    assert (now["scores"], counts(now)) == ([10, 6], [(1, "hand", 20)])
    now = check(client, f"{HEAD.format('muggins')}{UNKNOWN} a=12 b-pass b=20 a-pass")
    assert counts(now) == [(1, "crib", None)]


def test_a_game_that_is_over_has_nothing_to_count(client: Client):
    assert counts(check(client, f"{DEAL} a-resign")) == []
    assert counts(check(client, f'[Rules "31 auto first=b"] {DEAL.replace("#1b", "#1")}')) == []
