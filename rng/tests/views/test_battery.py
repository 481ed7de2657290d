"""What the lab is told of a shuffle: the tests that find it, and what is drawn of its decks."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from rng.lab.shuffles import SHUFFLES
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


def test_nothing_need_be_named(client: Client) -> None:
    answer = asked(client)
    assert (answer["shuffle"], answer["generator"], answer["decks"]) == ("naive", "mt", 3000)


@pytest.mark.parametrize("shuffle", SHUFFLES)
def test_every_shuffle_can_be_looked_at_from_its_first_deck_on(client: Client, shuffle: str) -> None:
    assert asked(client, shuffle=shuffle, decks=1)["verdict"] == "pass"


@pytest.mark.parametrize(
    "of", [{"shuffle": "perfect"}, {"generator": "dice"}, {"decks": 0}, {"decks": 10_001}, {"seed": "-1"}]
)
def test_what_makes_no_sense_is_refused(client: Client, of: dict[str, Any]) -> None:
    answer = asked(client, 400, **of)
    assert answer["error"] == "bad_request"
    assert f"“{next(iter(of))}”" in answer["says"]


def test_nobody_takes_more_than_a_share_but_what_is_known_costs_nothing() -> None:
    most = battery.BATTERY_LIMIT.limit
    client = Client(REMOTE_ADDR="192.0.2.1")
    for seed in range(most):
        asked(client, decks=1, seed=seed)
    assert asked(client, 429, decks=1, seed=most)["error"] == "too_many"
    assert asked(client, decks=1, seed=0)["decks"] == 1
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert asked(elsewhere, decks=1, seed=most)["decks"] == 1
