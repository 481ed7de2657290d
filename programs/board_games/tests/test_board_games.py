"""Games over the board: written down, replayed, shared, exported, deleted; and attacked."""

import json
import re
from datetime import timedelta

import pytest
from django.test import Client

from common import clock
from common.personal_data import erase_all, sections
from game.models import Game, Player
from people.moderation.rulings import ban
from programs.board_games import games
from programs.board_games.games import MOST_GAMES
from programs.board_games.models import BoardGame
from programs.crib.reading import LONGEST
from ranking.models import Change
from tests.worlds.finished_games import create_finished_game
from tests.worlds.people import REASON, moderator, player, reload
from tests.worlds.score_sheets import DEAL

pytestmark = pytest.mark.django_db

TEXT = f'[A "Ann"] [B "Bo"]\n{DEAL}'


@pytest.fixture
def ann() -> Player:
    return player("Ann")


def client_of(who: Player) -> Client:
    client = Client()
    client.force_login(who)
    return client


def save(client: Client, text: str = TEXT) -> BoardGame:
    answer = client.post("/board-games/new", {"crib": text})
    assert answer.status_code == 302, answer.context["fault"]
    return BoardGame.objects.get(pk=answer.url.removeprefix("/board-games/"))


def shown(client: Client, row: BoardGame) -> dict:
    answer = client.get(f"/board-games/{row.pk}")
    assert answer.status_code == 200
    found = re.search(r'<script id="pasted" type="application/json">(.*?)</script>', answer.content.decode())
    return json.loads(found[1])


def test_a_game_is_written_down_replayed_corrected_and_downloaded(ann: Player):
    client = client_of(ann)
    row = save(client, TEXT.replace("\n", "\r\n"))
    assert (row.owner, row.name_a, row.name_b, row.is_shared) == (ann, "Ann", "Bo", False)
    assert shown(client, row)["result"]["scores"] == [12, 32]
    text = client.get(f"/board-games/{row.pk}/crib").content.decode()
    assert text == row.text
    assert text.startswith('[Format "every-other/crib/2"]\n[A "Ann"]\n[B "Bo"]\n\n#1b a: 5H')
    assert "Ann against Bo" in client.get("/board-games").content.decode()
    assert text in client.get(f"/board-games/{row.pk}/edit").context["pasted"]
    answer = client.post(f"/board-games/{row.pk}/edit", {"crib": f"{TEXT} 12-32 #2 20-40"})
    assert answer.status_code == 302
    assert shown(client, row)["result"]["scores"] == [20, 40]


def test_a_whole_game_of_the_site_can_be_kept_too(ann: Player):
    game = create_finished_game()
    text = Client().get(f"/game/{game.pk}/crib").content.decode()
    assert save(client_of(ann), text).text == text


def test_a_fault_has_its_line_and_column_and_changes_nothing(ann: Player):
    client = client_of(ann)
    row = save(client)
    broken = TEXT.replace("a7C", "a9C")
    for address in ("/board-games/new", f"/board-games/{row.pk}/edit"):
        answer = client.post(address, {"crib": broken})
        assert answer.status_code == 400
        assert answer.context["fault"] == (
            "Line 4, column 9: a9C isn’t allowed here. You don’t have the nine of clubs."
        )
        assert answer.context["pasted"] == f"{broken}\n"
    assert BoardGame.objects.get().text == row.text


def test_a_game_is_private_until_it_is_shared_and_again_afterwards(ann: Player):
    mine, other, nobody = client_of(ann), client_of(player("Bob")), Client()
    row = save(mine)
    for parts in ("", "/crib"):
        for client in (other, nobody):
            assert client.get(f"/board-games/{row.pk}{parts}").status_code == 404
    mine.post(f"/board-games/{row.pk}", {"do": "share"})
    for client in (other, nobody):
        assert client.get(f"/board-games/{row.pk}/crib").content.decode() == row.text
        page = client.get(f"/board-games/{row.pk}")
        assert not re.search('value="(share|unshare|delete)"', page.content.decode())
        assert "noindex" in page.content.decode()
    mine.post(f"/board-games/{row.pk}", {"do": "unshare"})
    assert other.get(f"/board-games/{row.pk}").status_code == 404


