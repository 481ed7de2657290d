"""Deleting an account, and downloading everything before that."""

import json
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.test import Client

from common import clock
from common.personal_data import sections
from cribbage_site.tests.server_process import Server
from game.bot_accounts.models import BotAccount
from game.engines.models import RemoteEngine
from game.following.models import Follow
from game.models import (
    Block,
    Chat,
    DealtTotal,
    Game,
    LearntHabits,
    Player,
    Ruling,
    Seek,
    Vacation,
)
from people.clubs.models import JoinRequest, Membership
from people.notices.models import Digest, Notice, PushSubscription, Switch
from people.settings.deletion import delete_account
from people.settings.tests.stored_rows import create_anna
from programs.engines.rulings import allow
from ranking.models import Change, Standing
from rng import entropy
from study.daily.models import DailyEntry, MonthLine
from study.strength.models import Title
from study.throws.models import Vote
from study.trainer.models import Exercise, Trainee
from tests.worlds.accounts import PASSWORD, AccountClient, create_account, page_text
from tests.worlds.scripted_player import Visitor
from tournaments.desk.models import Evening, Sitter

pytestmark = pytest.mark.django_db

SECRET_OF_ANNAS = (
    "Anna",
    "anna@example.com",
    "what Anna said",
    "what Anna reported",
    "of a club",
    "what Anna appealed",
    "what Anna called",
    "what Anna gave as a reason",
    "what Anna wrote of a game",
)


@pytest.fixture
def anna(db: None) -> Player:
    """Return Anna, with rows of every kind."""
    return create_anna()


def everything_in_the_database() -> str:
    """Return all rows of all models, except sessions, which are signed."""
    models = [model for model in apps.get_models() if model._meta.label != "sessions.Session"]
    return "\n".join(str(row) for model in models for row in model._default_manager.values())


@pytest.mark.rows
class TestDeleting:
    @pytest.mark.slow
    def test_nothing_personal_is_left(self, anna: Player):
        assert all(words in everything_in_the_database() for words in SECRET_OF_ANNAS)
        delete_account(anna)
        assert not [words for words in SECRET_OF_ANNAS if words in everything_in_the_database()]
        for kept in (
            EmailAddress, Authenticator, Block, Follow, Membership, JoinRequest, DealtTotal, LearntHabits,
            Switch, PushSubscription, Digest, Vacation, Evening,
            Sitter, Trainee, Exercise, Title, DailyEntry, MonthLine,
        ):  # fmt: skip
            assert not kept.objects.exists()
        assert list(Vote.objects.values_list("player", flat=True)) == [None]
        assert [notice.parts["event"] for notice in Notice.objects.all()] == ["Duel of two teams"]

    def test_opponents_keep_their_games_and_chat_lines(self, anna: Player):
        with_berta = Game.objects.filter(seat_b__username="Berta")
        finished = list(with_berta.values("pk", "winner", "transcript"))
        delete_account(anna)
        assert (
            list(Game.objects.filter(pk=finished[0]["pk"]).values("pk", "winner", "transcript")) == finished
        )
        assert Game.objects.get(pk=finished[0]["pk"]).seat_a.username.startswith("Deleted-")
        assert Chat.objects.filter(text="what Berta said").exists()
        assert Change.objects.filter(player=anna).exists()
        assert Ruling.objects.filter(player=anna).exists()

    def test_live_games_seeks_and_the_place_on_the_ladder_go(self, anna: Player):
        delete_account(anna)
        assert not Game.objects.unfinished().exists()
        assert not Seek.objects.filter(expires_at__gt=clock.now()).exists()
        assert list(Standing.objects.filter(player=anna).values_list("hidden", "listed")) == [(True, False)]

    def test_deleted_account_cannot_log_in_and_is_no_host(self, anna: Player):
        Player.objects.filter(pk=anna.pk).update(is_staff=True, is_superuser=True)
        browser = AccountClient(Client())
        browser.client.force_login(anna)
        delete_account(anna)
        assert not browser.is_logged_in()
        anna.refresh_from_db()
        assert [anna.is_active, anna.is_staff, anna.is_superuser, anna.has_usable_password()] == [False] * 4
        assert browser.post("login", login=anna.username, password=PASSWORD).status_code == 400

    def test_its_bots_go_with_it(self, anna: Player):
        bot = Player.objects.get(username="Annas-bot")
        delete_account(anna)
        bot.refresh_from_db()
        assert (bot.is_active, bot.username.startswith("Deleted-"), bot.is_api_bot) == (False, True, True)
        assert not BotAccount.objects.exists()

    def test_an_engine_that_no_host_has_seen_goes_with_it(self, anna: Player):
        delete_account(anna)
        assert not RemoteEngine.objects.filter(owner=anna).exists()

    def test_engine_that_played_is_stopped_and_rulings_stay(self, anna: Player):
        host = create_account("Hostess")
        Player.objects.filter(pk=host.pk).update(is_staff=True, is_superuser=True)
        host.refresh_from_db()
        allow(by=host, engine=RemoteEngine.objects.get(owner=anna), reason="It plays well.")
        delete_account(anna)
        engine = RemoteEngine.objects.get(owner=anna)
        assert (engine.state, engine.version, engine.decisions.count()) == ("stopped", "", 1)
        assert engine.owner.username.startswith("Deleted-")

    def test_a_bot_goes_alone(self, anna: Player):
        delete_account(Player.objects.get(username="Annas-bot"))
        assert Player.objects.get(username="Anna").is_active
        assert not BotAccount.objects.exists()

    def test_the_name_is_free_again(self, anna: Player):
        delete_account(anna)
        assert AccountClient(Client()).post("signup", username="Anna", password1=PASSWORD).status_code == 302

    @pytest.mark.slow
    def test_it_is_all_or_nothing(self, anna: Player, monkeypatch: pytest.MonkeyPatch):
        before = everything_in_the_database()
        monkeypatch.setattr(entropy, "game_id", lambda: 1 / 0)  # a crash at the last step
        with pytest.raises(ZeroDivisionError):
            delete_account(anna)
        assert everything_in_the_database() == before
        assert Game.objects.unfinished().count() == 1

    @pytest.mark.slow
    def test_page_explains_asks_for_the_password_and_deletes(self, anna: Player):
        browser = AccountClient(Client())
        browser.client.force_login(anna)
        page = page_text(browser.get("delete"))
        assert "You can’t undo this" in page
        assert "You lose your game in progress" in page
        answer = browser.client.post("/accounts/delete/", {"password": PASSWORD}, follow=True)
        assert "Your account is deleted" in page_text(answer)
        assert not browser.is_logged_in()
        anna.refresh_from_db()
        assert not anna.is_active


