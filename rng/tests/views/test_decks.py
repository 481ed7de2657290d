"""Every dealt deck can be downloaded, in files of limited size."""

import asyncio
import csv
from typing import Any

import numpy as np
import pytest
from asgiref.sync import sync_to_async
from django.db import connections
from django.test import AsyncClient, Client

from common.http.rate_limit import RateLimit
from rng.fairness.deck_csv import parse_decks
from rng.fairness.scorer import scorer
from rng.models import Deal
from rng.views import decks as views
from tests.worlds.deals import create_deals, shuffled_decks

pytestmark = pytest.mark.django_db(transaction=True)

DECKS = shuffled_decks("fair", 7)


@pytest.fixture
def deals() -> list[Deal]:
    return list(create_deals(DECKS, pone_hand=8, dealer_hand=2, crib=0))


def file(address: str) -> tuple[list[list[str]], Any]:
    """Return the lines of a streamed CSV file and the response headers."""

    async def fetch() -> tuple[bytes, Any]:
        answer = await AsyncClient().get(address)
        assert answer.status_code == 200, answer.content
        content = b"".join([part async for part in answer.streaming_content])
        await sync_to_async(connections.close_all)()  # the connections of the thread that read the rows
        return content, answer.headers

    content, headers = asyncio.run(fetch())
    return list(csv.reader(content.decode().splitlines())), headers


def numbers(address: str) -> list[str]:
    """Return the numbers of the deals in a file."""
    return [line[1] for line in file(address)[0][1:]]


def test_a_line_is_a_deck_with_its_game_and_the_oldest_comes_first(deals: list[Deal]):
    (header, *lines), headers = file("/fairness/decks.csv")
    decks = [f"c{place}" for place in range(1, 53)]
    assert header == [
        "game",
        "number",
        "at",
        *decks,
        "dealer",
        "seats",
        "rated",
        "score_a",
        "score_b",
        "target",
    ]
    assert [line[:3] for line in lines] == [["game", str(n), "2026-06-15T12:00:00Z"] for n in range(1, 8)]
    assert [[int(card) for card in line[3:55]] for line in lines] == DECKS.tolist()
    assert "Link" not in headers
    assert {tuple(line[55:]) for line in lines} == {("",) * 6}


def test_the_kinds_of_players_are_included_if_known(deals: list[Deal]):
    Deal.objects.filter(pk=deals[0].pk).update(dealer=1, seats="ab", rated=True)
    Deal.objects.filter(pk=deals[1].pk).update(dealer=0, seats="ga", rated=False)
    (_, first, second, *_), _ = file("/fairness/decks.csv")
    assert (first[55:], second[55:]) == (["1", "ab", "1", "", "", ""], ["0", "ga", "0", "", "", ""])


def test_scores_are_the_last_columns_where_they_are_known(deals: list[Deal]):
    Deal.objects.filter(pk=deals[0].pk).update(score_a=0, score_b=9, target=121)
    (_, first, second, *_), _ = file("/fairness/decks.csv")
    assert (first[58:], second[58:]) == (["0", "9", "121"], ["", "", ""])


def test_a_download_can_be_parsed_again(deals: list[Deal]):
    lines, _ = file("/fairness/decks.csv")
    (read,) = parse_decks([",".join(line) for line in lines])
    assert read.tolist() == DECKS.tolist()


def test_the_last_ones_and_those_up_to_a_deal(deals: list[Deal]):
    assert numbers("/fairness/decks.csv?last=2") == ["6", "7"]
    assert numbers(f"/fairness/decks.csv?last=2&upto={deals[3].pk}") == ["3", "4"]
    assert numbers(f"/fairness/decks.csv?after={deals[4].pk}") == ["6", "7"]