@pytest.mark.parametrize("is_shared", [False, True])
@pytest.mark.parametrize("do", ["share", "unshare", "delete", "edit", "get edit", "review"])
def test_a_stranger_changes_nothing(ann: Player, do: str, is_shared: bool):
    row = save(client_of(ann), f"{TEXT} a-resign")
    BoardGame.objects.update(is_shared=is_shared)
    for client in (client_of(player("Bob")), Client()):
        if do == "review":
            answer = client.post(f"/api/board-games/{row.pk}/review", content_type="application/json")
            assert answer.status_code in (403, 404)
        elif do == "edit":
            assert client.post(f"/board-games/{row.pk}/edit", {"crib": DEAL}).status_code == 404
        elif do == "get edit":
            assert client.get(f"/board-games/{row.pk}/edit").status_code == 404
        else:
            assert client.post(f"/board-games/{row.pk}", {"do": do}).status_code == 404
    after = BoardGame.objects.get()
    assert (after.text, after.is_shared, after.asked_at) == (row.text, is_shared, None)


def test_guests_and_bots_keep_no_games(ann: Player):
    guest = Client()
    guest.post("/play", {"against": "novice"})
    for client in (guest, Client()):
        answer = client.post("/board-games/new", {"crib": TEXT})
        assert answer.url.startswith("/accounts/login/")
    ann.is_api_bot = True
    Player.objects.filter(pk=ann.pk).update(is_api_bot=True)
    assert client_of(reload(ann)).post("/board-games/new", {"crib": TEXT}).status_code in (302, 403)
    assert not BoardGame.objects.exists()


def test_a_banned_or_muted_account_publishes_nothing(ann: Player):
    client = client_of(ann)
    row = save(client)
    client.post(f"/board-games/{row.pk}", {"do": "share"})
    reader = Client()
    Player.objects.filter(pk=ann.pk).update(muted_until=clock.now() + timedelta(days=1))
    assert reader.get(f"/board-games/{row.pk}").status_code == 404
    answer = client.post(f"/board-games/{row.pk}", {"do": "share"})
    assert (answer.status_code, answer.context["fault"].code) == (403, "suspended")
    assert shown(client, row)
    Player.objects.filter(pk=ann.pk).update(muted_until=None)
    assert reader.get(f"/board-games/{row.pk}").status_code == 200
    ban(by=moderator(), player=reload(ann), reason=REASON, until=clock.now() + timedelta(days=1))
    assert reader.get(f"/board-games/{row.pk}").status_code == 404
    assert client_of(reload(ann)).post("/board-games/new", {"crib": DEAL}).status_code == 403
    assert BoardGame.objects.count() == 1


def test_a_double_click_keeps_one_game(ann: Player):
    client = client_of(ann)
    assert save(client).pk == save(client).pk
    other = save(client_of(player("Bob")))
    assert BoardGame.objects.count() == 2
    assert other.owner.username == "Bob"


def test_an_account_keeps_a_limited_number_of_games(ann: Player):
    client = client_of(ann)
    row = save(client)
    BoardGame.objects.bulk_create(
        BoardGame(id=f"g{n}", owner=ann, text=str(n), created_at=row.created_at)
        for n in range(MOST_GAMES - 1)
    )
    answer = client.post("/board-games/new", {"crib": f"{TEXT} 12-32"})
    assert answer.status_code == 429
    assert answer.context["fault"] == "An account keeps at most 500 games. Delete one first."
    assert BoardGame.objects.count() == MOST_GAMES
    client.post("/board-games/g1", {"do": "delete"})
    save(client, f"{TEXT} 12-32")


@pytest.mark.parametrize("size", [LONGEST, 250_000])
def test_a_text_that_is_too_long_is_refused(ann: Player, size: int):
    answer = client_of(ann).post("/board-games/new", {"crib": TEXT + "{" + "X" * size + "}"})
    assert answer.status_code in (400, 413)
    assert answer.context["fault"] == "This is too long for a game."
    assert "X" * 20 not in answer.content.decode()
    assert not BoardGame.objects.exists()


