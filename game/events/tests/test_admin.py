"""Events in the admin: who sees them, what a host does there, and what never is shown."""

import pytest
from django.test import Client

from game.engine.state import Seat
from game.events.models import Entry, Event, EventAction, Pairing, Suspension
from game.events.results import suspend
from game.events.tests.evenings import announce, enter_all, live, players, steps_until_nothing_is_due, win
from game.models import Player
from game.tests.moderation.people import host as make_host
from game.tests.moderation.people import moderator as make_moderator

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("newcomers_may_enter")]

MODELS = ("event", "pairing", "suspension", "eventaction")
DEEDS = ("pause", "resume", "extend", "end", "void", "disqualify")
REASON = "The line is down."


@pytest.fixture
def event() -> Event:
    """An event in which one game was played and another is under way."""
    event = announce()
    enter_all(event, players(4))
    steps_until_nothing_is_due(event)
    win(live(event)[0].game, Seat.A, 90)
    return event


def as_(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def pages(event: Event) -> list[str]:
    rows = {
        "event": event.pk,
        "pairing": Pairing.objects.earliest("pk").pk,
        "suspension": Suspension.objects.get().pk,
        "eventaction": EventAction.objects.get().pk,
    }
    return [
        path
        for model in MODELS
        for path in (f"/admin/events/{model}/", f"/admin/events/{model}/{rows[model]}/change/")
    ]


def test_hosts_and_moderators_see_all_and_players_nothing(event: Event):
    host = make_host()
    suspend(Entry.objects.earliest("pk").player_id, event, event.starts_at)
    as_(host).post(f"/admin/events/event/{event.pk}/pause-event/", {"reason": REASON})
    for path in pages(event):
        assert as_(host).get(path).status_code == 200, path
        assert as_(Player.objects.get(username="P0")).get(path).status_code == 302, path
    warden = as_(make_moderator())
    assert [warden.get(path).status_code for path in pages(event)] == [200] * 8


def test_the_page_of_an_event_has_its_players_and_not_its_root(event: Event):
    page = as_(make_host()).get(f"/admin/events/event/{event.pk}/change/").content.decode()
    for name in ("P0", "P1", "P2", "P3", event.root_commitment):
        assert name in page
    assert event.root_sealed not in page


@pytest.mark.parametrize(
    ("act", "more"),
    [
        ("pause", {}),
        ("extend", {"minutes": "20"}),
        ("end", {}),
        ("void", {}),
        ("disqualify", {"player": "P1"}),
    ],
)
def test_a_host_acts_with_a_reason_and_it_is_on_record(event: Event, act: str, more: dict[str, str]):
    host = make_host()
    answer = as_(host).post(f"/admin/events/event/{event.pk}/{act}-event/", {"reason": REASON, **more})
    assert answer.status_code == 302
    action = EventAction.objects.get()
    assert (action.kind, action.by, action.reason) == (act, host, REASON)


def test_what_was_paused_is_resumed(event: Event):
    client = as_(make_host())
    for act in ("pause", "resume"):
        client.post(f"/admin/events/event/{event.pk}/{act}-event/", {"reason": REASON})
    event.refresh_from_db()
    assert event.paused_at is None
    assert list(EventAction.objects.order_by("pk").values_list("kind", flat=True)) == ["pause", "resume"]


@pytest.mark.parametrize("act", DEEDS)
def test_without_a_reason_nothing_is_done(event: Event, act: str):
    client = as_(make_host())
    path = f"/admin/events/event/{event.pk}/{act}-event/"
    assert "reason" in client.get(path).content.decode()
    answer = client.post(path, {"reason": "", "minutes": "15", "player": "P1"})
    assert answer.status_code == 400
    assert not EventAction.objects.exists()


def test_a_refusal_stands_on_the_form(event: Event):
    answer = as_(make_host()).post(f"/admin/events/event/{event.pk}/resume-event/", {"reason": REASON})
    assert answer.status_code == 400
    assert "This event isn’t paused." in answer.content.decode()


def test_a_moderator_looks_and_does_nothing(event: Event):
    client = as_(make_moderator())
    for act in DEEDS:
        path = f"/admin/events/event/{event.pk}/{act}-event/"
        assert client.get(path).status_code == 403
        assert client.post(path, {"reason": REASON}).status_code == 403
    assert "/void/" not in client.get(f"/admin/events/event/{event.pk}/change/").content.decode()


def test_only_what_is_possible_is_offered(event: Event):
    client = as_(make_host())
    change = f"/admin/events/event/{event.pk}/change/"
    offered = client.get(change).content.decode()
    assert f"/admin/events/event/{event.pk}/pause-event/" in offered
    assert f"/admin/events/event/{event.pk}/resume-event/" not in offered
    client.post(f"/admin/events/event/{event.pk}/void-event/", {"reason": REASON})
    over = client.get(change).content.decode()
    assert not [act for act in DEEDS if f"/admin/events/event/{event.pk}/{act}-event/" in over]


@pytest.mark.parametrize("term", ["P1", "Friday", "nobody", "\0"])
def test_lists_are_searched(event: Event, term: str):
    client = as_(make_host())
    for model in MODELS:
        assert client.get(f"/admin/events/{model}/", {"q": term}).status_code == 200
