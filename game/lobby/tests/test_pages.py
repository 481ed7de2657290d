"""The pages around a game that does not exist yet: forms, links, and waiting tables."""

from urllib.parse import urlencode
from urllib.request import Request

import pytest

from tests.worlds.lobby import call_api, call_api_ok
from tests.worlds.local_visitors import LocalVisitor
from tests.worlds.scripted_player import Visitor

pytestmark = pytest.mark.django_db


def send(visitor: Visitor, path: str, **fields: str) -> tuple[int, str]:
    """Send a page's form and follow the redirect."""
    form = urlencode({"csrfmiddlewaretoken": visitor.cookies["csrftoken"], **fields})
    return visitor._request(Request(visitor.url + path, form.encode(), {"Referer": visitor.url}))


class TestForms:
    @pytest.mark.parametrize("against", ["novice", "anyone", "link"])
    def test_a_form_leads_to_a_table(self, against: str):
        quick = {"quick": "true"} if against == "anyone" else {}
        status, page = send(
            LocalVisitor(),
            "/play",
            against=against,
            target="61",
            counting="manual",
            clock="none",
            **quick,
        )
        assert status == 200
        assert 'data-game="' in page

    @pytest.mark.parametrize(
        ("fields", "says"),
        [
            ({}, "Choose an opponent"),
            ({"against": "novice", "target": "many"}, "Can’t read this request"),
            ({"against": "novice", "clock": "quick"}, "Games against a bot have no clock"),
            ({"against": "Nobody At All"}, "There’s no player called Nobody At All."),
        ],
    )
    def test_an_invalid_form_gets_an_error_page(self, fields: dict[str, str], says: str):
        status, page = send(LocalVisitor(), "/play", **fields)
        assert status in (400, 404)
        assert says in page


class TestLinks:
    def test_a_link_shows_its_owner_and_the_rules(self):
        invite = call_api_ok(LocalVisitor(), "games", against="link", target=61, clock="relaxed")["invite"]
        status, page = LocalVisitor().get(invite)
        assert status == 200
        for words in (
            "wants to play cribbage with you",
            "A game to 61.",
            "A day per move.",
            "Sit down and play",
        ):
            assert words in page

    @pytest.mark.slow
    def test_a_player_who_joins_reaches_the_table_again_by_the_link(self):
        owner, friend, third = (LocalVisitor() for _ in range(3))
        placement = call_api_ok(owner, "games", against="link")
        table = f'data-game="{placement["game"]}"'
        assert table in send(friend, placement["invite"])[1]
        for player in (owner, friend):
            assert table in player.get(placement["invite"])[1]
        status, page = third.get(placement["invite"])
        assert status == 409
        assert "This link has been used" in page
        assert send(third, placement["invite"])[0] == 409
        assert "sessionid" in friend.cookies

    def test_the_owner_of_a_link_is_shown_the_link_to_share(self):
        owner = LocalVisitor()
        invite = call_api_ok(owner, "games", against="link")["invite"]
        for status, page in (owner.get(invite), send(owner, invite)):
            assert status == 200
            assert "Send this link to your friend" in page

    def test_a_link_that_was_withdrawn_or_never_given_leads_nowhere(self):
        owner = LocalVisitor()
        placement = call_api_ok(owner, "games", against="link")
        call_api(owner, f"seeks/{placement['game']}/cancel")
        assert LocalVisitor().get(placement["invite"])[0] == 409
        assert LocalVisitor().get("/join/nosuchlink")[0] == 404


class TestTables:
    def test_a_waiting_table_is_visible_to_its_owner_only(self):
        owner = LocalVisitor()
        game = call_api_ok(owner, "games", against="link")["game"]
        status, page = owner.get(f"/table/{game}")
        assert status == 200
        assert "Waiting for an opponent" in page
        assert LocalVisitor().get(f"/table/{game}")[0] == 404

    @pytest.mark.slow
    def test_a_seek_that_was_met_elsewhere_leads_there(self):
        one, other = LocalVisitor(), LocalVisitor()
        elder = call_api_ok(one, "games", against="anyone", clock="relaxed", counting="muggins", target=61)[
            "game"
        ]
        wish = {"clock": "none", "counting": "muggins", "target": 61}
        younger = call_api_ok(other, "games", against="anyone", **wish)["game"]
        call_api_ok(one, f"seeks/{younger}/accept")
        assert f'data-game="{younger}"' in other.get(f"/table/{younger}")[1]
        assert one.get(f"/table/{elder}")[0] == 409, "it was left for a game at another table"

    def test_the_table_of_a_withdrawn_seek_is_closed(self):
        owner = LocalVisitor()
        game = call_api_ok(owner, "games", against="link")["game"]
        call_api(owner, f"seeks/{game}/cancel")
        status, page = owner.get(f"/table/{game}")
        assert status == 409
        assert "The player there has stopped waiting." in page

    def test_any_visitor_can_watch(self):
        game = LocalVisitor().new_game("novice")
        status, page = LocalVisitor().get(f"/table/{game}")
        assert status == 200
        assert f'data-game="{game}"' in page

    def test_an_unknown_table_is_not_found(self):
        assert LocalVisitor().get("/table/nosuchgame")[0] == 404
