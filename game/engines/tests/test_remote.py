"""Engines that poll: registration, hosts' decisions, questions and answers."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from common import clock
from common.refusal import Refusal
from game.accounts.guests import create_guest
from game.engines.models import EngineDecision, Question
from game.engines.remote import questions
from game.engines.tests.owners import DEEP, THROW, Owner, ask, mae, patient
from game.lobby.matchmaking import play_bot
from game.lobby.pairing import GameSettings
from game.models import Game, Player
from game.runtime.worker_pool import JobFailed
from game.table import bot_accounts
from people.moderation.rulings import ban
from programs.engines import rulings
from tests.worlds.people import REASON, host, moderator, player

pytestmark = pytest.mark.django_db

__all__ = ["mae", "patient"]


class TestRegistering:
    def test_a_new_engine_waits_for_a_host(self):
        mae = Owner()
        status, answer = mae.register()
        assert (status, answer["state"], answer["reason"]) == (200, "waiting", "")
        assert mae.call("GET", "/engines/me") == (200, answer)
        assert mae.call("POST", "/engines/work")[1]["code"] == "not_allowed"
        assert mae.answer(1, THROW) == (403, "not_allowed")
        assert not Player.objects.filter(brain=DEEP).exists()
        with pytest.raises(JobFailed, match="no host lets it play"):
            ask()

    def test_a_player_without_an_engine_is_refused(self):
        assert Owner().call("GET", "/engines/me")[1]["code"] == "no_engine"
        assert Owner("Kim").call("POST", "/engines/work")[1]["code"] == "no_engine"

    def test_another_version_is_the_same_engine(self, mae: Owner):
        assert mae.register("1.5")[1] == mae.call("GET", "/engines/me")[1]
        assert (mae.engine.version, mae.engine.state) == ("1.5", "allowed")

    def test_its_name_stays_once_a_host_has_decided(self, mae: Owner):
        assert mae.register(name="shallow_crib")[1]["code"] == "has_engine"
        kim = Owner("Kim", "early_name")
        kim.register()
        assert kim.register(name="later_name")[1]["name"] == "later_name"

    @pytest.mark.parametrize(
        "name",
        [
            "Deep_crib",
            "deep-crib",
            "novice",
            "admin_one",
            "ab",
            "no spaces",
            "_a_b",
            "crib_two2",
            "remote_größe",
        ],
    )
    def test_an_invalid_name_is_refused(self, name: str):
        assert Owner(engine=name).register()[1]["code"] == "bad_request"

    @pytest.mark.parametrize("name", ["deep_crib", "cleep_crib", "deepcrlb"])
    def test_a_name_like_another_players_is_refused(self, mae: Owner, name: str):
        assert Owner("Kim", name).register()[1]["code"] == "name_taken"

    @pytest.mark.parametrize("version", ["", " 1", "1\n2", "1\u202e2", "x" * 41])
    def test_a_version_with_control_characters_is_refused(self, version: str):
        assert Owner().register(version)[1]["code"] == "bad_request"

    def test_a_name_taken_in_the_meantime_is_not_allowed(self):
        mae = Owner()
        mae.register()
        Player.objects.create(username="deepcrib", likeness=bot_accounts.likeness("deepcrib"))
        with pytest.raises(Refusal) as refused:
            rulings.allow(by=host(), engine=mae.engine, reason=REASON)
        assert refused.value.code == "name_taken"
        assert (mae.engine.state, EngineDecision.objects.count()) == ("waiting", 0)


class TestDeciding:
    def test_each_decision_is_recorded_and_its_owner_notified(self, mae: Owner):
        rulings.stop(by=Player.objects.get(username="Hostess"), engine=mae.engine, reason="It fails.")
        kinds = list(EngineDecision.objects.order_by("pk").values_list("kind", "version", "by__username"))
        assert kinds == [("allow", "1.4", "Hostess"), ("stop", "1.4", "Hostess")]
        told = mae.call("GET", "/engines/me")[1]
        assert (told["state"], told["reason"]) == ("stopped", "It fails.")

    def test_twice_is_once(self, mae: Owner):
        with pytest.raises(Refusal) as refused:
            rulings.allow(by=Player.objects.get(username="Hostess"), engine=mae.engine, reason=REASON)
        assert (refused.value.code, EngineDecision.objects.count()) == ("too_late", 1)

    def test_only_a_host_decides(self, mae: Owner):
        for nobody in (moderator(), player("Kim")):
            with pytest.raises(Refusal) as refused:
                rulings.stop(by=nobody, engine=mae.engine, reason=REASON)
            assert refused.value.code == "not_yours"
        deputy = Player.objects.create(username="Deputy", is_staff=True)
        deputy.user_permissions.add(Permission.objects.get(codename="decide_on_engine"))
        rulings.stop(by=deputy, engine=mae.engine, reason=REASON)

    @pytest.mark.slow
    def test_a_host_decides_with_the_buttons_of_its_page(self):
        mae, by = Owner(), host()
        mae.register()
        desk = Client()
        desk.force_login(by)
        page = reverse("admin:engines_remoteengine_change", args=[mae.engine.pk])
        for name, shown, state in (("allow", "stop", "allowed"), ("stop", "allow", "stopped")):
            address = page.replace("/change/", f"/{name}-engine/")
            assert address in desk.get(page).content.decode()
            assert desk.get(address).status_code == 200
            assert desk.post(address, {"reason": ""}).status_code == 400
            desk.post(address, {"reason": REASON})
            assert mae.engine.state == state
            now = desk.get(page).content.decode()
            assert f"/{shown}-engine" in now
            assert f"/{name}-engine" not in now


class TestBeingABot:
    @pytest.mark.slow
    def test_it_is_offered_for_fun_alone_and_says_what_it_is(self, mae: Owner):
        account = bot_accounts.get_or_create_account(DEEP)
        for page in ("/", reverse("profile", args=[account.username])):
            shown = Client().get(page).content.decode()
            assert "A program that runs elsewhere and that the hosts have approved: version 1.4." in shown
            assert '<span class="tag">engine</span>' in shown
        rated = {"against": "deep_crib", "rated": True, "clock": "relaxed"}
        refused = Client().post("/api/games", rated, content_type="application/json")
        assert "deep_crib only plays for fun" in refused.json()["says"]

    def test_a_guest_begins_a_game_with_it(self, mae: Owner):
        answer = Client().post("/api/games", {"against": "Deep_Crib"}, content_type="application/json")
        assert Game.objects.get(pk=answer.json()["game"]).seat_b.brain == DEEP

    @pytest.mark.slow
    def test_a_stopped_engine_begins_no_game(self, mae: Owner):
        account = bot_accounts.get_or_create_account(DEEP)
        rulings.stop(by=Player.objects.get(username="Hostess"), engine=mae.engine, reason=REASON)
        assert "deep_crib" not in Client().get("/").content.decode()
        assert "no longer plays here" in Client().get(reverse("profile", args=["deep_crib"])).content.decode()
        with pytest.raises(Refusal, match="no longer plays here"):
            play_bot(player=create_guest(), bot=account.brain, settings=GameSettings(121, "auto", "none"))

    def test_the_engine_of_a_banned_owner_begins_no_game(self, mae: Owner):
        ban(by=Player.objects.get(username="Hostess"), player=mae.player, reason=REASON)
        assert "deep_crib" not in Client().get("/").content.decode()
        assert mae.call("POST", "/engines/work")[1]["code"] == "banned"
        with pytest.raises(JobFailed):
            ask()


class TestAnswering:
    def test_a_question_is_the_message_of_the_protocol_and_handed_out_once(self, mae: Owner):
        number = ask()
        asked = mae.work()
        assert (asked["t"], asked["id"], asked["chance"], asked["ms"]) == ("think", number, "00", 120_000)
        assert asked["view"]["seat"] == 0
        assert {*THROW["cards"]} < {*asked["view"]["hand"]}
        assert mae.work() is None

    def test_the_eldest_comes_first(self, mae: Owner):
        numbers = [ask(), ask()]
        assert [mae.work()["id"], mae.work()["id"]] == numbers

    def test_its_answer_is_taken_once(self, mae: Owner):
        number = ask()
        assert mae.answer(number, THROW) == (200, None)
        assert mae.answer(number, {"kind": "throw", "cards": ["QH", "QC"]}) == (409, "answered")
        assert json.loads(questions.find_answer(number, is_last=False)) == {"id": number, "move": THROW}

    def test_before_its_time(self, mae: Owner):
        number = ask()
        Question.objects.filter(pk=number).update(due_ms=clock.milliseconds())
        assert mae.answer(number, THROW) == (409, "late")
        assert mae.work() is None

    def test_an_answer_after_the_table_gave_up_is_refused(self, mae: Owner):
        """Whatever the clocks of two machines show."""
        number = ask()
        assert questions.find_answer(number, is_last=True) is None
        assert mae.answer(number, THROW) == (409, "late")

    @pytest.mark.parametrize(
        "move",
        [
            {"kind": "throw", "cards": ["AH", "KH"]},
            {"kind": "throw", "cards": ["KH", "KH"]},
            {"kind": "play", "card": "KH"},
        ],
    )
    def test_an_illegal_answer_is_refused_and_counts(self, mae: Owner, move: Any):
        number = ask()
        assert mae.answer(number, move) == (409, "illegal")
        assert mae.answer(number, THROW) == (409, "answered")

    @pytest.mark.parametrize(
        "body",
        [
            "",
            "[]",
            "{}",
            "nonsense",
            "[" * 4000,
            '{"id":ID}',
            '{"id":"ID","move":MOVE}',
            '{"id":0,"move":MOVE}',
            '{"id":ID,"move":{"kind":"go"}}',
            '{"id":ID,"move":{"kind":"play","card":"5X"}}',
        ],
    )
    def test_a_malformed_answer_does_not_count(self, mae: Owner, body: str):
        number = ask()
        body = body.replace("ID", str(number)).replace("MOVE", json.dumps(THROW))
        response = Client().generic(
            "POST", f"/api/v1/engines/work/{number}", body, content_type="application/json", **mae.headers
        )
        assert (response.status_code, response.json()["code"]) == (400, "bad_request")
        assert mae.answer(number, THROW) == (200, None)

    @pytest.mark.parametrize("number", [10**18, 10**30, -1, 0])
    def test_an_unknown_question_number_is_refused(self, mae: Owner, number: int):
        assert mae.answer(number, THROW)[0] in (400, 404)

    def test_another_engines_question_cannot_be_answered(self, mae: Owner):
        kim = Owner("Kim", "early_bird")
        kim.register()
        rulings.allow(by=Player.objects.get(username="Hostess"), engine=kim.engine, reason=REASON)
        number = ask()
        assert kim.work() is None
        assert kim.answer(number, THROW) == (404, "no_question")
        assert mae.answer(number, THROW) == (200, None)

    def test_a_stopped_engine_gets_no_questions_and_cannot_answer(self, mae: Owner):
        number = ask()
        rulings.stop(by=Player.objects.get(username="Hostess"), engine=mae.engine, reason=REASON)
        assert questions.hand_out(mae.engine) is None
        assert mae.answer(number, THROW) == (403, "not_allowed")

    def test_no_row_contains_a_card_in_plain_text(self, mae: Owner):
        number = ask()
        mae.answer(number, THROW)
        row = str(Question.objects.filter(pk=number).values().get())
        assert not [word for word in ("KH", "JC", "hand", "throw", "seat") if f'"{word}"' in row]
        questions.find_answer(number, is_last=False)
        assert Question.objects.get(pk=number).message == ""

    def test_they_are_deleted_after_a_while(self, mae: Owner):
        old, new = ask(), ask()
        Question.objects.filter(pk=old).update(due_ms=clock.milliseconds() - questions.KEPT_MS - 1)
        questions.delete_old()
        assert list(Question.objects.values_list("pk", flat=True)) == [new]
