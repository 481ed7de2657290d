"""An organizer's evenings by the pages alone: a repeating event, a night with troubles, and beginners."""

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client

from common import clock
from game.models import Player
from people.clubs.models import Club
from people.notices.models import Notice
from tests.worlds.event_clubs import create_club
from tests.worlds.newcomers import newcomers_may_enter
from tests.worlds.stepped_evenings import live, players, steps_until_nothing_is_due, win
from tournaments.events.models import Entry, Event, EventAction, Pairing
from tournaments.events.run.audit import find_differences

__all__ = ["newcomers_may_enter"]

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

PLAYERS = 12


@pytest.fixture
def club() -> Club:
    cache.clear()
    return create_club("Owls", *players(PLAYERS), owner=Player.objects.create(username="Olga"))


def client_of(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def settings_of_night(**more: str) -> dict[str, str]:
    starts = clock.now().replace(second=0, microsecond=0) + timedelta(days=1)
    usual = {
        "title": "Owls at dusk", "kind": "night", "games": "5", "minutes": "60", "best_of": "3",
        "round_days": "0", "clock": "quick", "counting": "auto", "rated": "on",
        "starts": f"{starts:%Y-%m-%dT%H:%M}",
    }  # fmt: skip
    return {name: value for name, value in (usual | more).items() if value}


def open_page(client: Client, path: str) -> str:
    return client.get(path).content.decode()


def begin(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(starts_at=clock.now(), due_at=clock.now())
    steps_until_nothing_is_due(event)
    event.refresh_from_db()


def members_of(club: Club) -> list[Player]:
    return [
        each.player for each in club.members.exclude(role="owner").select_related("player").order_by("pk")
    ]


@pytest.mark.usefixtures("newcomers_may_enter")
def test_a_weekly_night_is_made_once_edited_once_and_called_off_once(club: Club):
    olga = client_of(Player.objects.get(username="Olga"))
    made = olga.post("/club/owls/events/new", settings_of_night(repeats="weekly", zone="Europe/Paris"))
    assert re.fullmatch(r"/events/\w+", made.headers["Location"])
    nights = list(Event.objects.order_by("starts_at"))
    assert len(nights) >= 5
    for member in members_of(club):
        assert client_of(member).post(f"/events/{nights[1].pk}/enter", {"act": "join"}).status_code == 302
    assert Entry.objects.filter(event=nights[1]).count() == PLAYERS

    later = nights[1].starts_at + timedelta(hours=1)
    chosen = {"title": "Owls later", "games": "9", "clock": "standard", "starts": f"{later:%Y-%m-%dT%H:%M}"}
    olga.post(f"/events/{nights[1].pk}/edit", chosen | {"reason": "The hall is taken."})
    olga.post(f"/events/{nights[2].pk}/direct", {"act": "void", "reason": "A holiday."})
    told = Notice.objects.filter(kind="event_changed", parts__what="edited")
    assert told.count() == PLAYERS
    assert told[0].parts["starts"] == int(later.timestamp() * 1000)

    feed = Client().get("/club/owls/calendar.ics").content.decode()
    assert feed.count("BEGIN:VEVENT") == len(nights) - 1
    assert f"DTSTART:{later:%Y%m%dT%H%M%SZ}" in feed
    member = client_of(members_of(club)[0])
    member.post("/events/calendar", {"do": "make"})
    address = re.search(r"/events/calendar/\w+\.ics", open_page(member, "/events/calendar"))
    assert address
    assert "SUMMARY:Owls later" in Client().get(address[0]).content.decode()
    page = open_page(olga, "/club/owls")
    series = re.search(r'name="series" value="(\w+)"', page)
    assert series
    olga.post("/club/owls", {"do": "end_series", "series": series[1]})
    assert 'name="series"' not in open_page(olga, "/club/owls")


@pytest.mark.usefixtures("newcomers_may_enter")
def test_one_night_with_a_message_a_correction_and_a_pardon(club: Club):
    olga = client_of(Player.objects.get(username="Olga"))
    olga.post("/club/owls/events/new", settings_of_night())
    event = Event.objects.get()
    for member in members_of(club):
        client_of(member).post(f"/events/{event.pk}/enter", {"act": "join"})
    begin(event)
    direct = f"/events/{event.pk}/direct"
    olga.post(direct, {"act": "message", "reason": "Tea is at nine."})
    assert "Tea is at nine." in open_page(Client(), f"/events/{event.pk}")
    assert Notice.objects.filter(parts__what="message").count() == PLAYERS

    disputed = live(event)[0]
    wronged = disputed.first.player
    olga.post(direct, {"act": "disqualify", "player": wronged.username, "reason": "Two browsers."})
    for pairing in (disputed, *live(event)):
        win(pairing.game)
    olga.post(direct, {"act": "reinstate", "player": wronged.username, "reason": "It was a brother."})
    walkover = Pairing.objects.get(event=event, ending="no_show")
    correction = {"act": "correct", "game": walkover.game_id, "player": wronged.username, "points": "95"}
    assert walkover.game_id in open_page(olga, f"/events/{event.pk}")
    olga.post(direct, correction | {"reason": "They played it to the end."})
    client_of(wronged).post(f"/events/{event.pk}/enter", {"act": "resume"})
    entry = Entry.objects.get(event=event, player=wronged)
    assert (entry.points, entry.wins, entry.spread, entry.is_disqualified) == (2, 1, 26, False)

    waiting = Entry.objects.filter(event=event).exclude(free_since=None)
    waiting.update(free_since=clock.now() - timedelta(minutes=2), has_changed=True)
    steps_until_nothing_is_due(event)
    assert Entry.objects.get(pk=entry.pk).tables == 2
    assert [*find_differences(event)] == []
    kinds = EventAction.objects.filter(event=event).order_by("pk").values_list("kind", flat=True)
    assert [*kinds] == ["message", "disqualify", "reinstate", "correct"]


def test_beginners_have_a_night_of_their_own(club: Club):
    olga = client_of(Player.objects.get(username="Olga"))
    wanted = settings_of_night(title="First steps", rated="", hints="on", most_games="20")
    olga.post("/club/owls/events/new", wanted | {"rated": "on", "hints": "on"})
    assert not Event.objects.exists()
    olga.post("/club/owls/events/new", wanted)
    event = Event.objects.get()
    page = open_page(Client(), f"/events/{event.pk}")
    for tag in ("casual", "hints allowed", "for players with at most 20 finished games"):
        assert tag in page, tag
    for member in members_of(club):
        assert "Join this event?" in open_page(client_of(member), f"/events/{event.pk}")
        client_of(member).post(f"/events/{event.pk}/enter", {"act": "join"})
    begin(event)
    tables = live(event)
    assert len(tables) == PLAYERS // 2
    assert not any(pairing.game.rated for pairing in tables)
    player = tables[0].game.seat_a
    assert 'id="hint"' in open_page(client_of(player), f"/table/{tables[0].game_id}")
