"""The picture, the metadata and the embedded board of a shared game, and of none that isn't shared."""

import asyncio
import re
from datetime import timedelta

import pytest
from django.test import AsyncClient, Client

from common import clock
from game.models import Player
from game.sharing.picture import Picture
from programs.board_games import games
from programs.board_games.models import BoardGame
from programs.board_games.sharing import illustrate_board_game
from programs.board_games.tests.test_board_games import TEXT, client_of
from tests.worlds.people import player
from tests.worlds.score_sheets import SAME

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> Player:
    return player("Ann-the-owner")


def picture_of(owner: Player, text: str) -> Picture:
    return illustrate_board_game(games.open_game(games.save(owner, text)))


def test_the_picture_has_the_names_the_score_and_the_best_hand(ann: Player):
    picture = picture_of(ann, f"{TEXT} a-resign")
    assert (picture.heading, picture.scores, picture.target) == ("Ann 12 – 32 Bo", (12, 32), 121)
    assert picture.lines[0].startswith("Bo won")
    assert picture.lines[1] == "The best hand counted 20."
    assert len(picture.cards) == 5
    assert picture_of(ann, TEXT).lines == picture.lines[1:]


def test_cards_that_stand_for_unknown_ones_are_not_in_the_picture(ann: Player):
    unknown = "#1b up:5S axx bxx a8C bQH a7C b5D a6H bJD a5H b5C a=12 b=20 b=28"
    known = {"8C", "QH", "7C", "5D", "6H", "JD", "5H", "5C", "5S"}
    picture = picture_of(ann, unknown.replace("b=28", "b=8"))
    assert {*picture.cards} <= known
    assert picture.lines == ("The best hand counted 20.",)
    assert {*picture_of(ann, SAME["unknown discards of both"]).cards} <= known


def test_another_target_has_words_and_no_pegs(ann: Player):
    picture = picture_of(ann, f'[Rules "31 auto first=b"]\n{TEXT.replace("#1b", "#1")}')
    assert (picture.heading, picture.scores) == ("Ann 12 – 31 Bo", (0, 0))


def head_of(client: Client, row: BoardGame) -> dict[str, str]:
    page = client.get(f"/board-games/{row.pk}").content.decode()
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)"', page)
    return dict(found)


def test_only_a_shared_page_has_its_own_metadata(ann: Player):
    row = games.save(ann, TEXT)
    assert row.pk not in head_of(client_of(ann), row)["og:image"]
    games.set_shared(row, True)
    head = head_of(Client(), row)
    assert head["og:title"] == "Ann 12 – 32 Bo"
    assert head["og:image"] == f"http://testserver/board-games/{row.pk}/picture.png"
    assert head["robots"] == "noindex"


def test_the_owner_gets_the_line_that_embeds_a_shared_game(ann: Player):
    row = games.save(ann, TEXT)
    assert "iframe" not in client_of(ann).get(f"/board-games/{row.pk}").content.decode()
    games.set_shared(row, True)
    page = client_of(ann).get(f"/board-games/{row.pk}").content.decode()
    assert f"&lt;iframe src=&quot;http://testserver/embed/board-game/{row.pk}&quot;" in page


def test_the_embedded_board_shows_the_game_without_a_cookie(ann: Player):
    row = games.save(ann, TEXT.replace("Bo", "</script><b>"))
    games.set_shared(row, True)
    answer = client_of(ann).get(f"/embed/board-game/{row.pk}")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "X-Frame-Options" not in answer
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert answer["Cache-Control"] == "no-cache"
    assert not answer.cookies
    assert f'href="http://testserver/board-games/{row.pk}"' in page
    assert "<b>" not in page
    assert "Ann-the-owner" not in page


@pytest.mark.parametrize("why", ["never shared", "shared no longer", "taken down", "muted", "banned"])
def test_what_is_not_public_has_neither_board_nor_picture(ann: Player, why: str):
    row = games.save(ann, TEXT)
    games.set_shared(row, why not in ("never shared", "shared no longer"))
    soon = clock.now() + timedelta(days=1)
    if why == "taken down":
        BoardGame.objects.update(removed_at=clock.now())
    if why in ("muted", "banned"):
        Player.objects.filter(pk=ann.pk).update(**{f"{why}_until": soon})
    for client in (Client(), client_of(ann)) if why != "banned" else (Client(),):
        answer = client.get(f"/embed/board-game/{row.pk}")
        assert answer.status_code == 404
        assert "Ann" not in answer.content.decode().replace("Ann-the-owner", "")
    assert games.find_public(row.pk) is None


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_picture_is_drawn_for_a_shared_game_only(ann: Player):
    row = games.save(ann, TEXT)

    def get():
        return asyncio.run(AsyncClient().get(f"/board-games/{row.pk}/picture.png"))

    assert get().status_code == 404
    games.set_shared(row, True)
    answer = get()
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert answer["Cache-Control"] == "no-cache"
    assert answer.content.startswith(b"\x89PNG")
    games.set_shared(row, False)
    assert get().status_code == 404
