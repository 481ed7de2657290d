"""A rematch of a finished game by the API: offered, accepted, withdrawn, and refused as on the page."""

from typing import Any

import pytest
from django.test import Client

from common import clock
from common.http.rate_limit import RateLimit
from game.accounts import blocks, places
from game.accounts.sanctions import PERMANENT
from game.engine.state import Rules
from game.lobby.rematch import request_rematch
from game.models import Game, Player, Seek
from game.tokens.scopes import Scope
from people.notices.listing import load_notices
from programs.api.streams.events import Challenge, describe_challenge, load_live_games
from tests.worlds.api import bearer, bot_of, make_text
from tests.worlds.bot_games import open_bot_game
from tests.worlds.finished_games import create_finished_game
from tests.worlds.people import player
from tests.worlds.tables import create_game, update_row
from tests.worlds.threads import at_once
from tests.worlds.typed import check_answer

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> tuple[Player, Player]:
    return player("Ann"), player("Bob")


@pytest.fixture
def game(people: tuple[Player, Player]) -> Game:
    return create_finished_game(players=people)


def call(caller: Player, path: str, *scopes: Scope, **headers: str) -> tuple[int, Any]:
    headers |= bearer(make_text(caller, *(scopes or (Scope.CHALLENGE,))))
    answer = Client().post(f"/api/v1{path}", content_type="application/json", **headers)  # type: ignore[arg-type]
    if answer.status_code == 200:
        check_answer("POST", path, answer.json())
    return answer.status_code, answer.json()


def ask(caller: Player, game: Game, *scopes: Scope, **headers: str) -> tuple[int, Any]:
    return call(caller, f"/games/{game.pk}/rematch", *scopes, **headers)


def withdraw(caller: Player, game: Game) -> tuple[int, Any]:
    return call(caller, f"/games/{game.pk}/rematch/cancel")


def challenges_in_the_stream(of: Player) -> list[Challenge]:
    notices = load_notices({of.pk})[0].get(of.pk, [])
    return [describe_challenge(one) for one in notices if one["kind"] == "challenge"]


class TestAnOffer:
    def test_is_a_challenge_in_the_opponents_stream_and_becomes_a_game_by_the_same_call(
        self, people: tuple[Player, Player], game: Game
    ) -> None:
        ann, bob = people
        status, offered = ask(ann, game)
        assert (status, offered["waiting"], offered["invite"]) == (200, True, None)
        assert [(one.id, one.by) for one in challenges_in_the_stream(bob)] == [(offered["game"], "Ann")]
        assert challenges_in_the_stream(ann) == []
        assert ask(bob, game) == (200, {"game": offered["game"], "waiting": False, "invite": None})
        assert challenges_in_the_stream(bob) == []
        assert offered["game"] in [one.start.game for one in load_live_games({ann.pk})[ann.pk]]
        assert ask(ann, game)[1]["game"] == offered["game"]
        assert Seek.objects.count() == 1

    def test_is_accepted_or_declined_as_a_challenge(self, people: tuple[Player, Player], game: Game) -> None:
        ann, bob = people
        offer = ask(ann, game)[1]["game"]
        assert call(bob, f"/challenges/{offer}/decline")[0] == 200
        assert ask(ann, game)[1]["code"] == "too_late"
        other = ask(bob, game)[1]["game"]  # only the decliner may offer it now
        assert call(ann, f"/challenges/{other}/accept") == (
            200,
            {"game": other, "waiting": False, "invite": None},
        )

    def test_is_withdrawn_and_made_again(self, people: tuple[Player, Player], game: Game) -> None:
        ann, bob = people
        assert withdraw(ann, game) == (200, {})
        offer = ask(ann, game)[1]["game"]
        assert withdraw(bob, game) == (200, {})  # not Bob's
        assert len(challenges_in_the_stream(bob)) == 1
        assert withdraw(ann, game) == withdraw(ann, game) == (200, {})
        assert challenges_in_the_stream(bob) == []
        assert call(bob, f"/challenges/{offer}/accept")[1]["code"] == "too_late"
        assert ask(ann, game)[1] == {"game": offer, "waiting": True, "invite": None}
        ask(bob, game)
        assert withdraw(ann, game)[1]["code"] == "too_late"

    def test_sent_twice_is_one(self, people: tuple[Player, Player], game: Game) -> None:
        ann, _ = people
        headers = {"HTTP_IDEMPOTENCY_KEY": "again"}
        assert ask(ann, game, **headers) == ask(ann, game, **headers) == ask(ann, game)
        assert Seek.objects.count() == 1

    def test_with_a_house_bot_is_a_game_at_once_and_only_one(self) -> None:
        ann = player("Ann")
        last = open_bot_game(ann, "novice", Rules(61))
        update_row(last.pk, finished_at=clock.now(), ended="resigned", winner=1, value=1)
        first = ask(ann, last)
        assert first[1]["waiting"] is False
        assert ask(ann, last) == first
        assert Game.objects.unfinished().count() == 1


