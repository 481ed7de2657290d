"""An address that has used up its share of CPU time is refused until the period ends. Others are not."""

from typing import Any

import pytest
from django.test import Client

from cribbage_site import cpu_share

pytestmark = pytest.mark.django_db

ELSEWHERE, ANOTHER = "192.0.2.1", "192.0.2.2"


@pytest.fixture(autouse=True)
def nothing_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the first request use up the share."""
    monkeypatch.setattr(cpu_share, "FREE_MS", 0)
    monkeypatch.setattr(cpu_share, "SHARE_MS", 0)
    monkeypatch.setattr(cpu_share, "_refused_until", {})


@pytest.fixture
def spent() -> Client:
    """A visitor whose address has no share left."""
    client = Client(REMOTE_ADDR=ELSEWHERE)
    assert client.get("/rules").status_code == 200
    return client


# The expensive pages of the site, whether or not such a player or game exists.
@pytest.mark.parametrize(
    "path", ["/@Novice", "/api", "/game/x", "/fairness/lab", "/game/x/luck", "/fairness/verify.html"]
)
def test_every_page_is_refused_with_the_time_to_wait(
    spent: Client, path: str, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        answer = spent.get(path)
    assert answer.status_code == 429
    assert 0 < int(answer["Retry-After"]) <= 60
    assert "One moment, please" in answer.content.decode()
    assert "default-src" in answer["Content-Security-Policy"]


def test_a_refusal_is_in_the_visitors_language(spent: Client) -> None:
    answer = spent.get("/rules", headers={"accept-language": "fr"})
    assert answer["Content-Language"] == "fr"
    assert "Un instant" in answer.content.decode()


@pytest.mark.parametrize(("path", "key"), [("/api/games/x/replay", "error"), ("/api/v1/games/x", "code")])
def test_a_call_is_refused_in_the_format_of_the_api(spent: Client, path: str, key: str) -> None:
    answer = spent.get(path)
    assert (answer.status_code, answer.json()[key]) == (429, "too_many")
    assert int(answer["Retry-After"]) > 0


@pytest.mark.usefixtures("spent")
@pytest.mark.parametrize("address", [ANOTHER, "127.0.0.1"])
def test_another_address_and_this_machine_are_answered(address: str) -> None:
    assert Client(REMOTE_ADDR=address).get("/rules").status_code == 200


def test_a_write_request_is_answered(spent: Client) -> None:
    assert spent.post("/play", {"against": "novice"}).status_code == 302


def test_the_share_is_renewed(spent: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    real = cpu_share.monotonic
    monkeypatch.setattr(cpu_share, "monotonic", lambda: real() + cpu_share.PERIOD_SECONDS)
    assert spent.get("/rules").status_code == 200


def test_a_cheap_request_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cpu_share, "FREE_MS", 60_000)
    client = Client(REMOTE_ADDR=ELSEWHERE)
    assert [client.get("/rules").status_code for _ in range(2)] == [200, 200]
