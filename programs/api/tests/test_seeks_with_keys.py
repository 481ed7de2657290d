"""A seek with an `Idempotency-Key` leads to one game, however often its call is repeated."""

import json
from typing import Any

import pytest
from django.test import Client

from game.accounts import blocks
from game.lobby import seeks
from game.lobby.matchmaking import open_seeks
from game.lobby.pairing import GameSettings
from game.models import Game, Player, Seek
from game.tokens.models import StoredAnswer
from game.tokens.scopes import Scope
from tests.worlds.api import bearer, bot_of, lines_of, make_text
from tests.worlds.people import player
from tests.worlds.threads import at_once

pytestmark = pytest.mark.django_db
SETTINGS = GameSettings(121, "auto", "standard")


@pytest.fixture
def ann() -> Player:
    return player("Ann")


@pytest.fixture
def bob() -> Player:
    return player("Bob")


def seek(caller: Player, key: str | None = "first", **body: Any) -> Any:
    """Open a seek. Its stream is not read, as if the connection were lost at once."""
    headers = bearer(make_text(caller, Scope.CHALLENGE)) | (
        {} if key is None else {"HTTP_IDEMPOTENCY_KEY": key}
    )
    text = json.dumps(body)
    return Client().post("/api/v1/seeks", text, content_type="application/json", **headers)  # type: ignore[arg-type]


def own_seek(of: Player) -> Seek:
    return open_seeks().get(player=of)


def paired(answer: Any) -> list[Any]:
    assert answer["Idempotent-Replayed"] == "true"
    return lines_of(answer)


def test_a_met_seek_answers_with_its_game_again(ann: Player, bob: Player) -> None:
    assert "Idempotent-Replayed" not in seek(ann)
    game = seeks.accept(seek_id=own_seek(ann).pk, player=bob)
    for _ in range(2):
        assert paired(seek(ann)) == [{"t": "paired", "game": game.pk}]
    assert not open_seeks().exists()
    assert Game.objects.count() == StoredAnswer.objects.count() == 1


def test_a_seek_that_met_another_at_once_answers_with_that_game(ann: Player, bob: Player) -> None:
    waiting = seeks.seek_anyone(player=bob, settings=SETTINGS)
    (line,) = lines_of(seek(ann))
    assert line == {"t": "paired", "game": waiting.game}
    assert paired(seek(ann)) == [line]
    assert Game.objects.count() == 1


def test_a_seek_whose_pair_met_later_answers_with_the_older_seeks_game(ann: Player, bob: Player) -> None:
    elder = seeks.challenge_by_link(player=bob, settings=SETTINGS).game
    seek(ann)
    Game.objects.all().delete()
    own = own_seek(ann)
    game = seeks.join(code=Seek.objects.get(pk=elder).code or "", player=ann)
    Seek.objects.filter(pk=own.pk).update(game=game)
    assert paired(seek(ann)) == [{"t": "paired", "game": game.pk}]


def test_a_waiting_seek_is_replaced(ann: Player, bob: Player) -> None:
    seek(ann)
    first = own_seek(ann)
    assert "Idempotent-Replayed" not in seek(ann)
    second = own_seek(ann)
    assert second.pk != first.pk
    game = seeks.accept(seek_id=second.pk, player=bob)
    assert paired(seek(ann)) == [{"t": "paired", "game": game.pk}]
    assert Game.objects.count() == 1


def test_a_withdrawn_seek_is_opened_again(ann: Player) -> None:
    seek(ann)
    seeks.cancel(seek_id=own_seek(ann).pk, player=ann)
    Seek.objects.all().delete()
    assert "Idempotent-Replayed" not in seek(ann)
    assert own_seek(ann)


def test_other_settings_with_that_key_are_refused(ann: Player) -> None:
    seek(ann)
    refused = seek(ann, target=61)
    assert (refused.status_code, refused.json()["code"]) == (422, "key_reused")
    assert own_seek(ann).target == 121


def test_another_accounts_key_is_its_own(ann: Player, bob: Player) -> None:
    seek(ann, clock="relaxed")
    seek(bob)
    game = seeks.accept(seek_id=own_seek(ann).pk, player=bob)
    assert paired(seek(ann, clock="relaxed")) == [{"t": "paired", "game": game.pk}]
    assert "Idempotent-Replayed" not in seek(bob)


def test_a_blocked_player_is_not_met_by_a_repeated_seek(ann: Player, bob: Player) -> None:
    seek(ann)
    blocks.block(player=bob, other=ann)
    seek(ann)
    seek(bob)
    assert open_seeks().count() == 2
    assert not Game.objects.exists()


def test_a_bot_is_refused_and_keeps_its_key(ann: Player) -> None:
    deep = bot_of(ann, "Deep")
    headers = bearer(make_text(deep, Scope.BOT, Scope.CHALLENGE)) | {"HTTP_IDEMPOTENCY_KEY": "first"}
    refused = Client().post("/api/v1/seeks", "{}", content_type="application/json", **headers)  # type: ignore[arg-type]
    assert refused.json()["code"] == "people_only"
    assert not StoredAnswer.objects.exists()


def test_without_a_key_the_same_seek_goes_on(ann: Player) -> None:
    seek(ann, None)
    first = own_seek(ann)
    seek(ann, None)
    assert own_seek(ann) == first
    assert not StoredAnswer.objects.exists()


@pytest.mark.rows
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_two_calls_at_once_leave_one_seek(ann: Player) -> None:
    answers = at_once(lambda: seek(ann).status_code, lambda: seek(ann).status_code)
    assert set(answers) <= {200, 409}
    assert open_seeks().filter(player=ann).count() == 1
