"""Every call of the API: its effect and its refusals. Calls that need a socket or a process use a server."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.request import Request

import pytest

from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import Server
from tests.worlds.lobby import call_api, call_api_ok, new_guest
from tests.worlds.local_visitors import LocalVisitor, local_account, local_guest, name_of
from tests.worlds.scripted_player import Frame, Visitor, connect_player

pytestmark = pytest.mark.django_db


def wish_luck(visitor: Visitor, game: str) -> Frame:
    """Write a chat line at a table and return it."""

    async def say() -> Frame:
        async with connect_player(visitor, game) as person, asyncio.timeout(PATIENCE):
            await person.receive_until("table")
            await person.send(t="say", phrase="luck")
            return await person.receive_until("said")

    return asyncio.run(say())


def resigned_game(server: Server, **wanted: Any) -> tuple[Visitor, Visitor, str]:
    """Return two visitors and their game, which the second has resigned."""
    one, other = new_guest(server), new_guest(server)
    invite = call_api_ok(one, "games", against="link", **wanted)["invite"]
    game = call_api_ok(other, invite[1:])["game"]

    async def resign() -> None:
        async with (
            connect_player(one, game) as first,
            connect_player(other, game) as second,
            asyncio.timeout(PATIENCE),
        ):
            await asyncio.gather(first.wait_for_cards(), second.wait_for_cards())
            await second.make_move({"kind": "resign"})

    asyncio.run(resign())
    return one, other, game


class TestMakingAGame:
    def test_against_a_bot_it_is_there_at_once(self, server: Server):
        visitor = Visitor(server.url)
        status, answer = call_api(visitor, "games", against="novice", target=61)
        assert status == 201
        game = answer["game"]
        assert answer == {"game": game, "socket": f"/ws/table/{game}", "invite": None, "waiting": False}
        assert visitor.cookies["sessionid"], "the visitor is a guest now"

    def test_a_bot_may_be_called_by_its_name(self):
        assert call_api_ok(LocalVisitor(), "games", against="Novice")["waiting"] is False

    @pytest.mark.parametrize("counting", ["auto", "manual", "muggins"])
    def test_a_bot_plays_with_any_counting(self, counting: str):
        assert call_api_ok(LocalVisitor(), "games", against="intermediate", counting=counting)["game"]

    def test_the_first_public_seek_waits_and_the_second_starts_a_game(self):
        one, other = LocalVisitor(), LocalVisitor()
        wanted = {"against": "anyone", "counting": "manual", "clock": "relaxed", "target": 61}
        first, second = call_api_ok(one, "games", **wanted), call_api_ok(other, "games", **wanted)
        assert (first["waiting"], second["waiting"]) == (True, False)
        assert first["game"] == second["game"]

    def test_by_link_there_is_an_invitation(self):
        answer = call_api_ok(LocalVisitor(), "games", against="link", clock="relaxed")
        assert answer["waiting"]
        assert answer["invite"].startswith("/join/")

    @pytest.mark.slow
    def test_by_name_it_waits_for_that_player(self):
        challenged = local_guest()
        placement = call_api_ok(LocalVisitor(), "games", against=name_of(challenged))
        assert placement["waiting"]
        assert call_api_ok(challenged, f"seeks/{placement['game']}/accept")["game"] == placement["game"]

    @pytest.mark.parametrize(
        ("wanted", "code", "says"),
        [
            (
                {"against": ""},
                "bad_request",
                "Choose an opponent: beginner, novice, club, intermediate, halscrib,",
            ),
            ({"against": "Nobody At All"}, "no_player", "There’s no player called Nobody At All."),
            ({"against": "anyone", "target": 100}, "bad_request", "Choose a game to 121 or to 61."),
            ({"against": "anyone", "counting": "toes"}, "bad_request", "Choose how hands are counted: auto"),
            ({"against": "anyone", "clock": "sundial"}, "bad_request", "Choose a clock: none, quick"),
            ({"against": "novice", "clock": "quick"}, "bad_request", "Games against a bot have no clock"),
            ({"against": "Novice", "clock": "quick"}, "bad_request", "Games against a bot have no clock"),
            ({"against": "link", "quick": True}, "bad_request", "Only a game against anyone can be quick."),
            ({"against": "anyone", "rated": "yes"}, "bad_request", "Can’t read this request"),
            (
                {"against": "anyone", "rated": True, "target": 61},
                "bad_request",
                "A rated game is played to 121",
            ),
            (
                {"against": "link", "rated": True, "counting": "manual"},
                "bad_request",
                "In a rated game, hands are counted for you or with muggins.",
            ),
            (
                {"against": "novice", "rated": True, "clock": "quick"},
                "bad_request",
                "Games against a bot have no clock, or a day per move if rated",
            ),
            (
                {"against": "HALSCRIB", "rated": True},
                "bad_request",
                "HALSCRIB only plays for fun, so games against it aren’t rated.",
            ),
            ({"against": "anyone", "seed": 7}, "bad_request", "Can’t read this request"),
            ({"against": 7}, "bad_request", "Can’t read this request"),
            ({"against": "a\0b"}, "bad_request", "Can’t read this request"),
            ({"against": "\ud800"}, "bad_request", "Can’t read this request"),
            ({"against": "x" * 151}, "bad_request", "Can’t read this request"),
            ({}, "bad_request", "Can’t read this request"),
        ],
    )
    def test_an_invalid_request_is_refused_and_creates_no_guest(
        self, wanted: dict[str, Any], code: str, says: str
    ):
        visitor = LocalVisitor()
        status, answer = call_api(visitor, "games", **wanted)
        assert (status, answer["error"]) == (404 if code == "no_player" else 400, code)
        assert answer["says"].startswith(says)
        assert "sessionid" not in visitor.cookies

    def test_a_player_cannot_challenge_themselves(self):
        visitor = local_guest()
        assert call_api(visitor, "games", against=name_of(visitor))[1]["error"] == "bad_request"

    def test_five_tables_are_enough(self):
        visitor = local_guest()
        for _ in range(5):
            call_api_ok(visitor, "games", against="link")
        status, answer = call_api(visitor, "games", against="link")
        assert (status, answer["error"]) == (429, "too_many")


class TestRated:
    def test_a_visitor_is_asked_to_sign_up_and_becomes_no_guest(self):
        for against in ("novice", "anyone", "link", "Novice"):
            visitor = LocalVisitor()
            status, answer = call_api(visitor, "games", against=against, rated=True)
            assert (status, answer["error"]) == (403, "no_account")
            assert answer["says"].startswith("You need an account for rated games. Sign up")
            assert "sessionid" not in visitor.cookies

    @pytest.mark.slow
    def test_a_guest_cannot_follow_or_accept_a_rated_seek(self):
        ann, bob = local_account(), local_account()
        for against in ("link", "anyone"):
            placement = call_api_ok(
                ann, "games", against=against, counting="muggins", clock="relaxed", rated=True
            )
            path = placement["invite"][1:] if placement["invite"] else f"seeks/{placement['game']}/accept"
            for visitor in (LocalVisitor(), local_guest()):
                before = visitor.cookies
                assert call_api(visitor, path)[1]["error"] == "no_account"
                assert visitor.cookies.keys() == before.keys()
            assert call_api_ok(bob, path)["waiting"] is False

    def test_a_page_also_asks_to_sign_up(self):
        invite = call_api_ok(local_account(), "games", against="link", rated=True)["invite"]
        visitor = LocalVisitor()
        assert "Sign up" in visitor.get(invite)[1]
        status, page = visitor.submit(invite)
        assert (status, "You need an account for rated games" in page) == (403, True)
        assert visitor.submit("/play", against="novice", rated="true")[0] == 403
        assert "sessionid" not in visitor.cookies

    def test_a_guest_cannot_be_challenged_to_a_rated_game(self):
        ann, other = local_account(), local_guest()
        status, answer = call_api(ann, "games", against=name_of(other), rated=True)
        assert (status, answer["error"]) == (403, "no_account")
        assert answer["says"].endswith("has no account, and rated games need one.")

    def test_a_second_rated_game_is_refused_until_the_first_ends(self):
        ann = local_account()
        assert call_api_ok(ann, "games", against="novice", rated=True, clock="relaxed")["game"]
        for against in ("novice", "anyone"):
            status, answer = call_api(ann, "games", against=against, rated=True, clock="none")
            expected = (409, "engaged") if against == "novice" else (201, None)
            assert (status, answer.get("error")) == expected
        assert call_api(ann, "games", against="anyone", rated=True, clock="quick")[1] == {
            "error": "engaged",
            "says": "You’re in a rated game against Novice. Finish it first.",
        }


class TestAnyCall:
    @pytest.mark.parametrize("body", [b"[1]", b"hello", b'{"against"', b"\xff\xfe", b"null", b"7"])
    def test_a_malformed_body_is_refused(self, body: bytes):
        status, answer = LocalVisitor().post("/api/games", body)
        assert (status, answer["error"]) == (400, "bad_request")

    def test_a_body_that_is_too_long_is_refused(self, server: Server):
        status, answer = call_api(Visitor(server.url), "games", against="x" * 5000)
        assert (status, answer["error"]) == (413, "too_long")

    def test_a_call_that_needs_no_body_takes_none_or_an_empty_one(self):
        for body, code in ((b"", "no_seek"), (b"{}", "no_seek"), (b'{"extra": 1}', "bad_request")):
            assert LocalVisitor().post("/api/seeks/nowhere/accept", body)[1]["error"] == code

    def test_a_form_is_no_json(self):
        visitor = LocalVisitor()
        token = visitor.cookies["csrftoken"]
        form = (
            f'--x\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{token}\r\n--x--\r\n'
        )
        headers = {"Content-Type": "multipart/form-data; boundary=x"}
        status, text = visitor._request(Request(f"{visitor.url}/api/games", form.encode(), headers))
        assert (status, json.loads(text)["error"]) == (400, "bad_request")

    @pytest.mark.parametrize(
        "path",
        ["games", "join/x", "seeks/x/accept", "seeks/x/decline", "seeks/x/cancel", "games/x/rematch", "block",
         "unblock", "report"],
    )  # fmt: skip
    def test_every_call_is_posted(self, path: str):
        status, text = LocalVisitor().get(f"/api/{path}")
        assert (status, json.loads(text)["error"]) == (405, "wrong_method")

    def test_a_call_that_does_not_exist_is_refused_in_the_same_shape(self):
        status, text = LocalVisitor().get("/api/nothing/here")
        assert (status, json.loads(text)["error"]) == (404, "no_call")

    def test_every_call_needs_a_token(self, server: Server):
        for path in ("games", "join/x", "seeks/x/accept", "block", "report"):
            status, answer = Visitor(server.url).post(f"/api/{path}", b"{}", token="x" * 32)
            assert (status, answer["error"]) == (403, "csrf")


class TestSeeks:
    @pytest.mark.slow
    def test_the_second_to_accept_is_refused_as_too_late(self):
        game = call_api_ok(local_guest(), "games", against="anyone", clock="none", counting="muggins")["game"]
        assert call_api_ok(LocalVisitor(), f"seeks/{game}/accept") == {
            "game": game,
            "socket": f"/ws/table/{game}",
            "invite": None,
            "waiting": False,
        }
        status, answer = call_api(LocalVisitor(), f"seeks/{game}/accept")
        assert (status, answer["error"]) == (409, "too_late")
        assert answer["says"] == "Another player was faster: that seat is taken."

    @pytest.mark.slow
    def test_unknown_and_foreign_seeks_are_refused(self):
        owner, challenged, stranger = local_guest(), local_guest(), local_guest()
        seek = call_api_ok(owner, "games", against=name_of(challenged))["game"]
        for visitor in (stranger, LocalVisitor()):
            for path, body in (("accept", {}), ("decline", {"reason": "no"}), ("cancel", {})):
                assert call_api(visitor, f"seeks/nowhere/{path}", **body)[0] in (403, 404)
                status, answer = call_api(visitor, f"seeks/{seek}/{path}", **body)
                assert (status, answer["error"]) == (403, "not_yours")
        assert call_api(challenged, f"seeks/{seek}/cancel")[0] == 403
        assert call_api(owner, f"seeks/{seek}/decline", reason="no")[0] == 403
        assert call_api(owner, f"seeks/{seek}/accept")[0] == 400

    @pytest.mark.slow
    def test_a_challenge_is_declined_for_one_of_the_reasons_there_are(self):
        challenged = local_guest()
        seek = call_api_ok(local_guest(), "games", against=name_of(challenged))["game"]
        assert call_api(challenged, f"seeks/{seek}/decline", reason="boring")[1]["error"] == "bad_request"
        assert call_api(challenged, f"seeks/{seek}/decline")[1]["error"] == "bad_request"
        assert call_api(challenged, f"seeks/{seek}/decline", reason="shorter") == (200, {})
        assert call_api(challenged, f"seeks/{seek}/accept")[0] == 409

    @pytest.mark.slow
    def test_a_withdrawn_seek_no_longer_waits(self):
        owner = local_guest()
        seek = call_api_ok(owner, "games", against="link")["game"]
        assert call_api(owner, f"seeks/{seek}/cancel") == call_api(owner, f"seeks/{seek}/cancel") == (200, {})
        assert call_api(local_guest(), f"seeks/{seek}/accept")[0] in (403, 409)


class TestLinks:
    @pytest.mark.slow
    def test_a_link_works_once(self):
        placement = call_api_ok(local_guest(), "games", against="link")
        assert call_api_ok(LocalVisitor(), placement["invite"][1:])["game"] == placement["game"]
        assert call_api(LocalVisitor(), placement["invite"][1:])[0] == 409

    @pytest.mark.slow
    def test_a_link_fails_for_its_owner_and_with_a_missing_letter(self):
        owner = local_guest()
        invite = call_api_ok(owner, "games", against="link")["invite"]
        assert call_api(owner, invite[1:])[1]["error"] == "bad_request"
        stranger = LocalVisitor()
        assert call_api(stranger, invite[1:-1]) == (
            404,
            {"error": "no_seek", "says": "This link doesn’t work. Part of it may be missing."},
        )
        assert "sessionid" not in stranger.cookies


@pytest.mark.rows
@pytest.mark.slow
class TestTwoProcesses:
    def test_only_one_of_many_players_gets_a_seat_across_processes(
        self, server: Server, second_server: Server
    ):
        reaching = [new_guest(at) for at in (server, second_server) * 3]
        for against in ("anyone", "link"):
            placement = call_api_ok(
                new_guest(server), "games", against=against, counting="muggins", clock="relaxed"
            )
            path = placement["invite"][1:] if placement["invite"] else f"seeks/{placement['game']}/accept"
            with ThreadPoolExecutor(len(reaching)) as threads:
                answers = list(threads.map(lambda visitor, path=path: call_api(visitor, path), reaching))
            assert sorted(status for status, _ in answers) == [201] + [409] * (len(reaching) - 1)


class TestRematch:
    @pytest.mark.slow
    def test_a_rematch_waits_until_both_have_asked(self, server: Server):
        one, other, game = resigned_game(server, target=61)
        placement = call_api_ok(one, f"games/{game}/rematch")
        assert placement["waiting"]
        assert call_api_ok(other, f"games/{game}/rematch") == {**placement, "waiting": False}

    @pytest.mark.slow
    def test_no_rematch_of_a_live_or_foreign_game(self):
        player, stranger = LocalVisitor(), local_guest()
        game = player.new_game("novice")
        assert call_api(player, f"games/{game}/rematch")[1]["error"] == "not_over"
        assert call_api(stranger, f"games/{game}/rematch")[0] == 403
        assert call_api(LocalVisitor(), f"games/{game}/rematch")[0] == 403
        assert call_api(player, "games/nowhere/rematch")[0] == 404


class TestMe:
    def test_a_guest_chooses_whether_bots_pause(self):
        visitor = local_guest()
        table = f"/table/{visitor.new_game('intermediate')}"
        assert 'aria-checked="true"' in visitor.get(table)[1]
        for wish, checked in (("none", "false"), ("none", "false"), ("natural", "true")):
            assert call_api_ok(visitor, "me/pause", pause=wish) == {}
            assert f'aria-checked="{checked}"' in visitor.get(table)[1]

    @pytest.mark.parametrize("body", [{}, {"pause": "long"}, {"pause": None}, {"pause": "none", "of": "Ann"}])
    def test_there_are_two_ways_for_a_bot_to_play(self, body: dict[str, Any]):
        visitor = LocalVisitor()
        status, answer = call_api(visitor, "me/pause", **body)
        assert (status, answer["error"]) == (400, "bad_request")
        assert "sessionid" not in visitor.cookies


class TestPeople:
    @pytest.mark.slow
    def test_a_blocked_player_is_not_paired_until_unblocked(self):
        one, other = local_guest(), local_guest()
        assert call_api(one, "block", name=name_of(other)) == (200, {})
        status, answer = call_api(other, "games", against=name_of(one))
        assert (status, answer) == (
            403,
            {"error": "blocked", "says": "You can’t play this player."},
        )
        assert call_api(one, "unblock", name=name_of(other)) == (200, {})
        assert call_api(other, "games", against=name_of(one))[0] == 201

    @pytest.mark.parametrize("path", ["block", "unblock"])
    def test_an_unknown_name_cannot_be_blocked(self, path: str):
        assert call_api(local_guest(), path, name="Nobody At All")[0] == 404
        assert call_api(local_guest(), path, name="")[0] == 400
        assert call_api(local_guest(), path)[0] == 400

    def test_bots_and_oneself_are_not_blocked(self):
        visitor = local_guest()
        assert call_api(visitor, "block", name="Novice")[0] == 400
        assert call_api(visitor, "block", name=name_of(visitor))[0] == 400

    @pytest.mark.slow
    def test_only_readers_of_a_chat_line_can_report_it(self, server: Server):
        one, other = new_guest(server), new_guest(server)
        game = call_api_ok(other, call_api_ok(one, "games", against="link")["invite"][1:])["game"]
        line = wish_luck(one, game)
        assert call_api(other, "report", said=line["id"], why="He wished me luck.") == (200, {})
        assert call_api(other, "report", said=line["id"]) == (200, {})
        assert call_api(one, "report", said=line["id"])[1]["error"] == "bad_request"
        for stranger in (new_guest(server), Visitor(server.url)):
            assert call_api(stranger, "report", said=line["id"])[1]["error"] == "no_line"

    @pytest.mark.parametrize(
        "body",
        [
            {},
            {"said": "it"},
            {"said": 0},
            {"said": 2**70},
            {"said": 1, "why": "x" * 201},
            {"said": 1, "by": 2},
        ],
    )
    def test_a_report_without_a_line_is_refused(self, body: dict[str, Any]):
        assert call_api(local_guest(), "report", **body)[1]["error"] == "bad_request"
        assert call_api(local_guest(), "report", said=2**50)[0] == 404
