"""Signing up, as a new visitor or as a guest."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from common.refusal import Refusal
from cribbage_site.tests.server_process import Server
from game.accounts import names, signup
from game.accounts.guests import create_guest
from game.engine.state import Rules
from game.models import Game, Player
from tests.worlds.accounts import OTHER_PASSWORD, PASSWORD, AccountClient, form_errors, page_text
from tests.worlds.bot_games import open_bot_game
from tests.worlds.scripted_player import Visitor

pytestmark = pytest.mark.django_db

Guest = tuple[AccountClient, Player]


def test_a_name_and_a_password_are_enough(nobody: AccountClient):
    answer = nobody.post("signup", username="Berta", password1=PASSWORD)
    assert answer["Location"] == "/"
    berta = Player.objects.get(username="Berta")
    assert berta.username == "Berta"
    assert berta.likeness == names.likeness("Berta")
    assert berta.has_account
    assert nobody.is_logged_in()


@pytest.mark.rows
def test_a_guests_own_row_becomes_the_account(guest: Guest):
    browser, player = guest
    over, live = (open_bot_game(player, "novice", Rules()) for _ in range(2))
    Game.objects.filter(pk=over.pk).update(finished_at=over.created_at, winner=0)
    assert "2 games" in page_text(browser.get("signup"))

    browser.post("signup", username="Berta", password1=PASSWORD)
    berta = Player.objects.get(username="Berta")
    assert berta.pk == player.pk
    assert berta.has_account
    assert set(Game.objects.with_player(berta)) == {over, live}
    assert int(browser.client.session["_auth_user_id"]) == berta.pk


def test_guest_returns_to_the_page_they_came_from(guest: Guest):
    answer = guest[0].client.post(
        "/accounts/signup/?next=/table/xyz", {"username": "Berta", "password1": PASSWORD}
    )
    assert answer["Location"] == "/table/xyz"


def test_guest_whose_sign_up_is_refused_stays_that_guest(guest: Guest):
    browser, player = guest
    browser.post("signup", username="admin", password1=PASSWORD)
    player.refresh_from_db()
    assert player.is_guest
    assert int(browser.client.session["_auth_user_id"]) == player.pk


def test_a_guest_signs_up_once():
    guest = create_guest()
    signup.sign_up(name="Berta", password=PASSWORD, guest=guest)
    with pytest.raises(Refusal, match="already signed up, as Berta"):
        signup.sign_up(name="Carla", password=OTHER_PASSWORD, guest=guest)
    assert Player.objects.get(username="Berta").check_password(PASSWORD)


def test_guest_who_logs_in_is_warned_about_their_games(anna: Player, guest: Guest):
    browser, player = guest
    open_bot_game(player, "novice", Rules())
    page = page_text(browser.get("login"))
    assert f"You’re playing as {player}. If you log in to an account you already have" in page

    browser.post("login", login="Anna", password=PASSWORD)
    assert int(browser.client.session["_auth_user_id"]) == anna.pk
    assert not Game.objects.with_player(anna).exists()
    player.refresh_from_db()
    assert player.is_guest


def test_an_account_that_is_logged_in_needs_no_entrance(annas: AccountClient):
    for page in ("signup", "login"):
        assert annas.get(page)["Location"] == "/"


@pytest.mark.rows
def test_name_taken_a_moment_before_is_refused_at_its_field(
    nobody: AccountClient, anna: Player, monkeypatch: pytest.MonkeyPatch
):
    # The form checked the name before it was taken.
    monkeypatch.setattr(signup, "is_taken", lambda name: False)
    answer = nobody.post("signup", username="ANNA", password1=PASSWORD)
    assert answer.status_code == 400
    assert form_errors(answer) == {"username": signup.NAME_TAKEN}
    assert not nobody.is_logged_in()


@pytest.mark.slow
@pytest.mark.rows
def test_of_concurrent_sign_ups_with_one_name_one_succeeds(server: Server):
    visitors = [Visitor(server.url) for _ in range(4)]
    wanted = ["Double", "double", "D0uble", "Doub-le"]

    def sign_up(visitor: Visitor, name: str) -> tuple[int, str]:
        return visitor.submit("/accounts/signup/", username=name, password1=PASSWORD)

    with ThreadPoolExecutor(4) as at_once:
        answers = list(at_once.map(sign_up, visitors, wanted))
    assert sorted(status for status, _ in answers) == [200, 400, 400, 400]
    assert all(str(signup.NAME_TAKEN) in page for status, page in answers if status == 400)
