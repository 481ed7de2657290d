"""A call that creates something runs once for each `Idempotency-Key` of an account."""

import json
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.test import Client

from common import clock
from game.accounts.rate_limits import API_KEYS
from game.accounts.sanctions import PERMANENT
from game.models import Game, Player
from game.tokens import answers
from game.tokens.models import StoredAnswer
from game.tokens.scopes import Scope
from programs.api import answering
from programs.api.registry import CALLS
from tests.worlds.api import bearer, make_text
from tests.worlds.people import player
from tests.worlds.threads import at_once

pytestmark = pytest.mark.django_db
NOVICE = {"against": "novice", "target": 61}


@pytest.fixture
def ann() -> Player:
    return player("Ann")


def challenge(text: str, key: str | None = "first", body: Any = None, path: str = "/challenges") -> Any:
    headers = bearer(text) | ({} if key is None else {"HTTP_IDEMPOTENCY_KEY": key})
    raw = body if isinstance(body, str) else json.dumps(body or NOVICE)
    return Client().post(f"/api/v1{path}", raw, content_type="application/json", **headers)


@pytest.fixture
def text(ann: Player) -> str:
    return make_text(ann, Scope.CHALLENGE)


class TestTheSameCall:
    def test_gets_the_first_answer_and_creates_nothing(self, text: str) -> None:
        first, second = challenge(text), challenge(text)
        assert first.status_code == second.status_code == 200
        assert second.json() == first.json()
        assert ("Idempotent-Replayed" in first, second["Idempotent-Replayed"]) == (False, "true")
        assert second["RateLimit-Remaining"]
        assert Game.objects.count() == 1

    def test_may_be_written_in_another_way(self, text: str) -> None:
        first = challenge(text)
        again = challenge(text, body='{ "target": 61,  "against":"novice", "rated": false }')
        assert again.json() == first.json()
        assert Game.objects.count() == 1

    def test_with_another_token_of_the_account_is_the_same(self, ann: Player, text: str) -> None:
        assert challenge(make_text(ann, Scope.PLAY)).json() == challenge(text).json()

    def test_without_a_key_runs_each_time(self, text: str) -> None:
        assert challenge(text, None).json() != challenge(text, None).json()
        assert not StoredAnswer.objects.exists()


class TestAnotherCall:
    def test_with_the_same_key_is_refused(self, text: str) -> None:
        challenge(text)
        refused = challenge(text, body={"against": "advanced"})
        assert (refused.status_code, refused.json()["code"]) == (422, "key_reused")
        assert "Idempotency-Key" in refused.json()["says"]
        assert Game.objects.count() == 1

    def test_at_another_address_is_refused(self, text: str) -> None:
        challenge(text)
        refused = challenge(text, path="/challenges/nothing/accept", body="{}")
        assert refused.json()["code"] == "key_reused"

    def test_of_another_account_is_not_concerned(self, text: str) -> None:
        other = make_text(player("Bob"), Scope.CHALLENGE)
        assert challenge(text).json()["game"] != challenge(other).json()["game"]


