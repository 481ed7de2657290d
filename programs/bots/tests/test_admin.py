"""The admin's list of players' bots: what it shows, and how a host bans a bot."""

import pytest
from django.test import Client

from game.accounts.sanctions import is_banned
from game.bot_accounts.models import BotAccount
from game.models import Game, Player, Ruling
from game.tokens.scopes import Scope
from tests.worlds.api import bearer, bot_of, make_text
from tests.worlds.people import REASON, host, moderator, player, reload
from tests.worlds.tables import create_game

pytestmark = pytest.mark.django_db

LIST = "/admin/bot_accounts/botaccount/"


@pytest.fixture
def ann(db: None) -> Player:
    return player("Ann")


@pytest.fixture
def deep(ann: Player) -> Player:
    return bot_of(ann, "Deep")


def as_(one: Player) -> Client:
    client = Client()
    client.force_login(one)
    return client


def body(by: Player, path: str = LIST) -> str:
    return as_(by).get(path).content.decode()


def test_row_shows_owner_engine_and_standing(deep: Player) -> None:
    bot_of(player("Bob"), "Blue")
    BotAccount.objects.filter(account=deep).update(engine="abyss", source="https://example.org/abyss")
    shown = body(host())
    for words in ("Deep", "Ann", "abyss", "1.4", "https://example.org/abyss", "1500"):
        assert words in shown


@pytest.mark.parametrize(("term", "is_found"), [("dee", True), ("ann", True), ("bob", False), ("blu", False)])
def test_it_is_found_by_its_name_and_by_its_owners(deep: Player, term: str, is_found: bool) -> None:
    bot_of(player("Bob"), "Blue")
    assert (f"{LIST}{deep.pk}/change/" in body(host(), f"{LIST}?q={term}")) == is_found


class TestStopping:
    def test_stopping_a_bot_ends_its_games_and_tokens_but_not_its_owners(
        self, ann: Player, deep: Player
    ) -> None:
        blue, by = bot_of(ann, "Blue"), host()
        game, token = create_game(players=(player("Bob"), deep)), make_text(deep, Scope.BOT)
        assert Client().get("/api/v1/me", **bearer(token)).status_code == 200
        answer = as_(by).post(f"{LIST}{deep.pk}/stop-bot/", {"reason": REASON, "for_good": "on"})
        assert answer.url == f"{LIST}{deep.pk}/change/"
        ruling = Ruling.objects.get()
        assert (ruling.kind, ruling.player, ruling.by, ruling.reason) == ("ban", deep, by, REASON)
        assert [is_banned(reload(one)) for one in (deep, blue, ann)] == [True, False, False]
        assert Game.objects.get(pk=game.pk).finished_at is not None
        assert Client().get("/api/v1/me", **bearer(token)).status_code == 403

    @pytest.mark.slow
    def test_readmitted_bot_may_play_again(self, deep: Player) -> None:
        by = host()
        as_(by).post(f"{LIST}{deep.pk}/stop-bot/", {"reason": REASON, "for_good": "on"})
        assert "stopped" in body(by, f"{LIST}?state=stopped")
        as_(by).post(f"{LIST}{deep.pk}/readmit-bot/", {"reason": REASON})
        assert not is_banned(reload(deep))
        assert [one.kind for one in Ruling.objects.order_by("pk")] == ["ban", "unban"]

    @pytest.mark.slow
    def test_only_the_applicable_action_is_offered(self, deep: Player) -> None:
        by, page = host(), f"{LIST}{deep.pk}/change/"
        assert ["stop-bot/" in body(by, page), "readmit-bot/" in body(by, page)] == [True, False]
        as_(by).post(f"{LIST}{deep.pk}/stop-bot/", {"reason": REASON, "for_good": "on"})
        assert ["stop-bot/" in body(by, page), "readmit-bot/" in body(by, page)] == [False, True]

    def test_a_moderator_stops_it_for_thirty_days_at_most(self, deep: Player) -> None:
        answer = as_(moderator()).post(f"{LIST}{deep.pk}/stop-bot/", {"reason": REASON, "for_good": "on"})
        assert answer.status_code == 400
        assert not is_banned(reload(deep))

    def test_owner_cannot_stop_a_bot_in_the_admin(self, ann: Player, deep: Player) -> None:
        answer = as_(ann).post(f"{LIST}{deep.pk}/stop-bot/", {"reason": REASON}, follow=True)
        assert answer.status_code == 403
