"""The calls about events, through Django's test client."""

from collections.abc import Callable

import pytest

from common import clock
from game.models import Player
from rng import entropy
from tests.worlds.lobby import call_api, call_api_ok
from tests.worlds.local_visitors import LocalVisitor, local_guest, name_of
from tests.worlds.stepped_evenings import announce, enter_all, players, steps_until_nothing_is_due, win
from tournaments.events.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("newcomers_may_enter")]


def local_account() -> LocalVisitor:
    """Return a visitor with an account, without the rate-limited sign-up form."""
    visitor = LocalVisitor()
    player = Player.objects.create(username=f"Player-{entropy.name_suffix()}")
    visitor.client.force_login(player, backend="game.accounts.password.ByNameOrEmail")
    return visitor


def test_an_account_joins_pauses_resumes_and_leaves():
    event, ann = announce(minutes_ahead=5), local_account()
    for what in ("join", "join", "pause", "pause", "resume", "resume", "leave", "leave"):
        assert call_api_ok(ann, f"events/{event.pk}/{what}") == {}
    status, answer = call_api(ann, f"events/{event.pk}/pause")
    assert (status, answer["error"]) == (409, "too_late")


def test_guest_is_refused_because_an_account_is_needed():
    status, answer = call_api(local_guest(), f"events/{announce().pk}/join")
    assert (status, answer["error"]) == (403, "no_account")
    assert answer["says"].endswith("you keep your games.")


def test_there_has_to_be_such_an_event():
    assert call_api(local_account(), "events/nothing/join")[0] == 404


def test_only_hosts_make_events():
    ann = local_account()
    body = {"kind": "night", "title": "Friday night", "starts": clock.milliseconds() + 600_000}
    assert call_api(ann, "events", **body)[1]["error"] == "not_yours"
    Player.objects.filter(username=name_of(ann)).update(is_staff=True, is_superuser=True)
    made = call_api_ok(ann, "events", **body, counting="muggins", bots=True)
    assert call_api_ok(ann, "events", **body, counting="muggins", bots=True) == made
    event = Event.objects.get(pk=made["event"])
    assert event.shown_title == "Friday night · muggins · BOT"
    assert call_api_ok(ann, f"events/{event.pk}/direct/void", reason="A mistake.") == {}
    event.refresh_from_db()
    assert event.state == "void"


@pytest.mark.parametrize(
    "wrong",
    [
        {"title": "x"},
        {"starts": 0},
        {"starts": 10**18},
        {"games": 7},
        {"kind": "hour", "minutes": 45},
    ],
)
def test_invalid_event_is_refused_with_an_explanation(wrong: dict[str, object]):
    ann = local_account()
    Player.objects.filter(username=name_of(ann)).update(is_staff=True, is_superuser=True)
    right = {"kind": "night", "title": "Friday night", "starts": clock.milliseconds() + 600_000}
    status, answer = call_api(ann, "events", **{**right, **wrong})
    assert (status, answer["error"]) == (400, "bad_request")
    assert not Event.objects.exists()


@pytest.mark.slow
def test_event_is_shown_with_its_standings_and_my_entry(later: Callable[..., None]):
    event, ann = announce(), local_account()
    call_api_ok(ann, f"events/{event.pk}/join")
    enter_all(event, players(3))
    tables = steps_until_nothing_is_due(event)
    win(tables[0].game, loser_has=80)
    shown = ann.client.get(f"/api/events/{event.pk}").json()
    assert [line["place"] for line in shown["standings"]] == [1, 2, 2, 4]
    assert shown["standings"][0]["points"] == 3
    assert shown["me"]["entry"] is not None
    assert len(shown["tables"]) == 2
    assert shown["root"] is None
    assert [one["id"] for one in ann.client.get("/api/events").json()["events"]] == [event.pk]
    pairings = ann.client.get(f"/api/events/{event.pk}/pairings").json()
    assert len(pairings["pairings"][0]["draw"]["free"]) == 4