class TestAKey:
    def test_of_a_refused_call_can_be_used_again(self, text: str) -> None:
        assert challenge(text, body={"against": "Nobody"}).json()["code"] == "no_player"
        assert challenge(text).status_code == 200

    def test_of_a_call_that_failed_can_be_used_again(
        self, text: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(answering, "encode", lambda answer: 1 / 0)
            assert challenge(text).json()["code"] == "broken"
        assert challenge(text).status_code == 200

    @pytest.mark.parametrize("key", ["", "a b", "x" * 101, "\xe9", "a\tb"])
    def test_must_be_plain_and_short(self, text: str, key: str) -> None:
        refused = challenge(text, key)
        assert (refused.status_code, refused.json()["code"]) == (400, "bad_request")
        assert not Game.objects.exists()

    def test_lasts_for_a_day(self, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
        first = challenge(text).json()
        now = clock.now()
        with monkeypatch.context() as patch:
            patch.setattr(answers.clock, "now", lambda: now + timedelta(hours=23, minutes=59))
            answers.delete_old_answers()
            assert StoredAnswer.objects.count() == 1
            patch.setattr(answers.clock, "now", lambda: now + timedelta(hours=24, minutes=1))
            patch.setattr(answering, "admit", partial(admit_as, Player.objects.get(username="Ann")))
            assert challenge(text).json() != first
            assert StoredAnswer.objects.count() == 1
            patch.setattr(answers.clock, "now", lambda: now + timedelta(hours=49))
            answers.delete_old_answers()
        assert not StoredAnswer.objects.exists()

    def test_has_a_limit_of_its_own_for_new_ones(self, ann: Player, text: str) -> None:
        challenge(text)
        for _ in range(API_KEYS.limit):
            API_KEYS.acquire(ann.pk, None)
        refused = challenge(text, "second")
        assert (refused.status_code, refused["RateLimit-Limit"]) == (429, str(API_KEYS.limit))
        assert challenge(text).status_code == 200
        assert challenge(text, None).status_code == 200

    def test_opens_nothing_to_a_banned_account_or_without_a_token(self, ann: Player, text: str) -> None:
        challenge(text)
        assert challenge("eo_nobody").json()["code"] == "bad_token"
        Player.objects.filter(pk=ann.pk).update(banned_until=PERMANENT)
        assert challenge(text).json()["code"] == "banned"


def admit_as(caller: Player, call: Any, request: Any, bearer: str | None) -> None:
    request.user = caller


class TestACallThatRuns:
    def claim(self, ann: Player, text: str, ago: timedelta) -> None:
        challenge(text)
        StoredAnswer.objects.update(answer=None, at=clock.now() - ago)

    def test_is_waited_for(self, ann: Player, text: str) -> None:
        self.claim(ann, text, timedelta(seconds=20))
        refused = challenge(text)
        assert (refused.status_code, refused.json()["code"]) == (409, "in_progress")
        assert Game.objects.count() == 1

    def test_is_given_up_if_its_process_must_have_died(self, ann: Player, text: str) -> None:
        self.claim(ann, text, answers.LONGEST_CALL)
        assert challenge(text).status_code == 200
        assert challenge(text)["Idempotent-Replayed"] == "true"

    def test_that_ends_late_takes_no_key_from_the_next(self, ann: Player) -> None:
        late = answers.claim(player=ann, key="first", digest="0" * 64)
        StoredAnswer.objects.update(at=clock.now() - answers.LONGEST_CALL)
        current = answers.claim(player=ann, key="first", digest="0" * 64)
        answers.release(late)
        answers.store(late, "late")
        answers.store(current, "current")
        assert answers.find_answer(player=ann, key="first", digest="0" * 64) == "current"


@pytest.mark.slow
@pytest.mark.rows
@pytest.mark.django_db(transaction=True)
def test_of_calls_at_once_one_creates(ann: Player, text: str) -> None:
    for n in range(3):
        found = at_once(*[partial(challenge, text, f"key-{n}")] * 5)
        codes = {answer.json().get("code", "done") for answer in found}
        assert codes <= {"done", "in_progress"}
        games = {answer.json()["game"] for answer in found if answer.status_code == 200}
        assert len(games) == 1
        assert challenge(text, f"key-{n}").json()["game"] in games
        assert Game.objects.count() == n + 1


def test_keys_are_for_calls_that_create() -> None:
    takers = {call.name for call in CALLS if call.creates}
    assert {"make_challenge", "accept_challenge", "say", "begin_trial"} <= takers
    creating = [call for call in CALLS if call.creates]
    assert all(call.method == "POST" and call.scopes for call in creating)
    # The answer of a stream is not stored: what it created is found again.
    assert all(call.has_lines is (call.repeat is not None) for call in creating)
