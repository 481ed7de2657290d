"""Razz in the lab: answers, refusals, and content without scripts."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from common.http.rate_limit import RateLimit
from rng.razz import pages
from rng.razz.sampling.generators import GENERATORS


@pytest.fixture(autouse=True)
def nothing_asked_before() -> None:
    cache.clear()


def asked(client: Client, where: str = "", status: int = 200, **of: Any) -> dict[str, Any]:
    answer = client.get(f"/fairness/lab/razz{where}", of)
    assert answer.status_code == status
    body: dict[str, Any] = answer.json()
    return body


def test_a_hand_has_its_distribution_sample_and_published_results(client: Client) -> None:
    told = asked(client, cards="a 2 3", games=50_000, seed=4)
    assert told["run_outs"] == sum(row["count"] for row in told["rows"]) == 211_876
    assert sum(row["drawn"] for row in told["rows"]) == 50_000
    assert told["fit"]["p"] > 0.001
    assert told["published"]["columns"][-1]["removed_once"]["chi2"] > 1000
    assert asked(client, cards="A23", dead="A23", games=1000)["published"] is None


def test_games_are_drawn_from_the_requested_generator(client: Client) -> None:
    told = {name: asked(client, cards="A23", games=1_000_000, generator=name) for name in ("mt", "bsd-rand")}
    assert [answer["generator"] for answer in told.values()] == ["mt", "bsd-rand"]
    assert told["mt"]["fit"]["p"] > 0.001 > told["bsd-rand"]["fit"]["p"]
    assert asked(client, status=400, cards="A23", generator="dice")["error"] == "bad_request"


def test_every_generator_can_be_chosen_on_the_page(client: Client) -> None:
    page = client.get("/fairness/lab").content.decode()
    chosen = page.split('name="generator"', 1)[1].split("</select>", 1)[0]
    assert [chosen.count(f'<option value="{name}">') for name in GENERATORS] == [1] * len(GENERATORS)


def test_ranges_come_in_both_readings(client: Client) -> None:
    told = asked(client, "/equity", hands=["(3-2-)45678", "A345678"], ordered="1")
    assert (told["equity"], told["readings"]["unordered"]["equity"]) == ("19/30", "1/2")


@pytest.mark.slow
def test_long_computations_are_sampled(client: Client) -> None:
    told = asked(client, "/equity", hands=["***", "(8-8-)8", "K**"])
    assert told["samples"] == pages.SAMPLES
    assert 0 < told["error"] < 0.01


@pytest.mark.parametrize(
    ("where", "of", "says"),
    [
        ("", {}, "1 to 7 cards, not 0"),
        ("", {"cards": "A" * 121}, "too long: use at most"),
        ("", {"cards": "A", "games": 10**7}, "whole number from 1000 to 1000000"),
        ("/equity", {"hands": ["A29"]}, "2 to 7 hands"),
        ("/equity", {"hands": ["A29", "(2-2-"]}, "is not closed"),
        ("/equity", {"hands": ["A29", "K" * 200]}, "fewer letters"),
        ("/equity", {"hands": ["9-" * 7, "2+" * 7]}, "take too long"),
    ],
)
def test_invalid_requests_are_refused_with_a_message(
    client: Client, where: str, of: dict[str, Any], says: str
) -> None:
    refused = asked(client, where, 400, **of)
    assert refused["error"] == "bad_request"
    assert says in refused["says"]


def test_requests_are_rate_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "RAZZ_LIMIT", RateLimit("razz", 1, 60, shares_per_address=1))
    client = Client(REMOTE_ADDR="192.0.2.1")
    asked(client, cards="A", games=1000)
    asked(client, cards="A", games=1000)  # cached answers are not limited
    assert asked(client, status=429, cards="2", games=1000)["error"] == "too_many"


@pytest.mark.slow
@pytest.mark.django_db
def test_the_published_tables_are_read_without_a_script(client: Client) -> None:
    page = client.get("/fairness/lab").content.decode()
    for figure in ("211,876", "1798", "10.1", "19/30", "255023985817/611887451175", "0.0283939662822"):
        assert figure in page
    assert page.count("<td>yes</td>") == 10
