"""The previews that messengers and search engines get."""

import re
from html import unescape
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from PIL import Image

from cribbage_site.pages.profile_sharing import describe_player
from game.lobby import seeks
from game.lobby.pairing import GameSettings
from game.models import Game, Secrets, Seek
from game.sharing import illustrate
from game.sharing.page import LISTED_PAGES
from people.moderation.rulings import ban
from people.settings.deletion import delete_account
from tests.worlds.finished_games import create_finished_game
from tests.worlds.people import REASON, host, player
from tests.worlds.tables import create_game

pytestmark = pytest.mark.django_db


def metas(page: Any) -> dict[str, str]:
    """Return the metadata in a page's head."""
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', page.content.decode())
    return {name: unescape(content) for name, content in found}


def size_of(answer: Any) -> tuple[int, int]:
    assert answer["Content-Type"] == "image/png"
    return Image.open(BytesIO(answer.content)).size


@pytest.mark.slow
def test_every_listed_page_has_a_description(client: Client) -> None:
    tree = ElementTree.fromstring(client.get("/sitemap.xml").content)
    addresses = [loc.text or "" for loc in tree.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    assert len(addresses) == len(LISTED_PAGES)
    described = set()
    for address in addresses:
        page = client.get(address.removeprefix("http://testserver"))
        assert f'<link rel="canonical" href="{address}">' in page.content.decode()
        said = metas(page)
        assert "robots" not in said
        assert said["og:url"] == address
        assert said["twitter:card"] == "summary_large_image"
        described.add(said["description"])
    assert len(described) == len(LISTED_PAGES)


def test_personal_pages_are_not_listed(client: Client) -> None:
    for path in ("/accounts/login/", "/settings", "/nothing-there", f"/table/{create_game().pk}"):
        page = client.get(path)
        assert metas(page)["robots"] == "noindex"
        assert "canonical" not in page.content.decode()


def test_robots_may_read_invitations_since_messengers_ask_them_first(client: Client) -> None:
    text = client.get("/robots.txt").content.decode()
    assert "Disallow: /api/" in text
    assert "/join" not in text
    assert "Sitemap: http://testserver/sitemap.xml" in text


def test_the_icon_is_where_crawlers_look(client: Client) -> None:
    assert Image.open(BytesIO(client.get("/favicon.ico").content)).format == "ICO"


@pytest.mark.slow
def test_an_invitation_names_its_owner_until_it_is_used(client: Client) -> None:
    ann, bob = player("Ann"), player("Bob")
    invite = seeks.challenge_by_link(player=ann, settings=GameSettings(target=61)).invite
    assert invite is not None
    said = metas(client.get(invite))
    assert said["og:title"] == "Ann wants to play you at cribbage"
    assert "61" in said["og:description"]
    assert size_of(client.get(said["og:image"].removeprefix("http://testserver"))) == (1200, 630)
    seek = Seek.objects.get()
    assert illustrate.illustrate_invitation(seek).target == 61
    seeks.join(code=invite.rsplit("/")[-1], player=bob)
    assert client.get(f"{invite}/picture.png").content == client.get("/picture.png").content


@pytest.mark.slow
def test_a_result_shows_its_best_hand(client: Client) -> None:
    game = create_finished_game()
    said = metas(client.get(f"/game/{game.pk}"))
    assert said["og:title"] == f"{game.seat_a} {game.score_a} – {game.score_b} {game.seat_b}"
    picture = illustrate.illustrate_game(Game.objects.get(pk=game.pk))
    assert picture.scores == (game.score_a, game.score_b)
    assert len(picture.cards) == 5
    assert size_of(client.get(f"/game/{game.pk}/picture.png")) == (1200, 630)


@pytest.mark.slow
@pytest.mark.parametrize("lost", ["the key", "the seal", "the secrets"])
def test_a_result_whose_secrets_do_not_open_is_shown_without_its_cards(
    client: Client, settings: Any, caplog: pytest.LogCaptureFixture, lost: str
) -> None:
    game = create_finished_game()
    secrets = Secrets.objects.filter(pk=game.pk)
    if lost == "the key":
        settings.SEALING_KEYS = ["a key of somewhere else"]
    elif lost == "the seal":
        secrets.update(sealed=Secrets.objects.get(pk=create_game().pk).sealed)
    else:
        secrets.delete()
    picture = illustrate.illustrate_game(Game.objects.get(pk=game.pk))
    assert (picture.cards, picture.scores) == ((), (game.score_a, game.score_b))
    assert len(picture.lines) == 1
    assert size_of(client.get(f"/game/{game.pk}/picture.png")) == (1200, 630)
    said = metas(client.get(f"/game/{game.pk}"))
    assert said["og:image"].endswith(f"/game/{game.pk}/picture.png")
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.slow
def test_links_to_banned_and_deleted_players_still_work(client: Client) -> None:
    ann, bob = player("Ann"), player("Bob")
    invite = seeks.challenge_by_link(player=ann, settings=GameSettings()).invite
    game = create_finished_game()
    Game.objects.filter(pk=game.pk).update(seat_a=ann, seat_b=bob)
    ban(by=host(), player=ann, reason=REASON)
    delete_account(bob)
    bob.refresh_from_db()
    said = metas(client.get("/@Ann"))
    assert (said["og:title"], REASON in str(said)) == ("Ann plays cribbage", False)
    assert size_of(client.get("/@Ann/picture.png")) == (1200, 630)
    assert client.get(f"{invite}/picture.png").content == client.get("/picture.png").content
    for path in ("/@Bob", "/@Bob/picture.png"):
        assert client.get(path).status_code == 404
    assert "Bob" not in metas(client.get(f"/game/{game.pk}"))["og:title"]
    assert size_of(client.get(f"/game/{game.pk}/picture.png")) == (1200, 630)
    assert describe_player(bob) == ()


def test_a_game_that_runs_has_no_picture(client: Client) -> None:
    assert client.get(f"/game/{create_game().pk}/picture.png").status_code == 404


@pytest.mark.slow
def test_a_private_profile_shows_points_alone(client: Client) -> None:
    ann = player("Ann")
    assert size_of(client.get("/@Ann/picture.png")) == (1200, 630)
    assert client.get("/@Nobody-such/picture.png").status_code == 404
    ann.is_private = True
    ann.save()
    assert [line for line in describe_player(ann) if "won" in line] == []
