"""The site as banned, muted and warned players see it."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from common.refusal import Refusal
from game.accounts.guests import create_guest
from game.engine.state import Seat
from game.models import Appeal, Game, Player, Ruling
from game.table import chat
from people.moderation import rulings
from people.moderation.appeals import create_appeal
from tests.worlds.dealt_games import create_dealt_game
from tests.worlds.people import REASON, in_days

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def browser(client: Client, ann: Player) -> Client:
    """Return Ann's browser."""
    client.force_login(ann)
    return client


@pytest.fixture
def banned(browser: Client, ann: Player, host: Player) -> Client:
    rulings.ban(by=host, player=ann, reason=REASON, until=in_days(3))
    return browser


class TestBanned:
    @pytest.mark.parametrize(
        "path", ["/", "/play", "/join/abc", "/table/abc", "/@Bob", "/admin/", "/accounts/"]
    )
    def test_every_page_shows_the_ban(self, banned: Client, bob: Player, path: str):
        page = banned.get(path)
        assert page.status_code == 403
        assert REASON in page.content.decode()
        assert 'action="/appeal"' in page.content.decode()

    @pytest.mark.parametrize("path", ["/api/games", "/api/join/abc", "/api/block"])
    def test_every_call_is_refused_like_any_refusal(self, banned: Client, path: str):
        answer = banned.post(path, json.dumps({"against": "novice"}), "application/json")
        assert (answer.status_code, answer.json()["error"]) == (403, "banned")
        assert REASON in answer.json()["says"]
        assert not Game.objects.exists()

    @pytest.mark.parametrize(
        ("path", "kind"),
        [
            ("/privacy", "text/html"),
            ("/accounts/logout/", "text/html"),
            ("/accounts/delete/", "text/html"),
            ("/accounts/download/", "application/json"),
        ],
    )
    def test_banned_player_can_still_open_some_pages(self, banned: Client, path: str, kind: str):
        page = banned.get(path)
        assert (page.status_code, page.get("Content-Type", "").split(";")[0]) == (200, kind)

    def test_the_session_stays_and_the_site_is_open_again_after_it(
        self, banned: Client, later: Callable[..., None]
    ):
        later(days=3)
        assert banned.get("/").status_code == 200

    def test_a_guest_may_be_banned(self, client: Client, host: Player):
        client.post("/api/games", json.dumps({"against": "novice"}), "application/json")
        rulings.ban(by=host, player=Player.objects.get(is_guest=True), reason=REASON)
        page = client.get("/")
        assert page.status_code == 403
        assert "banned for good" in page.content.decode()

    def test_an_appeal_is_on_the_page_with_its_answer(self, banned: Client, ann: Player, host: Player):
        assert banned.post("/appeal", {"text": "It was <b>a joke</b>."}).headers["Location"] == "/appeal"
        waiting = banned.get("/appeal").content.decode()
        assert "It was &lt;b&gt;a joke&lt;/b&gt;." in waiting
        assert "<textarea" not in waiting
        rulings.answer_appeal(by=host, appeal=Appeal.objects.get(), reason="It was none.", lift=False)
        answered = banned.get("/").content.decode()
        assert "It was none." in answered
        assert "<textarea" in answered

    def test_another_ban_begins_with_another_appeal(self, banned: Client, ann: Player, host: Player):
        banned.post("/appeal", {"text": "It was a joke."})
        rulings.unban(by=host, player=ann, reason="So it was.")
        rulings.ban(by=host, player=ann, reason="Again.")
        page = banned.get("/").content.decode()
        assert "It was a joke." not in page
        assert "<textarea" in page

    @pytest.mark.parametrize("text", ["", " \n ", "x" * 1001, "a\x00b"])
    def test_unreadable_appeal_is_refused_at_its_field(self, banned: Client, text: str):
        page = banned.post("/appeal", {"text": text})
        assert (page.status_code, Appeal.objects.exists()) == (400, False)
        assert 'aria-invalid="true"' in page.content.decode()

    def test_only_one_appeal_waits_at_a_time(self, banned: Client, ann: Player):
        banned.post("/appeal", {"text": "It was a joke."})
        assert banned.post("/appeal", {"text": "Really."}).status_code == 400
        assert [one.text for one in Appeal.objects.all()] == ["It was a joke."]

    def test_player_who_is_not_banned_has_nothing_to_appeal(self, browser: Client, ann: Player):
        assert browser.post("/appeal", {"text": "Hello."}).headers["Location"] == "/"
        with pytest.raises(Refusal):
            create_appeal(player=ann, text="Hello.")
        assert not Appeal.objects.exists()


class TestWarned:
    def test_warning_is_shown_on_every_page_until_it_is_read(
        self, browser: Client, ann: Player, host: Player
    ):
        warning = rulings.warn(by=host, player=ann, reason="Do not <i>shout</i>.")
        for path in ("/", "/privacy"):
            assert "Do not &lt;i&gt;shout&lt;/i&gt;." in browser.get(path).content.decode()
        read = browser.post(f"/warnings/{warning.pk}/read", {"next": "/privacy"})
        assert read.headers["Location"] == "/privacy"
        assert "shout" not in browser.get("/").content.decode()
        assert Ruling.objects.get().read_at is not None

    def test_player_cannot_mark_anothers_warning_as_read(self, browser: Client, bob: Player, host: Player):
        warning = rulings.warn(by=host, player=bob, reason=REASON)
        assert REASON not in browser.get("/").content.decode()
        browser.post(f"/warnings/{warning.pk}/read")
        assert Ruling.objects.get().read_at is None

    def test_reading_it_redirects_only_within_the_site(self, browser: Client, ann: Player, host: Player):
        warning = rulings.warn(by=host, player=ann, reason=REASON)
        for elsewhere in ("https://evil.example/", "//evil.example/", ""):
            read = browser.post(f"/warnings/{warning.pk}/read", {"next": elsewhere})
            assert read.headers["Location"] == "/"


class TestMuted:
    def say(self, player: Player, **said: str) -> Any:
        async def say() -> Any:
            return await chat.post_line(game.pk, Seat.A, player, said.get("phrase", ""), said.get("text", ""))

        game = create_dealt_game(player, create_guest())
        return asyncio.run(say())

    @pytest.mark.parametrize("said", [{"text": "Hello."}, {"phrase": "luck"}])
    def test_muted_player_is_refused_with_the_end_of_the_mute(
        self, ann: Player, host: Player, said: dict[str, str]
    ):
        # The socket has had this row of Ann's since before the mute.
        rulings.mute(by=host, player=ann, reason=REASON, until=in_days(2))
        with pytest.raises(chat.ChatRefused) as hushed:
            self.say(ann, **said)
        assert f"{in_days(2).day} " in str(hushed.value)
        assert REASON in str(hushed.value)

    def test_unmuted_player_may_chat_again(self, ann: Player, host: Player, later: Callable[..., None]):
        rulings.mute(by=host, player=ann, reason=REASON)
        rulings.unmute(by=host, player=ann, reason=REASON)
        assert self.say(ann, text="Hello.")["text"] == "Hello."
        rulings.mute(by=host, player=ann, reason=REASON, until=in_days(2))
        later(days=2)
        assert self.say(ann, phrase="luck")["phrase"] == "luck"