def test_markup_is_text_everywhere(ann: Player):
    client = client_of(ann)
    evil = "</script><img src=x onerror=alert(1)>"
    row = save(client, f'[A "{evil}"] [B "{evil}"] [Event "{evil}"] [Evil "{evil}"] {DEAL} {{{evil}}}')
    client.post(f"/board-games/{row.pk}", {"do": "share"})
    for address in ("/board-games", f"/board-games/{row.pk}", f"/board-games/{row.pk}/edit"):
        assert "<img src=x" not in client.get(address).content.decode()
    answer = client.get(f"/board-games/{row.pk}/crib")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer["Content-Disposition"].startswith("attachment")


def test_typed_names_are_no_accounts(ann: Player):
    """A game in which others are named is nowhere among their games, and moves no points."""
    bob = player("Bob")
    client = client_of(ann)
    row = save(client, f'[A "Bob"] [B "Ann"] [Game "k3v9"] [Rated "yes"] [APoints "2000"] {DEAL} a-resign')
    client.post(f"/board-games/{row.pk}", {"do": "share"})
    assert not Game.objects.exists()
    assert not Change.objects.exists()
    for address in (f"/@{bob.username}", f"/@{bob.username}/feed.xml", "/ladder", f"/@{ann.username}"):
        assert row.pk not in client.get(address).content.decode()
    assert f'href="/@{bob.username}"' not in Client().get(f"/board-games/{row.pk}").content.decode()
    assert client_of(bob).get("/board-games").context["rows"].count() == 0


def test_unknown_cards_stay_unknown(ann: Player):
    client = client_of(ann)
    row = save(client, "#1b up:5S axx bxx a8C bQH a7C b5D a6H bJD a5H b5C a=12 b=20 b=8")
    steps = shown(client, row)["steps"]
    played = {"8C", "QH", "7C", "5D", "6H", "JD", "5H", "5C", "5S"}
    cards = {*re.findall(r'"([A2-9TJQK][CDHS])"', json.dumps(steps))}
    assert cards == played


def test_games_are_exported_and_deleted_with_the_account(ann: Player):
    row = save(client_of(ann))
    other = save(client_of(player("Bob")))
    (exported,) = sections["board_games"].rows(ann)
    kept = {"text": row.text, "created_at": row.created_at, "is_shared": False, "removed_at": None}
    assert exported == kept
    erase_all(ann)
    assert [*BoardGame.objects.all()] == [other]


def test_a_form_needs_its_token(ann: Player):
    client = Client(enforce_csrf_checks=True)
    client.force_login(ann)
    assert client.post("/board-games/new", {"crib": TEXT}).status_code == 403
    row = games.save(ann, TEXT)
    assert client.post(f"/board-games/{row.pk}", {"do": "delete"}).status_code == 403


def check(client: Client, text: str) -> dict:
    answer = client.post("/api/board-games/check", {"crib": text}, content_type="application/json")
    assert answer.status_code == 200
    return answer.json()


def test_a_text_is_checked_while_it_is_entered(client: Client):
    now = check(client, '[A "Ann"] [B "Bo"] #1b')
    assert (now["awaits"], now["seats"], now["starter"], now["names"]) == (
        "throw",
        [0, 1],
        False,
        ["Ann", "Bo"],
    )
    now = check(client, "#1b up:5S axx bxx a8C")
    assert (now["awaits"], now["seats"], now["count"], now["starter"]) == ("play", [1], 8, True)
    assert check(client, DEAL)["awaits"] == "deal"
    assert check(client, f"{DEAL} a-resign")["awaits"] == "over"
    assert check(client, "#1a nonsense") == {"fault": "Line 1, column 5: “nonsense” can’t be read."}
    assert check(client, "x" * (LONGEST + 1)) == {"fault": "This is too long for a game."}
    assert not BoardGame.objects.exists()
