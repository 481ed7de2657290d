"""The fairness page shows the facts, and the record can be paged from end to end."""

import math

import pytest
from django.core.cache import cache
from django.test import Client

from rng.fairness.watch import deal_record
from rng.fairness.watch.monitor import WATCH_PK
from rng.fairness.watch.starter_bets import SIGNED_SIZES
from rng.fairness.watch.summary import compute_summary, recent_summary
from rng.models import Deal, Unshown, Watch
from rng.views import fairness
from tests.worlds.deals import NOON, create_deals, shuffled_decks

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def uncounted() -> None:
    cache.clear()
    recent_summary.forget()


def text(client: Client, address: str = "/fairness") -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_before_the_first_deck_the_page_says_so(client: Client):
    html = text(client)
    assert "No deck has been dealt yet" in html
    assert "no deal has been tested" in html
    assert "No deck has been dealt yet" in text(client, "/fairness/deals")


def test_the_page_lists_what_is_not_covered(client: Client):
    html = text(client)
    for what in (
        "the server knows its decks",
        "Another person may help your opponent",
        "A player may use a bot",
        "A dishonest server",
    ):
        assert what in html
    for way in (
        "/fairness/verify",
        "/fairness/verify.py",
        "/fairness/verify.html",
        "/fairness/lab",
        "/fairness/deals",
    ):
        assert f'href="{way}"' in html


def test_it_counts_deals_and_games_that_could_not_be_revealed(client: Client):
    create_deals(shuffled_decks("fair", 12))
    Unshown.objects.create(game="lost", at=NOON)
    found = compute_summary()
    assert (found.deals, found.unshown, found.is_alarmed) == (12, 1, False)
    assert f'data-newest="{deal_record.newest_id()}" data-deals="12"' in text(client)


def test_an_alarm_is_prominent(client: Client):
    Watch.objects.create(pk=WATCH_PK, deals=500, evidence=140.0, highest=150.0, alarmed_after=480)
    html = text(client)
    assert "It reached 100 after 480 deals." in html
    assert "No alarm" not in html


def test_answers_by_score_and_starter_are_shown(client: Client):
    name = "starter: second seat v first"
    seats = {"behind v ahead": [0, 30], name: [2, 40]}
    bets = {f"{name}, {size:+g}": [10.0 if size > 0 else -20.0, 0.0] for size in SIGNED_SIZES}
    Watch.objects.create(pk=WATCH_PK, deals=500, seats=seats, bets=bets)
    found = compute_summary()
    (behind,) = [row for row in found.seat_answers if row.question == "behind v ahead"]
    assert (behind.deals, behind.better, behind.verdict) == (30, 30, "alarming")
    helped = {row.slug: row for row in found.starter_answers}
    assert helped["second-seat-v-first"].evidence == pytest.approx(math.exp(10) / 2)
    assert helped["second-seat-v-first"].better == 40
    assert (helped["dealer-v-pone"].deals, helped["dealer-v-pone"].evidence) == (0, 1)
    html = text(client)
    assert "Behind or ahead" in html
    assert "Whom the starter helped" in html
    assert html.count("an honest site sees this once in a hundred, ever") == 2


def test_deals_are_counted_once_with_any_cache(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(deal_record, "UNSETTLED", 3)
    decks = shuffled_decks("fair", 30)
    for n in range(0, 30, 5):
        create_deals(decks[n : n + 5], f"game{n}")
        assert deal_record.count_deals() == n + 5
        assert deal_record.count_deals() == n + 5


def test_the_record_is_leafed_through_to_its_end_and_back(client: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(fairness, "PAGE_SIZE", 4)
    create_deals(shuffled_decks("fair", 10))
    address, leaves = "/fairness/deals", []
    while address:
        answer = client.get(address)
        leaf = answer.context["leaf"]
        leaves.append([deal.number for deal in leaf.deals])
        address = f"/fairness/deals?before={leaf.older}" if leaf.older else ""
    assert leaves == [[10, 9, 8, 7], [6, 5, 4, 3], [2, 1]]
    back = client.get(f"/fairness/deals?after={leaf.newer}").context["leaf"]
    assert [deal.number for deal in back.deals] == leaves[1]
    assert back.newer is not None


def test_a_game_is_found_by_its_name_and_leads_to_its_page(client: Client):
    create_deals(shuffled_decks("fair", 3), "abc23")
    create_deals(shuffled_decks("fair", 2), "xyz45")
    html = text(client, "/fairness/deals?game=ABC23")
    assert html.count('href="/game/abc23/deals"') == 3
    assert "xyz45" not in html
    assert "no deal on record" in text(client, "/fairness/deals?game=nobody")


def test_a_cut_for_deal_deals_no_hands(client: Client):
    Deal.objects.create(game="abc23", number=0, at=NOON, deck=bytes(range(52)))
    (row,) = client.get("/fairness/deals").context["rows"]
    assert "pone" not in row
    assert row["starter"] == ""


def test_an_invalid_url_gets_an_error_page(client: Client):
    answer = client.get("/fairness/deals?before=yesterday")
    assert answer.status_code == 400
    assert "must be a whole number from" in answer.content.decode()
