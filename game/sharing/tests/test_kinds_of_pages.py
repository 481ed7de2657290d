"""Each kind of shared page has a description and its own picture."""

from datetime import timedelta
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from PIL import Image

from common import clock
from common.page_parts import DAYS_LISTED
from game.models import Player
from game.shared_rounds.announcing import announce
from game.sharing.tests.test_pages import metas
from people.clubs.models import Club
from ranking.models import Kind, Standing
from study.daily.models import Daily
from study.daily.web.sharing import describe_day
from study.throws.voting import today
from study.throws.web.sharing import illustrate_throw
from tests.worlds.dealt_games import create_thrown_game
from tests.worlds.finished_games import create_finished_game
from tests.worlds.people import host, in_days, player
from tests.worlds.throws import create_throw
from tournaments.event_pages.page_parts import EVENTS_LISTED
from tournaments.event_pages.sharing import illustrate_event
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.manage.creating import build_event

pytestmark = pytest.mark.django_db

SITE = "http://testserver"
SITEMAPS = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


def create_pages() -> dict[str, str]:
    """Create a page of each kind, by path."""
    ann, boss = player("Ann"), host()
    Standing.objects.create(player=ann, kind=Kind.PEOPLE, points=1400, listed=True)
    event = build_event(EventSettings("night", "Friday night", in_days(1)), by=boss)
    event.save(force_insert=True)
    return {
        "game": f"/game/{create_finished_game().pk}",
        "move": f"/game/{create_finished_game().pk}?ply=5",
        "profile": "/@Ann",
        "event": f"/events/{event.pk}",
        "throw": f"/throw/{create_throw().day}",
    }


@pytest.mark.slow
def test_every_kind_has_a_card_with_a_picture_of_its_own() -> None:
    client, pictures = Client(), set()
    for kind, path in create_pages().items():
        said = metas(client.get(path))
        assert said["twitter:card"] == "summary_large_image", kind
        for name in ("title", "description", "image", "image:alt"):
            assert said[f"og:{name}"] == said[f"twitter:{name}"] != "", (kind, name)
        assert said["og:url"] == f"{SITE}{path}"
        assert said["og:image"] != f"{SITE}/picture.png", kind
        drawn = client.get(said["og:image"].removeprefix(SITE))
        assert drawn["Content-Type"] == "image/png", kind
        assert Image.open(BytesIO(drawn.content)).size == (1200, 630)
        pictures.add(drawn.content)
    assert len(pictures) == 5


def test_a_tables_preview_names_the_players_without_the_game() -> None:
    game = create_thrown_game(player("Ann"), player("Bob"))
    said = metas(Client().get(f"/table/{game.pk}"))
    assert said["og:title"] == "Ann v Bob"
    assert said["og:image"] == f"{SITE}/picture.png"
    assert said["robots"] == "noindex"


def test_a_throws_preview_shows_the_cards_without_answers() -> None:
    throw = create_throw()
    picture = illustrate_throw(throw)
    assert picture.cards == tuple(throw.six)
    assert picture.scores == (throw.mine, throw.theirs)
    assert Client().get(f"/throw/{today() + timedelta(days=1)}/picture.png").status_code == 404


def test_an_events_preview_shows_the_time_and_later_the_winner() -> None:
    boss = host()
    event = build_event(EventSettings("night", "Friday night", in_days(1)), by=boss)
    event.save(force_insert=True)
    assert "UTC" in illustrate_event(event).lines[0]
    assert "cribbage event" in illustrate_event(event).lines[1]
    event.ended_at, event.state = clock.now(), event.State.VOID
    assert illustrate_event(event).lines[1] == "The event was called off."
    assert Client().get("/events/nothere/picture.png").status_code == 404


def create_daily(stage: Daily.Stage, days_ago: int) -> Daily:
    return Daily.objects.create(
        day=today() - timedelta(days=days_ago), deck_set=announce({}, 1), stage=stage, par=3.25
    )


def test_a_day_that_is_still_played_has_no_picture() -> None:
    create_daily(Daily.Stage.OPEN, 0)
    assert Client().get(f"/daily/{today()}/picture.png").status_code == 404
    assert Client().get("/daily/nonsense/picture.png").status_code == 404
    assert describe_day(create_daily(Daily.Stage.CLOSED, 1)) == ("Par was +3.2.",)


def paths_in_sitemap() -> list[str]:
    answer = Client().get("/sitemap.xml")
    assert answer["Content-Type"] == "application/xml"
    assert answer["Cache-Control"] == "public, max-age=3600"
    root = ElementTree.fromstring(answer.content)
    assert root.tag == f"{SITEMAPS}urlset"
    assert {child.tag for child in root} == {f"{SITEMAPS}url"}
    addresses = [url.findtext(f"{SITEMAPS}loc") or "" for url in root]
    assert all(address.startswith(f"{SITE}/") for address in addresses)
    assert len({*addresses}) == len(addresses)
    return [address.removeprefix(SITE) for address in addresses]


def test_the_sitemap_lists_public_lasting_pages() -> None:
    pages = create_pages()
    now = clock.now()
    owls = Club.objects.create(name="Owls", slug="owls", likeness="ovvls", created_at=now)
    Club.objects.create(name="Closed", created_at=now, closed_at=now)
    alone = build_event(
        EventSettings("night", "Owls alone", in_days(1)), by=Player.objects.get(username="Hostess")
    )
    alone.club = owls
    alone.save(force_insert=True)
    create_throw(today() + timedelta(days=1), seed=7)
    hidden = player("Bob", is_private=True)
    Standing.objects.create(player=hidden, kind=Kind.PEOPLE, points=1500, listed=True)
    create_daily(Daily.Stage.OPEN, 0)
    closed = create_daily(Daily.Stage.COUNTED, 2)
    found = paths_in_sitemap()
    assert {pages["profile"], pages["event"], pages["throw"], "/club/owls", f"/daily/{closed.day}"} <= {
        *found
    }
    wrong = (
        "/@Bob",
        "/game/",
        "/embed",
        f"/events/{alone.pk}",
        f"/daily/{today()}",
        f"/throw/{in_days(1):%Y-%m-%d}",
    )
    assert [path for path in found if path.startswith(wrong)] == []


@pytest.mark.slow
def test_pages_in_the_sitemap_are_indexable_and_private_ones_are_not() -> None:
    pages = create_pages()
    Club.objects.create(name="Owls", slug="owls", likeness="ovvls", created_at=clock.now())
    client = Client()
    for path in (pages["profile"], pages["event"], pages["throw"], "/club/owls"):
        page = client.get(path)
        assert "robots" not in metas(page), path
        assert f'<link rel="canonical" href="{SITE}{path}">' in page.content.decode()
    Player.objects.filter(username="Ann").update(is_private=True)
    for path in (pages["profile"], pages["game"]):
        assert metas(client.get(path))["robots"] == "noindex", path


def test_the_sitemap_stays_small(monkeypatch: pytest.MonkeyPatch, django_assert_max_num_queries: Any) -> None:
    most = EVENTS_LISTED + 2 * DAYS_LISTED + 50 + 500
    assert most < 50_000 / 10, "the limit of the format is 50,000 addresses"
    for days in range(3):
        create_throw(today() - timedelta(days=days), seed=days + 1)
    before = len(paths_in_sitemap())
    monkeypatch.setattr("study.throws.page_parts.DAYS_LISTED", 1)
    with django_assert_max_num_queries(8):
        assert len(paths_in_sitemap()) == before - 2
