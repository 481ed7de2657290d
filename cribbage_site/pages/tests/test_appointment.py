"""The pages by which two players agree on a time: the form, the appointment's page, its calendar file."""

from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from common import clock
from game.models import Player, Seek
from people.appointments.models import Appointment
from people.following.follows import follow
from tests.worlds.accounts import page_text
from tests.worlds.days import moved_clock

pytestmark = pytest.mark.django_db

SOON = timedelta(hours=2)


@pytest.fixture
def anns(client: Client, ann: Player) -> Client:
    client.force_login(ann)
    return client


@pytest.fixture
def bobs(bob: Player) -> Client:
    client = Client()
    client.force_login(bob)
    return client


def ask(client: Client, **fields: Any) -> Any:
    """Suggest a time two hours from now, as a visitor whose clock is an hour ahead of UTC."""
    typed = (clock.now() + SOON + timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M")
    return client.post("/friend", {"when": "at", "starts": typed, "utc_offset": "60", **fields})


def do(client: Client, answer: HttpResponse, what: str, **fields: Any) -> Any:
    return client.post(answer["Location"], {"do": what, **fields}, follow=True)


def test_friend_gets_a_time_in_their_own_zone_and_accepts(
    anns: Client, bobs: Client, ann: Player, bob: Player
):
    follow(player=ann, other=bob)
    assert "Play Bob at a time" in page_text(anns.get("/friend?to=Bob"))
    before = clock.now()
    answer = ask(anns, to="Bob", target="61", clock="standard")
    appointment = Appointment.objects.get()
    # The form takes whole minutes.
    assert before - timedelta(minutes=1) < appointment.starts_at - SOON <= clock.now()
    assert appointment.settings["target"] == 61
    assert "Bob got a notification and has not answered yet." in page_text(anns.get(answer["Location"]))
    shown = page_text(bobs.get(answer["Location"]))
    assert "Ann wants to play cribbage with you" in shown
    assert f'datetime="{appointment.starts_at.isoformat()}"' in shown
    assert "You both get a reminder ten minutes before." in page_text(do(bobs, answer, "accept"))
    for client in (anns, bobs):
        assert answer["Location"] in page_text(client.get("/friends"))
        assert answer["Location"] in page_text(client.get("/friend"))


def test_friend_declines_and_a_player_calls_off(anns: Client, bobs: Client, ann: Player, bob: Player):
    follow(player=ann, other=bob)
    answer = ask(anns, to="Bob")
    assert "You declined this time." in page_text(do(bobs, answer, "call_off"))
    assert "Bob can’t play at this time." in page_text(anns.get(answer["Location"]))
    answer = ask(anns, to="Bob", target="61")
    assert "This game was called off." in page_text(do(anns, answer, "call_off"))
    assert bobs.get(f"{answer['Location']}/calendar.ics").status_code == 409


def test_both_come_to_the_table_at_the_time(anns: Client, bobs: Client, ann: Player, bob: Player):
    follow(player=ann, other=bob)
    answer = ask(anns, to="Bob")
    do(bobs, answer, "accept")
    assert do(anns, answer, "play").status_code == 409
    assert not Seek.objects.exists()
    with moved_clock(Appointment.objects.get().starts_at):
        assert "The game begins when Bob plays too." in page_text(anns.get(answer["Location"]))
        tables = {do(client, answer, "play").redirect_chain[0][0] for client in (anns, bobs)}
        assert len(tables) == 1
        assert "This game has begun." in page_text(anns.get(answer["Location"]))


def test_a_guest_accepts_a_link_by_a_name(anns: Client):
    answer = ask(anns)
    page = answer["Location"]
    assert f'value="http://testserver{page}"' in page_text(anns.get(page))
    guest = Client()
    assert 'name="nickname"' in page_text(guest.get(page))
    refused = guest.post(page, {"do": "accept", "nickname": "<b>"})
    assert refused.status_code == 400
    assert Appointment.objects.get().to is None
    assert "Your game with Ann" in page_text(do(guest, answer, "accept", nickname="Bobby"))
    assert "Your game with Bobby (guest)" in page_text(anns.get(page))
    assert Client().get(page)["Location"] == f"/accounts/login/?next={page}"


def test_the_calendar_file_has_the_time_and_the_link(anns: Client):
    page = ask(anns)["Location"]
    appointment = Appointment.objects.get()
    for client in (anns, Client()):
        answer = client.get(f"{page}/calendar.ics")
        assert answer["Content-Type"] == "text/calendar; charset=utf-8"
        lines = answer.content.decode().split("\r\n")
        assert f"DTSTART:{appointment.starts_at:%Y%m%dT%H%M%SZ}" in lines
        assert f"URL:http://testserver{page}" in lines
        assert f"UID:{appointment.pk}@testserver" in lines
    assert "SUMMARY:Cribbage with Ann" in lines


@pytest.mark.parametrize(
    ("fields", "status", "says"),
    [
        ({"starts": ""}, 400, "This field is required."),
        ({"starts": "soon"}, 400, "Enter a date and time such as 2026-12-31T18:00."),
        ({"starts": "0001-01-01T00:00"}, 400, "Enter a date and time such as 2026-12-31T18:00."),
        ({"starts": "2020-01-01T20:00"}, 400, "Choose a time from now on, and at most 14 days ahead."),
        ({"utc_offset": "99999"}, 400, "Ensure this value is less than or equal to 1440."),
        ({"target": "7"}, 400, ""),
        ({"to": "Zed"}, 404, "There’s no player called Zed."),
        ({"to": "Bob"}, 400, "You can only suggest a time to players you follow, or by link."),
        ({"to": "\0"}, 404, "There’s no player"),
    ],
)
def test_a_wrong_form_is_explained_and_changes_nothing(
    anns: Client, bob: Player, fields: dict[str, str], status: int, says: str
):
    answer = ask(anns, **fields)
    assert answer.status_code == status
    assert says in page_text(answer)
    assert not Appointment.objects.exists()


def test_visitor_without_an_account_is_told_so(client: Client):
    assert 'name="starts"' not in page_text(client.get("/friend"))
    answer = ask(client)
    assert answer.status_code == 403
    assert "You need an account to suggest a time." in page_text(answer)
    assert not Player.objects.filter(is_guest=True).exists()


def test_unknown_links_and_actions_are_refused(anns: Client):
    assert anns.get("/appointment/nothing").status_code == 404
    assert anns.get("/appointment/nothing/calendar.ics").status_code == 404
    page = ask(anns)["Location"]
    for what in ("", "dance"):
        assert anns.post(page, {"do": what}).status_code == 400
    assert Client().post(page, {"do": "call_off"}).status_code == 400