class TestItIsRefused:
    def test_to_strangers_and_for_unknown_or_live_games(
        self, people: tuple[Player, Player], game: Game
    ) -> None:
        ann, bob = people
        stranger = player("Cat")
        assert ask(stranger, game)[1]["code"] == withdraw(stranger, game)[1]["code"] == "not_yours"
        assert ask(ann, create_game(players=(ann, bob)))[1]["code"] == "not_over"
        assert call(ann, "/games/nothing/rematch")[1]["code"] == "no_game"
        assert call(ann, "/games/nothing/rematch/cancel")[1]["code"] == "no_game"
        assert not Seek.objects.exists()

    def test_without_a_token_or_its_scope(self, people: tuple[Player, Player], game: Game) -> None:
        anonymous = Client().post(f"/api/v1/games/{game.pk}/rematch", content_type="application/json")
        assert (anonymous.status_code, anonymous.json()["code"]) == (401, "no_token")
        assert ask(people[0], game, Scope.FOLLOW)[1]["code"] == "no_scope"
        assert not Seek.objects.exists()

    @pytest.mark.parametrize("blocker", [0, 1])
    def test_with_a_block_between_them(self, people: tuple[Player, Player], game: Game, blocker: int) -> None:
        blocks.block(player=people[blocker], other=people[1 - blocker])
        assert [ask(one, game)[1]["code"] for one in people] == ["blocked"] * 2
        assert not Seek.objects.exists()

    def test_after_an_offer_and_a_block(self, people: tuple[Player, Player], game: Game) -> None:
        ann, bob = people
        offer = ask(ann, game)[1]["game"]
        blocks.block(player=bob, other=ann)
        assert challenges_in_the_stream(bob) == []
        assert call(bob, f"/challenges/{offer}/accept")[1]["code"] == "blocked"
        assert ask(bob, game)[1]["code"] == "blocked"

    def test_to_a_banned_account(self, people: tuple[Player, Player], game: Game) -> None:
        ann, _ = people
        Player.objects.filter(pk=ann.pk).update(banned_until=PERMANENT)
        assert ask(ann, game)[1]["code"] == withdraw(ann, game)[1]["code"] == "banned"
        assert not Seek.objects.exists()

    def test_to_a_bot_that_asks_a_person_but_not_to_the_person(self, people: tuple[Player, Player]) -> None:
        deep = bot_of(people[0], "Deep")
        game = create_finished_game(players=(people[1], deep))
        assert ask(deep, game, Scope.BOT)[1]["code"] == "people_only"
        offer = ask(people[1], game)[1]
        assert offer["waiting"] is True
        assert ask(deep, game, Scope.BOT)[1] == {**offer, "waiting": False}

    def test_of_a_rated_game_while_one_plays_another(self, people: tuple[Player, Player]) -> None:
        ann, bob = people
        game = create_finished_game(players=people, rated=True)
        create_game("quick", players=(bob, player("Cat")), rated=True)
        assert ask(ann, game)[1]["waiting"] is True
        assert ask(bob, game)[1]["code"] == "engaged"
        assert Game.objects.with_player(ann).unfinished().count() == 0

    def test_beyond_the_limit_of_games(
        self, people: tuple[Player, Player], game: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(places, "GAMES", RateLimit("games", 1, 60))
        assert [ask(people[0], game)[0] for _ in range(2)] == [200, 429]


@pytest.mark.rows
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_both_ask_at_once_and_play_one_game(people: tuple[Player, Player], game: Game) -> None:
    asked = at_once(*(lambda one=one: request_rematch(game_id=game.pk, player=one) for one in people))
    assert len({place.game for place in asked}) == 1
    assert Game.objects.unfinished().count() == 1
    assert withdraw(people[0], game)[1]["code"] == "too_late"
