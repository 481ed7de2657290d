"""The board for other sites: which games it shows, the size of its response, and privacy."""

import gzip
import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from common.http.rate_limit import RateLimit
from game.engine.moves import Resign
from game.engine.state import Seat
from game.models import Game, Player, Scoresheet, Secrets
from game.shared_decks.models import SharedGame
from game.shared_rounds.rounds import open_round
from game.sharing import frame
from hosting.demo.schedule import EarlyEnd
from programs.embedding.cookieless import is_for_everybody
from tests.worlds.dealt_games import create_thrown_game
from tests.worlds.finished_games import create_finished_game
from tests.worlds.people import player
from tests.worlds.shared_decks import create_started_set

pytestmark = pytest.mark.django_db

SANDBOX = "allow-scripts allow-popups allow-popups-to-escape-sandbox"
# One response holds the script, the style and all moves of a game; it was measured at 31.5 kB.
MOST_BYTES = 40_000


class Tags(HTMLParser):
    """A parser that collects every tag of a page, and the text of its scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        tag, attributes = self.tags[-1] if self.tags else ("", {})
        if tag == "style" or (tag == "script" and attributes.get("type") is None):
            self.texts.setdefault(tag, data)

    def names(self) -> set[str]:
        return {name for name, _ in self.tags}


def hash_of(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


@pytest.fixture
def over() -> Game:
    return create_finished_game()


def policy_of(answer: Any) -> dict[str, str]:
    return dict(part.split(" ", 1) for part in answer["Content-Security-Policy"].split("; "))


def test_its_policy_allows_its_own_script_and_style_and_nothing_else(client: Client, over: Game) -> None:
    answer = client.get(f"/embed/game/{over.pk}")
    texts = Tags(answer.content.decode()).texts
    assert policy_of(answer) == {
        "default-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "*",
        "sandbox": SANDBOX,
        "script-src": hash_of(texts["script"]),
        "style-src": hash_of(texts["style"]),
    }
    assert "X-Frame-Options" not in answer
    assert answer["Cross-Origin-Opener-Policy"] == "unsafe-none"
    assert answer["X-Content-Type-Options"] == "nosniff"


@pytest.mark.slow
def test_no_other_page_may_be_framed(client: Client, over: Game) -> None:
    for path in (
        "/",
        f"/game/{over.pk}",
        f"/oembed?url=http://testserver/game/{over.pk}",
        "/@Nobody/feed.xml",
    ):
        answer = client.get(path)
        assert policy_of(answer)["frame-ancestors"] == "'none'", path
        assert answer["X-Frame-Options"] == "DENY", path


def test_board_makes_no_requests_and_has_no_forms(client: Client, over: Game) -> None:
    page = client.get(f"/embed/game/{over.pk}").content.decode()
    tags = Tags(page)
    assert not tags.names() & {"form", "link", "img", "iframe", "object", "base", "textarea", "select"}
    assert not [of for _, of in tags.tags if of.keys() & {"src", "style", "onclick"}]
    links = {of["href"] for name, of in tags.tags if name == "a"}
    assert links == {"http://testserver/", f"http://testserver/game/{over.pk}"}
    assert all(of["rel"] == "noopener" for name, of in tags.tags if name == "a")
    script = tags.texts["script"]
    assert not re.search(r"\b(?:fetch|WebSocket|XMLHttpRequest|localStorage|sessionStorage|import)\b", script)
    assert "document.cookie" not in script


def test_it_is_small(client: Client, over: Game) -> None:
    assert len(gzip.compress(client.get(f"/embed/game/{over.pk}").content, 6)) < MOST_BYTES


def test_it_has_every_move_of_the_game(client: Client, over: Game) -> None:
    page = client.get(f"/embed/game/{over.pk}?ply=7.1&seat=1").content.decode()
    found = re.search(r'<script id="game" type="application/json">(.*?)</script>', page)
    assert found is not None
    assert json.loads(found[1]) == client.get(f"/api/games/{over.pk}/replay").json()
    assert 'data-place="7.1"' in page
    assert 'data-bottom="1"' in page


@pytest.mark.slow
@pytest.mark.parametrize("place", ["", "x", "1.", "-1", "1e9", "9999999", '"><script>', "٣"])
def test_invalid_place_shows_the_beginning(client: Client, over: Game, place: str) -> None:
    answer = client.get(f"/embed/game/{over.pk}", {"ply": place})
    assert answer.status_code == 200
    assert 'data-place=""' in answer.content.decode()


def test_a_name_is_text_and_no_markup(client: Client, over: Game) -> None:
    Player.objects.filter(pk=over.seat_a_id).update(nickname="</script><b>")
    page = client.get(f"/embed/game/{over.pk}").content.decode()
    assert "</script><b>" not in page
    assert "\\u003C/script" in page


def test_response_is_the_same_for_all_visitors_and_sets_no_cookie(
    over: Game, django_assert_max_num_queries: Any
) -> None:
    nobody, ann = Client(), Client()
    ann.force_login(player("Ann"))
    ann.cookies["django_language"] = "fr"
    with django_assert_max_num_queries(8):
        first = nobody.get(f"/embed/game/{over.pk}")
    second = ann.get(f"/embed/game/{over.pk}")
    assert first.content == second.content
    for answer in (first, second):
        assert not answer.cookies
        assert "cookie" not in answer["Vary"].lower()
        assert answer["Cache-Control"] == "public, max-age=600"
        assert b"csrf" not in answer.content


def test_it_speaks_the_language_of_the_browser(client: Client, over: Game) -> None:
    answer = client.get(f"/embed/game/{over.pk}", headers={"Accept-Language": "fr"})
    page = answer.content.decode()
    assert '<html lang="fr">' in page
    script = Tags(page).texts["script"]
    assert policy_of(answer)["script-src"] == hash_of(script)
    assert "cinq" in script
    assert len(gzip.compress(answer.content, 6)) < MOST_BYTES + 10_000


def shut_page(game_id: str) -> str:
    answer = Client().get(f"/embed/game/{game_id}")
    assert answer.status_code == 404
    assert policy_of(answer)["frame-ancestors"] == "*"
    assert policy_of(answer)["sandbox"] == SANDBOX
    page = answer.content.decode()
    assert 'id="game"' not in page
    return page


def test_live_game_is_not_shown_even_as_far_as_spectators_see_it(over: Game) -> None:
    page = shut_page(create_thrown_game(player("Ann"), player("Bob")).pk)
    assert "isn’t over yet" in page
    assert "Ann" not in page


@pytest.mark.parametrize("why", ["seat_a", "seat_b", "voided", "sealed"])
def test_private_voided_or_sealed_game_is_refused_without_the_reason(over: Game, why: str) -> None:
    plain = shut_page("nothere")
    if why.startswith("seat"):
        Player.objects.filter(pk=getattr(over, f"{why}_id")).update(is_private=True)
    elif why == "voided":
        Game.objects.filter(pk=over.pk).update(voided_at=timezone.now())
    else:
        Secrets.objects.filter(game=over.pk).delete()
    assert shut_page(over.pk) == plain


def test_a_game_that_was_given_up_is_shown_and_one_that_never_began_is_not(client: Client) -> None:
    given_up = create_finished_game(gives_up=EarlyEnd(Seat.B, Resign, 20))
    assert client.get(f"/embed/game/{given_up.pk}").status_code == 200
    Game.objects.filter(pk=given_up.pk).update(winner=None)
    shut_page(given_up.pk)


def test_boards_are_rate_limited(over: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr(frame, "EMBEDS", RateLimit("embeds", 2, 60, 1))
    elsewhere = Client(REMOTE_ADDR="192.0.2.1")
    asked = [elsewhere.get(f"/embed/game/{over.pk}") for _ in range(3)]
    assert [answer.status_code for answer in asked] == [200, 200, 429]
    assert int(asked[-1]["Retry-After"]) > 0
    refused = elsewhere.get("/oembed")
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
    assert int(refused["Retry-After"]) > 0


def test_public_responses_are_recognised_by_their_path() -> None:
    same = (
        "/embed/game/x",
        "/oembed",
        "/@Ann/feed.xml",
        "/events/feed.xml",
        "/throws/feed.xml",
        "/sitemap.xml",
    )
    assert all(map(is_for_everybody, same))
    assert not any(
        map(is_for_everybody, ("/", "/game/x", "/api/oembed", "/embed", "/@feed.xml", "/accounts/"))
    )


@pytest.mark.slow
def test_open_game_is_refused_on_every_public_page(over: Game) -> None:
    ann = player("Ann")
    Game.objects.filter(pk=over.pk).update(seat_a=ann)
    Scoresheet.objects.filter(game=over, seat=0).update(player=ann)
    own = Client()
    own.force_login(ann)
    doors = {
        f"/embed/game/{over.pk}": 404,
        f"/oembed?url=http://testserver/game/{over.pk}": 404,
        f"/game/{over.pk}/picture.png?ply=5": 404,
        "/@Ann/feed.xml": 200,
    }
    assert [own.get(door).status_code for door in doors] == [200] * 4
    assert over.pk in own.get("/@Ann/feed.xml").content.decode()
    SharedGame.objects.create(game=over, round=open_round(create_started_set().pk, 1), was_shown=True)
    for client in (Client(), own):
        assert {door: client.get(door).status_code for door in doors} == doors
        assert over.pk not in client.get("/@Ann/feed.xml").content.decode()
