"""The pages of clubs: their content for different visitors, and the messages of their forms."""

import re
from html import unescape

import pytest
from django.test import Client

from game.accounts.blocks import block
from game.models import Player
from people.clubs.joining import ask, make_link
from people.clubs.models import Club, ClubReport, Membership
from people.clubs.tests.people import roles_in
from tests.worlds.accounts import page_text

pytestmark = pytest.mark.django_db

PAGE = "/club/night-owls"


def as_player(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def act(player: Player, do: str, status: int = 200, **form: str) -> str:
    """Submit one of the page's forms and return the page's text."""
    answer = as_player(player).post(PAGE, {"do": do, **form}, follow=True)
    assert answer.status_code == status
    return page_text(answer)


def test_visitor_sees_the_members(client: Client, club: Club):
    shown = page_text(client.get(PAGE))
    for words in ("Night Owls", "We play on Tuesdays.", "3 members", "Olga", "Dirk", "Mona", "level 1"):
        assert words in shown
    assert "Invite by link" not in shown
    assert "Log in to join" in shown


def test_private_players_are_shown_to_members_alone(client: Client, club: Club, mona: Player, dirk: Player):
    Player.objects.filter(pk=mona.pk).update(is_private=True)
    shown = page_text(client.get(PAGE))
    assert "3 members" in shown
    assert "Mona" not in shown
    assert "And 1 member whose profile is private." in shown
    assert "Mona" in page_text(as_player(dirk).get(PAGE))


@pytest.mark.slow
def test_a_profile_lists_clubs_unless_it_is_private(client: Client, club: Club, mona: Player):
    assert PAGE in page_text(client.get("/@Mona"))
    Player.objects.filter(pk=mona.pk).update(is_private=True)
    assert PAGE not in page_text(client.get("/@Mona"))
    assert PAGE in page_text(as_player(mona).get("/@Mona"))


@pytest.mark.slow
def test_visitor_requests_to_join_and_is_accepted(club: Club, olga: Player, nora: Player):
    assert "You asked to join." in act(nora, "ask")
    assert "You withdrew your request to join." in act(nora, "withdraw")
    act(nora, "ask")
    shown = page_text(as_player(olga).get(PAGE))
    assert "Requests to join" in shown
    assert "Nora is a member now." in act(olga, "accept", name="nora")
    assert "has withdrawn the request" in act(olga, "decline", 409, name="Nora")
    assert roles_in(club)["Nora"] == "member"


@pytest.mark.slow
def test_link_is_shown_to_owners_and_directors_only(club: Club, dirk: Player, mona: Player, nora: Player):
    shown = act(dirk, "make_link")
    [address] = re.findall(r"http://testserver(/clubs/join/\w+)", shown)
    assert "/clubs/join/" not in page_text(as_player(mona).get(PAGE))
    stranger = as_player(nora)
    assert "You’re invited to Night Owls" in page_text(stranger.get(address))
    assert "Sign up" in page_text(Client().get(address))
    assert Client().post(address).status_code == 302
    assert page_text(stranger.post(address, follow=True)).count("Nora") > 1
    assert stranger.get(address)["Location"] == PAGE
    act(dirk, "revoke_link")
    answer = Client().get(address)
    assert answer.status_code == 409
    assert "no longer works" in page_text(answer)


@pytest.mark.slow
def test_roles_are_changed_and_members_removed(club: Club, olga: Player, dirk: Player, mona: Player):
    assert "Saved." in act(olga, "set_role", name="Mona", role="director")
    assert "Mona is no longer a member" in act(olga, "remove", name="Mona")
    assert "Only the owners" in act(dirk, "set_role", 403, name="Dirk", role="owner")
    assert roles_in(club) == {"Olga": "owner", "Dirk": "director"}


@pytest.mark.slow
def test_only_owner_is_asked_to_name_another_before_leaving(club: Club, olga: Player, mona: Player):
    assert "You’re the only owner. Make another member an owner first" in act(olga, "leave", 403)
    act(olga, "set_role", name="Mona", role="owner")
    assert "You left Night Owls." in act(olga, "leave")
    assert "Olga" not in roles_in(club)


def test_the_last_member_closes_it_by_leaving(club: Club, olga: Player):
    Membership.objects.exclude(player=olga).delete()
    assert "the club closes for good" in page_text(as_player(olga).get(PAGE))
    assert "You were its last member, so it’s closed." in act(olga, "leave")
    answer = Client().get(PAGE)
    assert answer.status_code == 404
    assert "There’s no such club." in page_text(answer)


@pytest.mark.slow
def test_an_owner_describes_and_closes_it(club: Club, olga: Player):
    assert "On Mondays." in act(olga, "describe", about="On Mondays.")
    assert "A description can have at most 600" in act(olga, "describe", 400, about="x" * 601)
    assert "write its name: Night Owls" in act(olga, "close", 400, written="Owls")
    assert "Night Owls is closed." in act(olga, "close", written="Night Owls")


def test_any_account_can_report_a_club(club: Club, nora: Player):
    assert "The host will look at it." in act(nora, "report", why="Rude.")
    assert ClubReport.objects.get().by == nora


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({}, 400),
        ({"do": "nothing"}, 400),
        ({"do": "accept"}, 404),
        ({"do": "accept", "name": "Zed"}, 404),
        ({"do": "accept", "name": "\0"}, 404),
        ({"do": "remove", "name": "Mona"}, 403),
        ({"do": "close", "written": "Night Owls"}, 403),
    ],
)
def test_impossible_action_is_explained_and_changes_nothing(
    club: Club, nora: Player, form: dict[str, str], status: int
):
    before = roles_in(club)
    answer = as_player(nora).post(PAGE, form)
    assert answer.status_code == status
    assert 'role="alert"' in answer.content.decode()
    assert roles_in(club) == before


