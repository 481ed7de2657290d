"""A new account becomes a bot for good, with its owner's consent."""

import json
from typing import Any

import pytest
from django.test import Client

from common.refusal import Refusal
from game.bot_accounts.models import BotAccount
from game.models import Player
from game.tokens.scopes import Scope
from people.clubs.models import Club, Membership
from programs.bots.accounts import MAX_PER_OWNER, Engine, update, upgrade
from tests.worlds.api import bearer, bot_of, make_text
from tests.worlds.people import player
from tests.worlds.tables import create_game

pytestmark = [pytest.mark.rows, pytest.mark.django_db]

DEEP = Engine("deep-crib", "1.4")


@pytest.fixture
def ann(db: None) -> Player:
    return player("Ann")


def refusal_of(account: Player, token: str, engine: Engine = DEEP) -> str:
    with pytest.raises(Refusal) as refused:
        upgrade(account=account, owners_token=token, engine=engine)
    return refused.value.code


def test_it_names_its_owner_and_is_a_bot_from_then_on(ann: Player) -> None:
    deep = bot_of(ann, "Deep")
    bot = BotAccount.objects.get()
    assert (bot.account, bot.owner, bot.engine, bot.version) == (deep, ann, "deep-crib", "1.4")
    assert (deep.is_api_bot, deep.is_bot, deep.is_any_bot, deep.has_account) == (True, False, True, True)


def test_second_upgrade_changes_nothing(ann: Player) -> None:
    deep = bot_of(ann, "Deep")
    again = upgrade(account=deep, owners_token=make_text(ann, Scope.BOT), engine=Engine("other", "2"))
    assert (again.engine, BotAccount.objects.count()) == ("deep-crib", 1)


class TestConsent:
    """The owner consents with a token, which only a person who knows the owner's password can make."""

    @pytest.mark.parametrize("scopes", [(), (Scope.PLAY, Scope.CHALLENGE, Scope.REVIEW)])
    def test_token_of_another_scope_does_not_name_an_owner(
        self, ann: Player, scopes: tuple[Scope, ...]
    ) -> None:
        assert refusal_of(player("Deep"), make_text(ann, *scopes)) == "bad_owner"

    def test_name_or_stored_digest_is_no_consent(self, ann: Player) -> None:
        make_text(ann, Scope.BOT)
        deep = player("Deep")
        for text in ("Ann", "", ann.tokens.get().digest, "eo_" + "A" * 43):
            assert refusal_of(deep, text) == "bad_owner"

    def test_token_of_an_account_without_a_password_is_no_consent(self, ann: Player) -> None:
        ann.set_unusable_password()
        ann.save()
        assert refusal_of(player("Deep"), make_text(ann, Scope.BOT)) == "bad_owner"

    def test_bot_cannot_be_an_owner(self, ann: Player) -> None:
        deep, fresh = bot_of(ann, "Deep"), player("Fresh")
        assert refusal_of(fresh, make_text(fresh, Scope.BOT)) == "bad_owner"
        assert refusal_of(fresh, make_text(deep, Scope.BOT)) == "bad_owner"

    def test_bot_cannot_change_its_owner(self, ann: Player) -> None:
        deep = bot_of(ann, "Deep")
        assert refusal_of(deep, make_text(player("Bob"), Scope.BOT)) == "not_yours"


class TestOnlyANewAccount:
    def test_account_with_games_cannot_become_a_bot(self, ann: Player) -> None:
        deep = player("Deep")
        create_game(players=(deep, player("Bob")))
        assert refusal_of(deep, make_text(ann, Scope.BOT)) == "has_played"

    def test_club_member_cannot_become_a_bot(self, ann: Player) -> None:
        deep = player("Deep")
        owls = Club.objects.create(name="Owls", slug="owls", likeness="ovvls", created_at=deep.date_joined)
        Membership.objects.create(club=owls, player=deep, role="owner", since=deep.date_joined)
        assert refusal_of(deep, make_text(ann, Scope.BOT)) == "has_played"

    def test_owner_of_bots_cannot_become_a_bot(self, ann: Player) -> None:
        bot_of(ann, "Deep")
        assert refusal_of(ann, make_text(player("Bob"), Scope.BOT)) == "has_played"


def test_an_owner_has_three(ann: Player) -> None:
    for n in range(MAX_PER_OWNER):
        bot_of(ann, f"Deep-{n}")
    assert refusal_of(player("One-more"), make_text(ann, Scope.BOT)) == "full"


@pytest.mark.parametrize(
    "engine",
    [
        Engine("", "1"),
        Engine("a" * 61, "1"),
        Engine("deep", "1\n2"),
        Engine("deep", "1", "http://example.org/deep"),
        Engine("deep", "1", "javascript:alert(1)"),
        Engine("deep", "1", "https://"),
        Engine("deep", "1", "https://ann:secret@example.org/"),
        Engine("deep", "1", "https://example.org/a b"),
    ],
)
def test_engine_name_version_and_source_are_validated(ann: Player, engine: Engine) -> None:
    assert refusal_of(player("Deep"), make_text(ann, Scope.BOT), engine) == "bad_request"


def test_new_version_changes_its_start(ann: Player) -> None:
    deep = bot_of(ann, "Deep")
    first = BotAccount.objects.get().version_since
    assert (
        update(account=deep, engine=Engine("deep-crib", "1.4", "https://example.org")).version_since == first
    )
    assert update(account=deep, engine=Engine("deep-crib", "1.5")).version_since > first


def put(deep: Player, **body: Any) -> Any:
    text = make_text(deep, Scope.BOT)
    return Client().put("/api/v1/bots/me", json.dumps(body), "application/json", **bearer(text))


def test_bot_token_updates_engine_details(ann: Player) -> None:
    answer = put(bot_of(ann, "Deep"), engine="deep-crib", version="2", source="https://example.org/deep")
    assert answer.status_code == 200
    assert (answer.json()["version"], answer.json()["owner"]) == ("2", "Ann")


@pytest.mark.slow
def test_person_cannot_update_engine_details(ann: Player) -> None:
    answer = put(ann, engine="deep-crib", version="2")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_a_bot")
