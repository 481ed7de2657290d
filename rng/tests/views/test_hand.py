"""The lab's hand: six cards first, a commitment to the rest, and the rest on request."""

import hashlib
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from common import clock
from rng import seal
from rng.commitment import deal_key
from rng.deal import deck
from rng.lab.borland import asf, fisher_yates
from rng.lab.cards import PLACES, STARTER, parse_card, parse_cards
from rng.lab.state_search import DAY_MS, SeenCard, search_by_clock
from rng.lab.state_search import search_all_states as everywhere

HAND, SHOWN = "/fairness/lab/hand", "/fairness/lab/hand/shown"


def given(path: str, **asked: str) -> dict[str, Any]:
    """Return the server's answer."""
    answer = Client().get(path, asked)
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    return answer.json()


@pytest.mark.slow
def test_a_hand_is_broken_and_the_server_then_shows_the_decks_that_were_found() -> None:
    hand = given(HAND, seat="dealer")
    held = parse_cards(" ".join(hand["cards"]))
    seen = [SeenCard(*one) for one in zip(PLACES["dealer"], held, strict=True)]
    said = given(SHOWN, sealed=hand["sealed"])["said"]
    assert hashlib.sha256(said.encode()).hexdigest() == hand["commitment"]
    shown = said.split(" ", 1)[1]
    decks = [parse_cards(" ".join(shown.split()[at : at + 52])) for at in (0, 52)]
    found = [fisher_yates(state) for state in everywhere(seen, lambda pieces: lambda: None).states]
    assert tuple(decks) in [(deck.cards, fisher_yates(deck.next_state).cards) for deck in found]


def test_a_hand_by_the_clock_is_found_near_the_clock_and_its_deck_was_promised() -> None:
    hand = given(HAND, seat="pone", dealt="clock")
    held = parse_cards(" ".join(hand["cards"]))
    seen = [SeenCard(*one) for one in zip(PLACES["pone"], held, strict=True)]
    seen.append(SeenCard(STARTER, parse_card(hand["starter"])))
    now = DAY_MS + clock.milliseconds() % DAY_MS
    found = search_by_clock(seen, range(now - 100_000, now + 100_001), lambda pieces: lambda: None)
    said = given(SHOWN, dealt="clock", sealed=hand["sealed"])["said"]
    assert hashlib.sha256(said.encode()).hexdigest() == hand["commitment"]
    assert parse_cards(said.split(" ", 1)[1]) in [asf(state).cards for state in found.states]


def test_a_hand_of_ours_follows_from_the_published_values_and_the_servers_part() -> None:
    hand = given(HAND, seat="dealer", dealt="ours")
    said = given(SHOWN, dealt="ours", sealed=hand["sealed"])["said"]
    link, cards = said.split(" ", 1)
    told = [bytes.fromhex(part) for part in (hand["context"], *hand["secrets"])]
    dealt = deck(deal_key(told[0], hand["deal"], bytes.fromhex(link), *told[1:]))
    assert hashlib.sha256(said.encode()).hexdigest() == hand["commitment"]
    assert dealt == parse_cards(cards)
    assert parse_cards(" ".join(hand["cards"])) == dealt[1:12:2]
    assert parse_card(hand["starter"]) == dealt[STARTER]
    assert set(hand) - {"seat", "cards", "commitment", "sealed"} == {"starter", "context", "deal", "secrets"}


def test_a_hand_can_be_revealed_only_by_its_own_method() -> None:
    hand = given(HAND, dealt="clock")
    assert Client().get(SHOWN, {"dealt": "ours", "sealed": hand["sealed"]}).status_code == 400


def test_only_six_cards_are_sent_before_the_reveal() -> None:
    hand = given(HAND, seat="pone")
    assert set(hand) == {"seat", "cards", "commitment", "sealed"}
    assert len(set(hand["cards"])) == 6
    assert given(HAND, seat="pone")["commitment"] != hand["commitment"]


@pytest.mark.parametrize(
    ("path", "asked"),
    [(HAND, {"seat": "crib"}), (HAND, {"dealt": "cards"}), (SHOWN, {}), (SHOWN, {"sealed": "0.0"})],
)
def test_invalid_hand_requests_are_refused_with_a_message(path: str, asked: dict[str, str]) -> None:
    answer = Client().get(path, asked)
    assert answer.status_code == 400
    assert answer.json()["error"] == "bad_request"
    assert answer.json()["says"].endswith(".")


def test_a_games_sealed_secrets_cannot_be_revealed_here() -> None:
    keys = [seal.derive_key(passphrase) for passphrase in settings.SEALING_KEYS]
    games = seal.seal(bytes(32), keys, b"a hand of the lab")
    assert Client().get(SHOWN, {"sealed": games}).status_code == 400