def test_visitor_without_an_account_is_sent_to_the_login(client: Client, club: Club):
    assert "/login/?next=/club/night-owls" in client.post(PAGE, {"do": "ask"})["Location"]
    assert "/login/?next=/clubs/new" in client.get("/clubs/new")["Location"]


def test_blocked_players_share_a_club(club: Club, dirk: Player, mona: Player):
    block(player=dirk, other=mona)
    assert "Mona" in page_text(as_player(dirk).get(PAGE))
    assert "Dirk" in page_text(as_player(mona).get(PAGE))


def test_a_club_is_founded_by_a_form(olga: Player):
    client = as_player(olga)
    answer = client.post("/clubs/new", {"name": "x", "about": "<b>We</b> play."})
    assert answer.status_code == 400
    assert "needs at least 3 letters" in page_text(answer)
    shown = client.post("/clubs/new", {"name": "Night Owls", "about": "<b>We</b> play."}, follow=True)
    assert "&lt;b&gt;We&lt;/b&gt; play." in shown.content.decode()
    assert shown.redirect_chain == [(PAGE, 302)]


def test_clubs_are_listed_and_found_by_name(client: Client, club: Club, mona: Player):
    assert "Night Owls" in page_text(client.get("/clubs"))
    assert "Night Owls" in page_text(client.get("/clubs?name=owl"))
    for nothing in ("zed", "%00", "%25", "%F0%9F%A6%89"):
        shown = page_text(client.get(f"/clubs?name={nothing}"))
        assert ("Night Owls" in shown) == (nothing == "%00")
    assert "Your clubs" in unescape(page_text(as_player(mona).get("/clubs")))


def test_number_of_queries_does_not_grow_with_members(
    client: Client, club: Club, django_assert_max_num_queries: object
):
    with django_assert_max_num_queries(7):  # type: ignore[operator]
        client.get(PAGE)
    for number in range(20):
        player = Player.objects.create(username=f"Member-{number}")
        Membership.objects.create(club=club, player=player, since=club.created_at)
    with django_assert_max_num_queries(7):  # type: ignore[operator]
        assert "23 members" in page_text(client.get(PAGE))


def test_open_requests_are_shown_to_directors_only(club: Club, dirk: Player, mona: Player, nora: Player):
    ask(player=nora, club=club)
    make_link(player=dirk, club=club)
    assert "Nora" in page_text(as_player(dirk).get(PAGE))
    assert "Nora" not in page_text(as_player(mona).get(PAGE))
