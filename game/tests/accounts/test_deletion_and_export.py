"""Deleting an account, and downloading everything before that."""

import json
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.test import Client

from common import clock
from cribbage_site.tests.server_process import Server
from game.accounts.deletion import delete_account
from game.accounts.export import SECTIONS
from game.bot_accounts.accounts import Engine, upgrade
from game.bot_accounts.models import BotAccount
from game.clubs.models import Club, ClubReport, JoinRequest, Membership
from game.daily.models import Daily, DailyEntry, MonthLine
from game.desk import deeds
from game.desk.models import Evening, Sitter
from game.engine.state import Rules
from game.engines.models import RemoteEngine
from game.engines.remote.registering import register
from game.engines.rulings import allow
from game.following.follows import follow
from game.following.models import Follow
from game.lobby import seeks
from game.lobby.pairing import GameSettings
from game.models import (
    AdviceNote,
    Appeal,
    Block,
    Chat,
    DealtTotal,
    ForgottenGames,
    Game,
    HalscribGame,
    LearntHabits,
    Player,
    Report,
    Ruling,
    Seek,
    Vacation,
)
from game.notices.kinds import FOLLOWED_HERE, PAIRED, Way
from game.notices.models import Digest, Notice, PushSubscription, Switch
from game.notices.record import notify
from game.notices.switches import set_switch
from game.platform.scopes import Scope
from game.platform.tokens import make_token
from game.shared_decks.models import DeckSet
from game.strength.models import PlayerStrength, Title, WeighedGame
from game.table.opening import open_bot_game, open_game
from game.tests.accounts.people import PASSWORD, AccountClient, create_account, page_text
from game.tests.live.scripted_player import Visitor
from game.throws.models import Vote
from game.throws.tests.throws import create_throw
from game.throws.voting import vote
from game.trainer.models import Exercise, Trainee
from ranking.models import Change, Kind, Standing
from rng import entropy

pytestmark = [pytest.mark.rows_in_full, pytest.mark.django_db]

SECRET_OF_ANNAS = (
    "Anna",
    "anna@example.com",
    "what Anna said",
    "what Anna reported",
    "of a club",
    "what Anna appealed",
)


@pytest.fixture
def anna(db: None) -> Player:
    """Anna, with rows of every kind."""
    anna, berta = create_account("Anna", "anna@example.com"), create_account("Berta")
    _, consent = make_token(player=anna, name="a program", scopes=[Scope.BOT], days=30)
    upgrade(account=create_account("Annas-bot"), owners_token=consent, engine=Engine("deep-crib", "1.4"))
    register(owner=anna, name="annas_engine", version="2")
    now = clock.now()
    played = open_game(entropy.game_id(), (anna, berta), Rules())
    Game.objects.filter(pk=played.pk).update(finished_at=now, winner=0, transcript="121 auto d1")
    open_bot_game(anna, "novice", Rules())
    Chat.objects.create(game=played, player=anna, seat=0, text="what Anna said", at=now)
    Chat.objects.create(game=played, player=anna, seat=0, phrase="luck", at=now)
    line = Chat.objects.create(game=played, player=berta, seat=1, text="what Berta said", at=now)
    Report.objects.create(said=line, by=anna, why="what Anna reported", at=now)
    ruling = Ruling.objects.create(kind="warn", by=berta, player=anna, reason="be kind", at=now)
    Appeal.objects.create(player=anna, text="what Anna appealed", at=now, ruling=ruling)
    Appeal.objects.create(player=anna, text="what Anna appealed again", at=now)
    AdviceNote.objects.create(game=Game.objects.all()[0], player=anna, at=now)
    ForgottenGames.objects.create(player=anna, games=1, at=now)
    Vacation.objects.create(player=anna, begins_at=0, ends_at=1)
    DealtTotal.objects.create(player=anna, better=3, worse=4, last_sheet=0)
    Title.objects.create(player=anna, name="club", at=now, lost_percent=0.7)
    PlayerStrength.objects.create(player=anna, strength=0.04, variance=0.001, games=30)
    WeighedGame.objects.create(
        game=played, noted_at=now, number=1, adjusted=1.2, strength_a=0.04, variance_a=0.001,
        strength_b=0.0, variance_b=0.001,
    )  # fmt: skip
    LearntHabits.objects.create(player=anna, games=2, led_pairs=3, lead_chances=5)
    met = open_bot_game(anna, "halscrib", Rules())
    HalscribGame.objects.filter(pk=met.pk).update(ended_at=now, won=True)
    Game.objects.filter(pk=met.pk).update(finished_at=now, winner=1)
    throw = create_throw()
    vote(anna, throw, throw.lines[0]["thrown"])
    Trainee.objects.create(player=anna, searched_until=now)
    Exercise.objects.create(player=anna, game=met, ply=2, added_at=now)
    carla = create_account("Carla")
    desk = deeds.create(director=anna, name="Anna’s evening", games=9, best_of=3)
    deeds.add_players(desk.pk, ["Dick"])
    follow(player=anna, other=carla)
    follow(player=carla, other=anna)
    club = Club.objects.create(name="Owls", slug="owls", likeness="ovvls", created_at=now)
    Membership.objects.create(club=club, player=anna, role="owner", since=now)
    JoinRequest.objects.create(club=club, player=anna, at=now)
    ClubReport.objects.create(club=club, by=anna, why="what Anna reported of a club", at=now)
    Block.objects.create(by=anna, blocked=berta)
    Block.objects.create(by=berta, blocked=anna)
    Authenticator.objects.create(user=anna, type=Authenticator.Type.TOTP, data={"secret": "sealed"})
    Standing.objects.create(player=anna, kind=Kind.PEOPLE, points=1513, wins=5, listed=True)
    Change.objects.create(
        game=played.pk, player=anna, kind=Kind.PEOPLE, opponent=berta, won=True, rules=1, own=1500,
        opponents=1500, change=21, after=1521, why="an even game", at=now,
    )  # fmt: skip
    with_decks = DeckSet.objects.create(
        id="of-a-day", params="{}", rounds=1, tip="", sealed="", announced_at=now
    )
    daily = Daily.objects.create(day=now.date(), deck_set=with_decks)
    DailyEntry.objects.create(daily=daily, player=anna, game=played, margin=21, percent=62.5, alike=1)
    MonthLine.objects.create(month=now.date().replace(day=1), player=anna, days=1, total=21)
    seeks.seek_anyone(player=anna, settings=GameSettings(121, "auto", "quick"))
    notify(FOLLOWED_HERE, [anna.pk], f"player:{berta.pk}", by=berta)
    notify(FOLLOWED_HERE, [berta.pk], f"player:{anna.pk}", by=anna)
    set_switch(anna, PAIRED, Way.PUSH, on=False)
    PushSubscription.objects.create(player=anna, endpoint="https://push.example/anna", at=now)
    Digest.objects.create(player=anna, tried_at=now, sent=True)
    return anna


