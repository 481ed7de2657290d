"""Events in the admin: permissions, hosts' actions, and data that is never shown."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.http import HttpResponse
from django.test import Client

from common import clock
from common.refusal import Refusal
from game.engine.state import Seat
from game.models import Player, Ruling
from people.notices.models import Notice
from people.notices.sentences import describe
from tests.worlds.people import host as make_host
from tests.worlds.people import moderator as make_moderator
from tests.worlds.stepped_evenings import (
    announce,
    enter_all,
    live,
    players,
    steps_until_nothing_is_due,
    win,
)
from tournaments.events.manage.entering import check_not_suspended
from tournaments.events.manage.rulings import readmit
from tournaments.events.models import Entry, Event, EventAction, Pairing, Suspension
from tournaments.events.run.results import suspend

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("newcomers_may_enter")]

MODELS = ("event", "pairing", "suspension", "eventaction")
DEEDS = ("pause", "resume", "extend", "end", "void", "disqualify")
REASON = "The line is down."


@pytest.fixture
def event() -> Event:
    """An event with one finished and one live game."""
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


@pytest.mark.slow
def test_hosts_and_moderators_see_all_and_players_nothing(event: Event):
    host = make_host()
    suspend(Entry.objects.earliest("pk").player_id, event, event.starts_at)
    as_(host).post(f"/admin/events/event/{event.pk}/pause-event/", {"reason": REASON})
    for path in pages(event):
        assert as_(host).get(path).status_code == 200, path
        assert as_(Player.objects.get(username="P0")).get(path).status_code == 302, path
    warden = as_(make_moderator())
    assert [warden.get(path).status_code for path in pages(event)] == [200] * 8


@pytest.mark.slow
def test_the_page_of_an_event_has_its_players_and_not_its_root(event: Event):
    page = as_(make_host()).get(f"/admin/events/event/{event.pk}/change/").content.decode()
    for name in ("P0", "P1", "P2", "P3", event.root_commitment):
        assert name in page
    assert event.root_sealed not in page


@pytest.mark.slow
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


@pytest.mark.slow
def test_paused_event_is_resumed(event: Event):
    client = as_(make_host())
    for act in ("pause", "resume"):
        client.post(f"/admin/events/event/{event.pk}/{act}-event/", {"reason": REASON})
    event.refresh_from_db()
    assert event.paused_at is None
    assert list(EventAction.objects.order_by("pk").values_list("kind", flat=True)) == ["pause", "resume"]


@pytest.mark.slow
@pytest.mark.parametrize("act", DEEDS)
def test_without_a_reason_nothing_is_done(event: Event, act: str):
    client = as_(make_host())
    path = f"/admin/events/event/{event.pk}/{act}-event/"
    assert "reason" in client.get(path).content.decode()
    answer = client.post(path, {"reason": "", "minutes": "15", "player": "P1"})
    assert answer.status_code == 400
    assert not EventAction.objects.exists()


@pytest.mark.slow
def test_refusal_is_shown_on_the_form(event: Event):
    answer = as_(make_host()).post(f"/admin/events/event/{event.pk}/resume-event/", {"reason": REASON})
    assert answer.status_code == 400
    assert "This event isn’t paused." in answer.content.decode()


@pytest.mark.slow
def test_moderator_may_view_but_not_act(event: Event):
    client = as_(make_moderator())
    for act in DEEDS:
        path = f"/admin/events/event/{event.pk}/{act}-event/"
        assert client.get(path).status_code == 403
        assert client.post(path, {"reason": REASON}).status_code == 403
    assert "/void/" not in client.get(f"/admin/events/event/{event.pk}/change/").content.decode()


@pytest.mark.slow
def test_only_possible_actions_are_offered(event: Event):
    client = as_(make_host())
    change = f"/admin/events/event/{event.pk}/change/"
    offered = client.get(change).content.decode()
    assert f"/admin/events/event/{event.pk}/pause-event/" in offered
    assert f"/admin/events/event/{event.pk}/resume-event/" not in offered
    client.post(f"/admin/events/event/{event.pk}/void-event/", {"reason": REASON})
    over = client.get(change).content.decode()
    assert not [act for act in DEEDS if f"/admin/events/event/{event.pk}/{act}-event/" in over]


@pytest.mark.slow
@pytest.mark.parametrize("term", ["P1", "Friday", "nobody", "\0"])
def test_lists_are_searched(event: Event, term: str):
    client = as_(make_host())
    for model in MODELS:
        assert client.get(f"/admin/events/{model}/", {"q": term}).status_code == 200


class TestLiftingASuspension:
    """Hosts lift a suspension from its page."""

    @pytest.fixture
    def suspended(self, event: Event) -> Player:
        player = Player.objects.get(username="P1")
        suspend(player.pk, event, clock.now())
        return player

    def lift(self, by: Player, reason: str = REASON) -> HttpResponse:
        path = f"/admin/events/suspension/{Suspension.objects.get().pk}/readmit/"
        return as_(by).post(path, {"reason": reason})  # type: ignore[return-value]

    @pytest.mark.slow
    def test_it_readmits_the_player_on_record_and_notifies_them(self, suspended: Player):
        host = make_host()
        assert self.lift(host).status_code == 302
        check_not_suspended(suspended)
        ruling = Ruling.objects.get()
        assert (ruling.kind, ruling.by, ruling.player, ruling.reason) == ("readmit", host, suspended, REASON)
        told = Notice.objects.get(player=suspended, kind="ruling")
        assert told.parts == {"ruling": "readmit", "reason": REASON}
        assert describe(told) == "You can enter events again: The line is down."

    def test_every_suspension_of_the_player_is_lifted(self, suspended: Player):
        under = Suspension.objects.get()
        suspend(suspended.pk, announce(), clock.now())
        readmit(by=make_host(), suspension=under, reason=REASON)
        check_not_suspended(suspended)

    @pytest.mark.slow
    def test_the_next_one_is_for_a_day_again(self, suspended: Player):
        self.lift(make_host())
        other = announce()
        suspend(suspended.pk, other, clock.now())
        again = Suspension.objects.get(event=other)
        assert again.until - again.at == timedelta(days=1)

    @pytest.mark.slow
    def test_without_a_reason_it_stays(self, suspended: Player):
        assert self.lift(make_host(), reason="").status_code == 400
        with pytest.raises(Refusal):
            check_not_suspended(suspended)

    @pytest.mark.slow
    def test_it_is_lifted_once(self, suspended: Player):
        host = make_host()
        self.lift(host)
        again = self.lift(host)
        assert again.status_code == 400
        assert "This suspension is over." in again.content.decode()

    @pytest.mark.slow
    def test_a_moderator_needs_the_right_to_it(self, suspended: Player):
        warden = make_moderator()
        assert self.lift(warden).status_code == 403
        warden.user_permissions.add(Permission.objects.get(codename="readmit_player"))
        assert self.lift(Player.objects.get(pk=warden.pk)).status_code == 302

    @pytest.mark.slow
    def test_host_cannot_lift_their_own_suspension(self, suspended: Player):
        Player.objects.filter(pk=suspended.pk).update(is_staff=True, is_superuser=True)
        assert self.lift(Player.objects.get(pk=suspended.pk)).status_code == 400

    @pytest.mark.slow
    def test_its_page_offers_it_while_it_lasts(self, suspended: Player):
        host = make_host()
        page = f"/admin/events/suspension/{Suspension.objects.get().pk}/"
        assert f"{page}readmit/" in as_(host).get(f"{page}change/").content.decode()
        self.lift(host)
        assert f"{page}readmit/" not in as_(host).get(f"{page}change/").content.decode()
