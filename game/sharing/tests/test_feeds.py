"""The RSS 2.0 feeds: valid, with public data only, and without private players."""

from collections.abc import Callable
from datetime import timedelta
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from django.test import Client

from common import clock
from game.models import Game, Player, Scoresheet
from people.clubs.models import Club
from study.throws.voting import today
from tests.worlds.finished_games import create_finished_game
from tests.worlds.people import host, in_days, player
from tests.worlds.throws import create_throw
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.manage.creating import build_event
from tournaments.events.models import Entry, Event

pytestmark = pytest.mark.django_db

ATOM = "{http://www.w3.org/2005/Atom}"


def is_absolute(address: str | None) -> bool:
    parts = urlsplit(address or "")
    return parts.scheme in ("http", "https") and parts.netloc == "testserver"


def read_feed(path: str) -> list[dict[str, str]]:
    """Return the items of a feed after checking RSS 2.0 and the RSS advisory board's profile."""
    answer = Client().get(path)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/rss+xml; charset=utf-8"
    assert answer["Cache-Control"] == "public, max-age=600"
    assert not answer.cookies
    root = ElementTree.fromstring(answer.content)
    assert (root.tag, root.get("version")) == ("rss", "2.0")
    (channel,) = root
    assert channel.tag == "channel"
    for needed in ("title", "link", "description"):
        (one,) = channel.findall(needed)
        assert one.text
    assert is_absolute(channel.findtext("link"))
    assert channel.findtext("language") == "en"
    assert parsedate_to_datetime(channel.findtext("lastBuildDate") or "").tzinfo
    (itself,) = channel.findall(f"{ATOM}link")
    assert itself.get("rel") == "self"
    assert itself.get("href") == f"http://testserver{path}"
    items = [read_item(item) for item in channel.findall("item")]
    assert len({item["guid"] for item in items}) == len(items)
    return items


def read_item(item: ElementTree.Element) -> dict[str, str]:
    tags = [part.tag for part in item]
    assert len(tags) == len({*tags}), "each part of an item comes once"
    found = {part.tag: part.text or "" for part in item}
    assert {*found} == {"title", "link", "description", "guid", "pubDate"}
    assert all(found.values())
    assert is_absolute(found["link"])
    guid = item.find("guid")
    assert guid is not None
    assert is_absolute(found["guid"]) or guid.get("isPermaLink") == "false"
    assert parsedate_to_datetime(found["pubDate"]).tzinfo
    assert Client().get(found["link"]).status_code == 200
    return found


@pytest.fixture
def ann() -> Player:
    return player("Ann")


def play(ann: Player) -> Game:
    """Return a finished game of a player."""
    game = create_finished_game()
    Game.objects.filter(pk=game.pk).update(seat_a=ann)
    Scoresheet.objects.filter(game=game, seat=0).update(player=ann)
    Scoresheet.objects.filter(game=game, seat=1).update(opponent=ann)
    return Game.objects.get(pk=game.pk)


@pytest.mark.slow
def test_a_players_games_are_there_the_newest_first(ann: Player) -> None:
    first, second = play(ann), play(ann)
    Scoresheet.objects.filter(game=first).update(at=clock.now() - timedelta(hours=1))
    items = read_feed("/@Ann/feed.xml")
    assert [item["link"] for item in items] == [
        f"http://testserver/game/{game.pk}" for game in (second, first)
    ]
    assert items[0]["title"] == f"Ann {second.score_a} – {second.score_b} {second.seat_b}"
    assert " won." in items[0]["description"]


@pytest.mark.slow
def test_a_page_of_a_player_leads_to_the_feed(client: Client, ann: Player) -> None:
    link = 'type="application/rss+xml" title="Games of Ann" href="/@Ann/feed.xml"'
    assert link in " ".join(client.get("/@Ann").content.decode().split())
    Player.objects.filter(pk=ann.pk).update(is_private=True)
    assert "feed.xml" not in client.get("/@Ann").content.decode()
    client.force_login(ann)
    assert "feed.xml" not in client.get("/@Ann").content.decode()


def void(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(voided_at=clock.now())
    Scoresheet.objects.filter(game=game).update(voided=True)


def test_a_game_that_does_not_count_is_not_there(ann: Player) -> None:
    game = play(ann)
    assert len(read_feed("/@Ann/feed.xml")) == 1
    void(game)
    assert read_feed("/@Ann/feed.xml") == []


def hide(ann: Player) -> None:
    Player.objects.filter(pk=ann.pk).update(is_private=True)


def leave(ann: Player) -> None:
    Player.objects.filter(pk=ann.pk).update(is_active=False)


def be_guest(ann: Player) -> None:
    Player.objects.filter(pk=ann.pk).update(is_guest=True)


@pytest.mark.parametrize("change", [hide, leave, be_guest])
def test_a_private_player_has_no_feed(ann: Player, change: Callable[[Player], None]) -> None:
    game = play(ann)
    change(ann)
    own = Client()
    own.force_login(ann)
    for client in (Client(), own):
        answer = client.get("/@Ann/feed.xml")
        assert answer.status_code == 404
        assert game.pk not in answer.content.decode()


def test_an_unknown_player_has_no_feed() -> None:
    assert Client().get("/@Nobody/feed.xml").status_code == 404


def create_event(title: str, **about: Any) -> Event:
    event = build_event(EventSettings("night", title, in_days(1)), by=Player.objects.get(username="Hostess"))
    for name, value in about.items():
        setattr(event, name, value)
    event.save(force_insert=True)
    return event


def test_events_and_their_results_are_separate_items(ann: Player) -> None:
    host()
    now = clock.now()
    owls = Club.objects.create(name="Owls", slug="owls", likeness="ovvls", created_at=now)
    coming = create_event("Friday night", starts_at=now + timedelta(days=3))
    over = create_event("Last night", starts_at=now - timedelta(days=1), ended_at=now, state="over")
    Entry.objects.create(event=over, player=ann, joined_at=now, place=1, played=3)
    create_event("Void night", starts_at=now - timedelta(days=2), ended_at=now, state="void")
    create_event("Owls alone", club=owls)
    items = {item["title"]: item for item in read_feed("/events/feed.xml")}
    assert [*items] == ["Friday night", "Last night", "Void night"]
    assert (
        items["Friday night"]["link"]
        == items["Friday night"]["guid"]
        == f"http://testserver/events/{coming.pk}"
    )
    assert "UTC" in items["Friday night"]["description"]
    assert items["Last night"]["guid"] == f"http://testserver/events/{over.pk}#result"
    assert items["Last night"]["description"] == "First: Ann."
    assert items["Void night"]["description"] == "The event was called off."


def test_the_throws_keep_the_rules_too() -> None:
    create_throw(today(), seed=1)
    create_throw(today() - timedelta(days=1), seed=5)
    create_throw(today() + timedelta(days=1), seed=6)
    assert [item["link"][-10:] for item in read_feed("/throws/feed.xml")] == [
        (today() - timedelta(days=days)).isoformat() for days in (0, 1)
    ]


def test_a_feed_without_items_has_a_date_that_stays() -> None:
    root = ElementTree.fromstring(Client().get("/throws/feed.xml").content)
    assert root.findall("channel/item") == []
    assert root.findtext("channel/lastBuildDate") == "Thu, 01 Jan 1970 00:00:00 +0000"


def test_a_feed_is_in_the_readers_language() -> None:
    create_throw()
    answer = Client().get("/throws/feed.xml", headers={"Accept-Language": "fr"})
    assert ElementTree.fromstring(answer.content).findtext("channel/language") == "fr"