def everything_in_the_database() -> str:
    models: tuple[Any, ...] = (
        Player,
        EmailAddress,
        Authenticator,
        Chat,
        Report,
        ClubReport,
        Appeal,
        Block,
        ForgottenGames,
        AdviceNote,
        Seek,
        Notice,
    )
    return "\n".join(str(row) for model in models for row in model.objects.values())


@pytest.mark.rows
class TestDeleting:
    def test_nothing_personal_is_left(self, anna: Player):
        assert all(words in everything_in_the_database() for words in SECRET_OF_ANNAS)
        delete_account(anna)
        assert not [words for words in SECRET_OF_ANNAS if words in everything_in_the_database()]
        for kept in (
            EmailAddress, Authenticator, Block, Follow, Membership, JoinRequest, DealtTotal, LearntHabits,
            Notice, Switch, PushSubscription, Digest, Vacation, Evening,
            Sitter, Trainee, Exercise, Title, DailyEntry, MonthLine,
        ):  # fmt: skip
            assert not kept.objects.exists()
        assert list(Vote.objects.values_list("player", flat=True)) == [None]

    def test_opponents_keep_what_they_played_and_said(self, anna: Player):
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

    def test_nobody_logs_in_as_one_who_is_gone_and_a_host_is_one_no_more(self, anna: Player):
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
        assert not RemoteEngine.objects.exists()

    def test_one_that_played_is_stopped_and_what_hosts_decided_stays(self, anna: Player):
        host = create_account("Hostess")
        Player.objects.filter(pk=host.pk).update(is_staff=True, is_superuser=True)
        host.refresh_from_db()
        allow(by=host, engine=RemoteEngine.objects.get(), reason="It plays well.")
        delete_account(anna)
        engine = RemoteEngine.objects.get()
        assert (engine.state, engine.version, engine.decisions.count()) == ("stopped", "", 1)
        assert engine.owner.username.startswith("Deleted-")

    def test_a_bot_goes_alone(self, anna: Player):
        delete_account(Player.objects.get(username="Annas-bot"))
        assert Player.objects.get(username="Anna").is_active
        assert not BotAccount.objects.exists()

    def test_the_name_is_free_again(self, anna: Player):
        delete_account(anna)
        assert AccountClient(Client()).post("signup", username="Anna", password1=PASSWORD).status_code == 302

    def test_it_is_all_or_nothing(self, anna: Player, monkeypatch: pytest.MonkeyPatch):
        before = everything_in_the_database()
        monkeypatch.setattr(entropy, "game_id", lambda: 1 / 0)  # the power fails at the last step
        with pytest.raises(ZeroDivisionError):
            delete_account(anna)
        assert everything_in_the_database() == before
        assert Game.objects.unfinished().count() == 1

    def test_the_page_says_what_it_means_asks_for_the_password_and_does_it(self, anna: Player):
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
    # The test client reads at once what a server sends piece by piece.
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

    def test_it_is_one_file_with_all_there_is(self, kept: dict[str, Any]):
        assert list(kept) == ["written_at", *SECTIONS]
        empty = [section for section in SECTIONS if not kept[section]]
        assert empty == [
            "games_whose_cards_are_still_played",
            "parts_in_shared_decks",
            "invitations_to_play_my_cards",
            "scoresheets",
            "is_a_bot_of",
            "trials_of_this_bot",
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

    def test_it_holds_nothing_that_opens_a_door_and_nothing_of_others(
        self, anna: Player, kept: dict[str, Any]
    ):
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