def test_a_full_file_links_to_the_next_without_losing_decks(
    deals: list[Deal], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(views, "DECKS_PER_FILE", 3)
    monkeypatch.setattr(views, "BATCH_SIZE", 2)
    address, found = "/fairness/decks.csv", []
    while address:
        (_, *lines), headers = file(address)
        found.append([line[1] for line in lines])
        address = headers.get("Link", "").partition("<")[2].partition(">")[0]
    assert found == [["1", "2", "3"], ["4", "5", "6"], ["7"]]


def test_decks_and_their_data_are_in_the_same_order(deals: list[Deal], client: Client):
    named = f"last=4&upto={deals[5].pk}"
    assert client.get(f"/fairness/decks.bin?{named}").content == DECKS[2:6].tobytes()
    about = client.get(f"/fairness/decks.json?{named}").json()
    assert about["decks"] == 4
    assert about["ids"] == [deal.pk for deal in deals[2:6]]
    assert [about["games"][game] for game in about["game"]] == ["game"] * 4
    assert about["numbers"] == [3, 4, 5, 6]
    assert (about["pone_hand"], about["dealer_hand"], about["crib"]) == ([8] * 4, [2] * 4, [0] * 4)
    pone = scorer().score(DECKS[2:6, [0, 2, 4, 6]], DECKS[2:6, 12])
    dealer = scorer().score(DECKS[2:6, [1, 3, 5, 7]], DECKS[2:6, 12])
    assert (about["pone"], about["dealer"]) == (pone.tolist(), dealer.tolist())


def test_cached_data_is_not_sent_again(deals: list[Deal], client: Client):
    mark = client.get("/fairness/decks.bin").headers["ETag"]
    assert client.get("/fairness/decks.bin", headers={"If-None-Match": mark}).status_code == 304
    create_deals(shuffled_decks("fair", 1, seed=2), "another")
    assert client.get("/fairness/decks.bin", headers={"If-None-Match": mark}).status_code == 200


def test_an_empty_record_is_no_error(client: Client):
    assert len(file("/fairness/decks.csv")[0]) == 1
    assert client.get("/fairness/decks.bin").content == b""
    assert client.get("/fairness/decks.json").json()["decks"] == 0


def test_downloads_are_rate_limited(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(views, "CSV_LIMIT", RateLimit("decks.csv", 2, 60, shares_per_address=1))
    client = Client(REMOTE_ADDR="192.0.2.7")
    assert [client.get("/fairness/decks.csv?last=0").status_code for _ in range(3)] == [400, 400, 429]


@pytest.mark.slow
def test_simulated_decks_are_those_of_their_seed_and_never_touch_the_record(client: Client):
    drawn = client.get("/fairness/simulated.bin?decks=50&seed=3").content
    assert drawn == client.get("/fairness/simulated.bin?decks=100&seed=3").content[: len(drawn)]
    assert drawn != client.get("/fairness/simulated.bin?decks=50&seed=4").content
    decks = np.frombuffer(drawn, np.uint8).reshape(50, 52)
    assert (np.sort(decks, axis=1) == np.arange(52)).all()
    about = client.get("/fairness/simulated.json?decks=50&seed=3").json()
    assert about["pone"] == scorer().score(decks[:, [0, 2, 4, 6]], decks[:, 12]).tolist()
    assert not Deal.objects.exists()


@pytest.mark.parametrize(
    "address",
    [
        "decks.csv?last=0",
        "decks.csv?last=100001",
        "decks.csv?upto=-1",
        "decks.csv?after=1e3",
        "decks.bin?last=3001",
        "decks.bin?last=",
        "decks.json?upto=99999999999999999999",
        "simulated.bin?decks=3001",
        "simulated.json?seed=%D9%A3",
    ],
)
def test_invalid_deck_requests_are_refused_with_a_message(client: Client, address: str):
    answer = client.get(f"/fairness/{address}")
    assert answer.status_code == 400
    assert answer.json()["error"] == "bad_request"
    assert "must be a whole number from" in answer.json()["says"]
