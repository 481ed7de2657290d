"""The archive: right totals, no name that may not be shown, and few queries whatever has been played."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from common import clock
from game.models import Block, Player
from people.clubs.models import Club
from tests.worlds.event_clubs import create_club
from tests.worlds.scoresheets import create_scoresheet
from tests.worlds.stepped_evenings import players
from tournaments.archive.paging import PAGE
from tournaments.events.models import Entry, Event

pytestmark = pytest.mark.django_db

API = "/api/v1"


@pytest.fixture(autouse=True)
def no_stored_totals() -> None:
    cache.clear()


def past_event(
    *podium: Player, days: int = 1, club: Club | None = None, by: Player | None = None, **more: Any
) -> Event:
    """An event that is over, with these players from the first place on."""
    at = clock.now() - timedelta(days=days)
    number = Event.objects.count()
    times = dict.fromkeys(("created_at", "starts_at", "closes_at", "ended_at"), at)
    settings = {"kind": "night", "title": f"Night {number}", "games": 9, "minutes": 60}
    event = Event.objects.create(
        id=f"e{number:05}", by=by, club=club, state=Event.State.OVER, **times, **settings, **more
    )
    Entry.objects.bulk_create(
        Entry(
            event=event, player=player, joined_at=at, place=place, played=9, wins=max(0, 9 - place),
            points=20 - place, spread=50 - place,
        )
        for place, player in enumerate(podium, 1)
    )  # fmt: skip
    return event


def get(path: str, by: Player | None = None) -> Any:
    browser = Client()
    if by is not None:
        browser.force_login(by)
    return browser.get(path)


def page(path: str, by: Player | None = None) -> str:
    answer = get(path, by)
    assert answer.status_code == 200, path
    return str(answer.content.decode())


def call(path: str) -> Any:
    answer = Client().get(API + path)
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_winners_are_counted_over_public_events_only():
    ann, bob, cat = players(3)
    past_event(ann, bob, cat)
    past_event(ann, cat, bob, days=2)
    past_event(bob, ann, days=3)
    past_event(cat, ann, club=create_club("Night owls"))
    found = call("/archive/winners")
    assert [(one["name"], one["wins"], one["podiums"]) for one in found["winners"]] == [
        ("P0", 2, 3),
        ("P1", 1, 3),
    ]
    assert found["next"] is None
    shown = page("/archive/winners")
    assert shown.index("P0") < shown.index("P1")
    assert "P2" not in shown


@pytest.mark.parametrize(
    "change",
    [
        {"is_private": True},
        {"is_active": False},
        {"is_guest": True},
        {"brain": "novice"},
    ],
)
def test_players_who_may_not_be_named_are_in_no_list(change: dict[str, Any]):
    ann, bob = players(2)
    club = create_club("Owls", ann, bob)
    past_event(ann, bob)
    past_event(ann, bob, club=club)
    create_scoresheet(bob, ann)
    call("/archive/winners")  # the totals are stored before the change
    Player.objects.filter(pk=ann.pk).update(**change)
    assert call("/archive/winners")["winners"] == []
    assert [one["name"] for one in call("/clubs/owls/table")["players"]] == ["P1"]
    assert call("/players/P1/opponents")["opponents"] == []
    for path in ("/archive/winners", "/club/owls/table", "/archive/@P1/opponents"):
        assert "P0" not in page(path), path


def test_private_players_are_seen_by_members_of_their_club_and_by_themselves():
    ann, bob = players(2)
    club = create_club("Owls", ann, bob)
    past_event(ann, bob, club=club)
    create_scoresheet(ann, bob)
    Player.objects.filter(pk=ann.pk).update(is_private=True)
    assert "P0" in page("/club/owls/table", bob)
    assert "P0" not in page("/club/owls/table", Player.objects.create(username="Eve"))
    for path in ("/archive/@P0", "/archive/@P0/opponents"):
        assert get(path).status_code == 404
        assert get(path, bob).status_code == 404
        assert get(path, ann).status_code == 200
    for path in ("/players/P0/events", "/players/P0/trophies", "/players/P0/opponents"):
        assert Client().get(API + path).json()["code"] == "private"


def test_deleted_accounts_have_no_archive():
    (ann,) = players(1)
    past_event(ann)
    Player.objects.filter(pk=ann.pk).update(is_active=False)
    assert get("/archive/@P0").status_code == 404
    assert get("/archive/@P0/opponents").status_code == 404


def test_players_with_a_block_between_them_are_not_listed_with_each_other():
    ann, bob, cat = players(3)
    for one, other in ((ann, bob), (bob, ann), (ann, cat)):
        create_scoresheet(one, other)
    Block.objects.create(by=bob, blocked=ann)
    assert [one["name"] for one in call("/players/P0/opponents")["opponents"]] == ["P2"]
    assert call("/players/P1/opponents")["opponents"] == []
    assert ">P1</a>" not in page("/archive/@P0/opponents", ann)


def test_sample_players_have_an_archive_of_their_own():
    ann, sample, other = players(3)
    Player.objects.filter(pk__in=(sample.pk, other.pk)).update(is_sample=True)
    sample.refresh_from_db()
    past_event(ann, sample, by=sample)
    past_event(sample, ann, by=sample)
    create_scoresheet(ann, sample)
    create_scoresheet(sample, ann)
    create_scoresheet(sample, other)
    assert [one["name"] for one in call("/archive/winners")["winners"]] == ["P1"]
    assert call("/players/P0/opponents")["opponents"] == []
    assert [one["name"] for one in call("/players/P1/opponents")["opponents"]] == ["P2"]


def test_a_record_against_each_opponent_has_the_counted_games():
    ann, bob, cat = players(3)
    for minutes, (opponent, won) in enumerate(((bob, True), (bob, False), (bob, True), (cat, False))):
        create_scoresheet(ann, opponent, minutes=minutes, won=won)
    create_scoresheet(ann, cat, voided=True)
    create_scoresheet(ann, cat, won=None)
    found = call("/players/P0/opponents")
    assert [(one["name"], one["won"], one["lost"]) for one in found["opponents"]] == [
        ("P1", 2, 1),
        ("P2", 0, 1),
    ]
    shown = page("/archive/@P0/opponents")
    assert shown.index("P1") < shown.index("P2")


def test_a_clubs_table_has_its_own_side_of_a_duel_only():
    owls, hares = create_club("Owls"), create_club("Hares")
    ann, bob = players(2)
    past_event(ann, bob, club=owls)
    duel = past_event(bob, ann, club=owls, rival=hares)
    Entry.objects.filter(event=duel, player=bob).update(club=hares)
    Entry.objects.filter(event=duel, player=ann).update(club=owls)
    table = call("/clubs/owls/table")["players"]
    assert [(one["name"], one["events"], one["titles"], one["points"]) for one in table] == [
        ("P0", 2, 1, 37),
        ("P1", 1, 0, 18),
    ]
    assert [one["name"] for one in call("/clubs/hares/table")["players"]] == ["P1"]


def test_events_of_clubs_are_listed_for_members_and_on_the_clubs_own_page():
    ann, bob = players(2)
    club = create_club("Owls", ann)
    inside = past_event(ann, bob, club=club)
    public = past_event(ann, bob, days=2)
    assert [one["id"] for one in call("/archive/events")["events"]] == [public.pk]
    assert inside.title in page("/events/past", ann)
    assert inside.title not in page("/events/past", bob)
    assert inside.title in page("/club/owls/past")
    assert [one["id"] for one in call("/archive/events?club=owls")["events"]] == [inside.pk]
    assert [one["id"] for one in call("/players/P0/events")["events"]] == [public.pk]
    assert inside.title in page("/archive/@P0", ann)
    assert inside.title not in page("/archive/@P0", bob)


def test_pages_of_events_that_start_together_show_each_once():
    (ann,) = players(1)
    at = clock.now() - timedelta(days=3)
    made = {past_event(ann).pk for _ in range(PAGE + 15)}
    Event.objects.update(starts_at=at)
    for path in ("/archive/events", "/players/P0/events"):
        seen: list[str] = []
        before: str | None = ""
        while before is not None:
            found = call(f"{path}?before={before}")
            seen += [one["id"] for one in found["events"]]
            before = found["next"]
        assert len(seen) == len(made)
        assert set(seen) == made


def test_a_list_of_many_winners_has_pages():
    crowd = players(PAGE + 3)
    for number, player in enumerate(crowd):
        past_event(player, days=number + 1)
    first, second = call("/archive/winners"), call("/archive/winners?page=2")
    assert (len(first["winners"]), first["next"]) == (PAGE, 2)
    assert (len(second["winners"]), second["next"]) == (3, None)
    assert 'href="?page=2"' in page("/archive/winners")


@pytest.mark.parametrize("number", ["0", "-1", "1001", "9" * 30, "x", "1e3", "٣", ""])
def test_a_page_that_cannot_be_is_refused(number: str):
    create_club("Owls")
    players(1)
    for path in ("/archive/winners", "/club/owls/table", "/archive/@P0/opponents"):
        assert get(f"{path}?page={number}").status_code == 404
    if number and number != "1e3":  # a whole number to the API
        assert Client().get(f"{API}/archive/winners?page={number}").status_code == 400


@pytest.mark.parametrize("before", ["nothing", "%00", "٣", "2026-13-01", "'", "e" * 39])
def test_nonsense_begins_at_the_newest_event(before: str):
    (ann,) = players(1)
    event = past_event(ann)
    for path in ("/archive/events", "/players/P0/events"):
        assert [one["id"] for one in call(f"{path}?before={before}")["events"]] == [event.pk]


@pytest.mark.parametrize("path", ["/club/nothing/past", "/club/nothing/table", "/archive/@nobody"])
def test_what_is_not_there_is_not_found(path: str):
    assert get(path).status_code == 404


def test_every_page_of_the_archive_costs_the_same_queries_however_much_was_played():
    few = _count_queries(1)
    Event.objects.all().delete()
    many = _count_queries(8)
    assert few == many
    assert max(many.values()) <= 12


def _count_queries(nights: int) -> dict[str, int]:
    people = list(Player.objects.filter(username__startswith="Q")) or players(12, "Q")
    club = Club.objects.filter(slug="owls").first() or create_club("Owls", *people)
    for number in range(nights):
        past_event(*people, days=number + 1)
        past_event(*people[number:], days=number + 1, club=club)
        for opponent in people[1 : 2 + number]:
            create_scoresheet(people[0], opponent)
    cache.clear()
    paths = (
        "/archive/winners", "/archive/@Q0", "/archive/@Q0/opponents", "/club/owls/past", "/club/owls/table",
        "/events/past", f"{API}/archive/winners", f"{API}/archive/events", f"{API}/clubs/owls/table",
        f"{API}/players/Q0/opponents", f"{API}/players/Q0/events", f"{API}/players/Q0/trophies",
    )  # fmt: skip
    return {path: _queries(lambda path=path: get(path)) for path in paths}


def _queries(load: Callable[[], Any]) -> int:
    load()
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        assert load().status_code == 200
    return len(queries)
