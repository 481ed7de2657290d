"""The lab's data about a shuffle: the tests that detect it, and the drawings of its decks."""

from string import ascii_lowercase, ascii_uppercase
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from rng.lab.shuffles import SHUFFLES, deck_batches, seed_bytes
from rng.views import battery


@pytest.fixture(autouse=True)
def nothing_asked_before() -> None:
    cache.clear()


def asked(client: Client, status: int = 200, **of: Any) -> dict[str, Any]:
    answer = client.get("/fairness/lab/found", of)
    assert answer.status_code == status
    body: dict[str, Any] = answer.json()
    return body


def test_a_wrong_shuffle_is_found_and_drawn(client: Client) -> None:
    answer = asked(client, shuffle="naive", generator="mwc", decks=2000, seed=7)
    assert (answer["shuffle"], answer["generator"], answer["decks"], answer["seed"]) == (
        "naive",
        "mwc",
        2000,
        7,
    )
    assert answer["verdict"] == "fail"
    assert {test["name"] for test in answer["tests"] if test["found"]} >= {"inversions", "card-by-place"}
    assert all(test["found"] == (test["p_adjusted"] < 0.01) and test["says"] for test in answer["tests"])
    assert [sum(row) for row in answer["places"]] == [2000] * 52
    assert answer["first"] == [row[0] for row in answer["places"]]
    for card, row in enumerate(answer["places"]):
        moved = sum(count * abs(place - card) for place, count in enumerate(row)) / 2000
        assert answer["smile"][card] == pytest.approx(moved, abs=1e-4)
    assert len(answer["neighbours"]) == 51
    assert sum(answer["neighbours"]) / 51 == pytest.approx(53 / 3, abs=0.3)


def test_all_parameters_are_optional(client: Client) -> None:
    answer = asked(client)
    assert (answer["shuffle"], answer["generator"], answer["decks"]) == ("naive", "mt", 3000)


@pytest.mark.parametrize("shuffle", SHUFFLES)
def test_every_shuffle_can_be_looked_at_from_its_first_deck_on(client: Client, shuffle: str) -> None:
    assert asked(client, shuffle=shuffle, decks=1)["verdict"] == "pass"


@pytest.mark.parametrize(
    "of", [{"shuffle": "perfect"}, {"generator": "dice"}, {"decks": 0}, {"decks": 10_001}, {"seed": "-1"}]
)
def test_invalid_battery_requests_are_refused(client: Client, of: dict[str, Any]) -> None:
    answer = asked(client, 400, **of)
    assert answer["error"] == "bad_request"
    assert f"“{next(iter(of))}”" in answer["says"]


@pytest.mark.slow
def test_requests_are_limited_but_cached_answers_are_free() -> None:
    most = battery.BATTERY_LIMIT.limit
    client = Client(REMOTE_ADDR="192.0.2.1")
    for seed in range(most):
        asked(client, decks=1, seed=seed)
    assert asked(client, 429, decks=1, seed=most)["error"] == "too_many"
    assert asked(client, decks=1, seed=0)["decks"] == 1
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert asked(elsewhere, decks=1, seed=most)["decks"] == 1


def own(client: Client, status: int = 200, **body: Any) -> dict[str, Any]:
    answer = client.post("/fairness/lab/own", body, content_type="application/json")
    assert answer.status_code == status
    told: dict[str, Any] = answer.json()
    return told


def letters(shuffle: str, n: int) -> str:
    return "".join(
        (ascii_uppercase + ascii_lowercase)[card]
        for batch in deck_batches(shuffle, "mt", seed_bytes(1), n)
        for card in batch.ravel()
    )


def test_the_users_own_decks_are_tested_like_ours(client: Client) -> None:
    answer = own(client, decks=letters("naive", 300), suit="")
    assert (answer["shuffle"], answer["generator"], answer["seed"]) == (None, None, None)
    here = asked(client, shuffle="naive", decks=300, seed=1)
    for part in ("decks", "tests", "verdict", "smile", "neighbours", "places", "first", "suit"):
        assert answer[part] == here[part], part


def test_one_suit_alone_has_tests_of_its_own(client: Client) -> None:
    all_cards, hearts = asked(client, decks=300), asked(client, decks=300, suit="H")
    assert hearts["suit"] == "H"
    names = [{test["name"] for test in each["tests"]} for each in (all_cards, hearts)]
    assert all(name.startswith("suit-") for name in names[1])
    assert not names[0] & names[1]
    told = own(client, decks=letters("naive", 300), suit="H")
    assert told["tests"] == hearts["tests"]
    assert asked(client, status=400, suit="X")["error"] == "bad_request"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"decks": "", "suit": ""},
        {"decks": "A" * 52, "suit": ""},
        {"decks": letters("fair", 1)[1:], "suit": ""},
        {"decks": letters("fair", 1)[1:] + "é", "suit": ""},
        {"decks": letters("fair", 1)[1:] + "?", "suit": ""},
        {"decks": letters("fair", 1), "suit": "X"},
        {"decks": letters("fair", 1), "suit": []},
        {"decks": [1], "suit": ""},
        {"decks": letters("fair", 1) * 4001, "suit": ""},
    ],
)
def test_an_invalid_deck_is_refused_with_a_message(client: Client, body: dict[str, Any]) -> None:
    answer = own(client, status=400, **body)
    assert answer["error"] == "bad_request"
    assert answer["says"].endswith(".")


def test_as_many_decks_as_may_be_sent_are_tested(client: Client) -> None:
    assert own(client, decks=letters("fair", 4000), suit="D")["decks"] == 4000