class TestDownloading:
    # The test client reads at once what a server streams.
    pytestmark = pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume")

    @pytest.fixture
    def kept(self, anna: Player) -> dict[str, Any]:
        client = Client()
        client.force_login(anna)
        answer = client.get("/accounts/download/")
        assert answer["Content-Type"] == "application/json"
        assert answer["Content-Disposition"] == 'attachment; filename="every-other.json"'
        file: dict[str, Any] = json.loads(b"".join(answer))
        return file

    def test_export_is_one_file_with_all_data(self, kept: dict[str, Any]):
        assert list(kept) == ["written_at", *sections]
        empty = [section for section in sections if not kept[section]]
        assert empty == [
            "games_whose_cards_are_still_played",
            "scoresheets",
            "parts_in_shared_decks",
            "is_a_bot_of",
            "trials_of_this_bot",
            "invitations_to_play_my_cards",
        ]
        assert [bot["name"] for bot in kept["bots_owned"]] == ["Annas-bot"]
        assert [engine["name"] for engine in kept["engine_registered"]] == ["annas_engine"]
        assert kept["profile"][0]["username"] == "Anna"
        transcripts = {game["player_b"]: game["transcript"] for game in kept["finished_games"]}
        assert transcripts == {"Berta": "121 auto d1", "HALSCRIB": "121 auto"}
        assert kept["changes_of_points"][0]["change"] == 21
        assert kept["reported"][0] == kept["reported"][0] | {
            "why": "what Anna reported",
            "line": "what Berta said",
        }

    def test_a_live_game_shows_nothing_of_its_cards(self, kept: dict[str, Any]):
        assert set(kept["games_in_progress"][0]) == {
            "id", "created_at", "clock", "rated", "score_a", "score_b", "player_a", "player_b",
        }  # fmt: skip

    def test_export_has_no_credentials_and_no_data_of_others(self, anna: Player, kept: dict[str, Any]):
        whole = json.dumps(kept)
        assert anna.password not in whole
        assert "sealed" not in whole
        assert Player.objects.get(username="Berta").password not in whole
        assert [line["text"] for line in kept["said"] if line["text"]] == ["what Anna said"]

    def test_a_server_sends_it_as_well(self, server: Server):
        visitor, name = Visitor(server.url), f"Player-{entropy.name_suffix()}"
        game = visitor.new_game()
        visitor.sign_up(name)
        status, file = visitor.get("/accounts/download/")
        assert status == 200
        kept = json.loads(file)
        assert kept["profile"][0]["username"] == name
        assert [live["id"] for live in kept["games_in_progress"]] == [game]

    def test_it_is_for_its_owner_alone(self, anna: Player):
        assert Client().get("/accounts/download/").status_code == 302


@pytest.mark.rows
def test_moving_the_clock_on_finds_no_game_of_the_deleted(anna: Player):
    delete_account(anna)
    clock.shift(timedelta(days=2))
    try:
        assert not Game.objects.with_player(anna).unfinished().exists()
    finally:
        clock.shift(timedelta(days=-2))
