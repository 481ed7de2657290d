"""oEmbed: its fields, size limits and refusals."""

from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client

from game.models import Game, Player
from game.sharing.frame import LOWEST, NARROWEST, height_of
from tests.worlds.dealt_games import create_thrown_game
from tests.worlds.finished_games import create_finished_game
from tests.worlds.people import player

pytestmark = pytest.mark.django_db

SITE = "http://testserver"


@pytest.fixture
def over() -> Game:
    return create_finished_game()


def ask(url: str, **more: object) -> Any:
    return Client().get("/oembed", {"url": url, **more})


def iframe_in(line: str) -> dict[str, str | None]:
    found: list[dict[str, str | None]] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            assert tag == "iframe"
            found.append(dict(attrs))

    Reader().feed(line)
    (one,) = found
    return one


def test_an_answer_has_the_fields_of_a_rich_one(over: Game) -> None:
    answer = ask(f"{SITE}/game/{over.pk}", format="json")
    assert answer["Content-Type"] == "application/json"
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert not answer.cookies
    told = answer.json()
    title = f"{over.seat_a} v {over.seat_b}: cribbage, move by move"
    frame = iframe_in(told.pop("html"))
    assert told == {
        "version": "1.0",
        "type": "rich",
        "title": title,
        "provider_name": "Every Other",
        "provider_url": f"{SITE}/",
        "cache_age": 600,
        "width": 480,
        "height": height_of(480),
        "thumbnail_url": f"{SITE}/game/{over.pk}/picture.png",
        "thumbnail_width": 1200,
        "thumbnail_height": 630,
    }
    assert frame["src"] == f"{SITE}/embed/game/{over.pk}"
    assert (frame["width"], frame["height"], frame["title"]) == ("480", str(height_of(480)), title)
    assert Client().get(frame["src"] or "").status_code == 200


@pytest.mark.parametrize("place", ["?ply=9.1", "#9.1", "?x=1&ply=9.1"])
def test_a_link_to_a_move_is_shown_at_that_move(over: Game, place: str) -> None:
    told = ask(f"{SITE}/game/{over.pk}{place}").json()
    assert iframe_in(told["html"])["src"] == f"{SITE}/embed/game/{over.pk}?ply=9.1"
    assert told["thumbnail_url"].endswith("/picture.png?ply=9.1")


def test_a_page_links_its_oembed_url_with_the_move(client: Client, over: Game) -> None:
    page = client.get(f"/game/{over.pk}?ply=9").content.decode()
    asked = quote(f"{SITE}/game/{over.pk}?ply=9", safe="")
    link = f'href="{SITE}/oembed?url={asked}&amp;format=json"'
    assert '<link rel="alternate" type="application/json+oembed" title="' in page
    assert link in page
    told = client.get(f"/oembed?url={asked}&format=json").json()
    assert iframe_in(told["html"])["src"] == f"{SITE}/embed/game/{over.pk}?ply=9"


def test_a_page_of_a_game_that_is_not_shown_elsewhere_offers_no_board(client: Client, over: Game) -> None:
    assert 'name="embed"' in client.get(f"/game/{over.pk}").content.decode()
    Player.objects.filter(pk=over.seat_b_id).update(is_private=True)
    page = client.get(f"/game/{over.pk}").content.decode()
    assert "json+oembed" not in page
    assert 'name="embed"' not in page
    assert 'name="link"' in page


@pytest.mark.parametrize(("wide", "high"), [(300, None), (None, 300), (NARROWEST, LOWEST), (2000, 2000)])
def test_a_board_fits_the_requested_size(over: Game, wide: int | None, high: int | None) -> None:
    room = {"maxwidth": wide, "maxheight": high}
    told = ask(f"{SITE}/game/{over.pk}", **{name: size for name, size in room.items() if size}).json()
    assert told["width"] == min(480, wide or 480)
    assert told["height"] == min(height_of(told["width"]), high or 1000)
    frame = iframe_in(told["html"])
    assert (frame["width"], frame["height"]) == (str(told["width"]), str(told["height"]))
    has_picture = (wide or 2000) >= 1200 and (high or 2000) >= 630
    assert ("thumbnail_url" in told) is has_picture
    assert {name for name in told if name.startswith("thumbnail")} in (
        set(),
        {"thumbnail_url", "thumbnail_width", "thumbnail_height"},
    )


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ({"url": ""}, 400, "no_url"),
        ({"format": "xml"}, 400, "format"),
        ({"maxwidth": "wide"}, 400, "maxwidth"),
        ({"maxwidth": "-5"}, 400, "maxwidth"),
        ({"maxwidth": str(NARROWEST - 1)}, 400, "maxwidth"),
        ({"maxheight": str(LOWEST - 1)}, 400, "maxheight"),
        ({"maxheight": "٣٠٠"}, 400, "maxheight"),
        ({"url": "https://elsewhere.example/game/{over}"}, 404, "not_a_game"),
        ({"url": "ftp://testserver/game/{over}"}, 404, "not_a_game"),
        ({"url": "/game/{over}"}, 404, "not_a_game"),
        ({"url": "http://testserver/@Ann"}, 404, "not_a_game"),
        ({"url": "http://testserver/nowhere/at/all"}, 404, "not_a_game"),
        ({"url": "http://[testserver/"}, 404, "not_a_game"),
        ({"url": "http://testserver/game/nothere"}, 404, "not_shown"),
        ({"url": "http://testserver/game/{live}"}, 404, "not_shown"),
    ],
)
def test_invalid_oembed_requests_are_refused_with_a_message(
    over: Game, asked: dict[str, str], status: int, code: str
) -> None:
    live = create_thrown_game(player("Ann"), player("Bob"))
    named = {"over": over.pk, "live": live.pk}
    query = {"url": f"{SITE}/game/{over.pk}"} | {name: text.format(**named) for name, text in asked.items()}
    answer = Client().get("/oembed", query)
    assert answer.status_code == status
    assert answer.json()["code"] == code
    assert answer.json()["says"]
    assert answer["Cache-Control"] == "no-cache"
