"""An announced event is edited on record, and its entrants are notified."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

from common import clock
from common.refusal import Refusal
from game.models import Player
from people.notices.models import Notice
from people.notices.sentences import describe
from tests.worlds.event_clubs import add, announce_for, create_club, owner_of
from tests.worlds.scoresheets import create_scoresheet
from tests.worlds.stepped_evenings import announce, enter_all, players, steps_until_nothing_is_due
from tournaments.events.manage import actions, entering
from tournaments.events.manage.editing import edit_event
from tournaments.events.models import Entry, Event, EventAction
from tournaments.events.notice_kinds import EVENT_CHANGED, EVENT_SOON

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("newcomers_may_enter")]

WHY = "The hall is taken."
HOUR = timedelta(hours=1)


@pytest.fixture
def host() -> Player:
    return Player.objects.create(username="Hostess", is_staff=True, is_superuser=True)


def edit(event: Event, by: Player, **changes: Any) -> None:
    edit_event(by=by, event_id=event.pk, changes=changes, reason=WHY)
    event.refresh_from_db()


def refused(event: Event, by: Player, **changes: Any) -> str:
    before = Event.objects.filter(pk=event.pk).values().get()
    with pytest.raises(Refusal) as fault:
        edit_event(by=by, event_id=event.pk, changes=changes, reason=WHY)
    assert Event.objects.filter(pk=event.pk).values().get() == before
    assert not EventAction.objects.filter(event=event, kind="edit").exists()
    return fault.value.code


def sentences() -> dict[str, str]:
    with override("en"):
        return {
            notice.player.username: describe(notice)
            for notice in Notice.objects.filter(kind=EVENT_CHANGED.name).select_related("player")
        }


def finish_games(player: Player, count: int) -> None:
    opponent, _ = Player.objects.get_or_create(username="Opponent")
    for _ in range(count):
        create_scoresheet(player, opponent)


def test_start_length_and_clock_change_on_record(host: Player):
    event, people = announce(minutes_ahead=120), players(12)
    enter_all(event, people)
    before = event.starts_at
    edit(event, host, starts_at=before + HOUR, games=5, clock="standard", title="Friday, later")
    assert (event.title, event.starts_at, event.games, event.clock) == (
        "Friday, later", before + HOUR, 5, "standard",
    )  # fmt: skip
    assert event.closes_at - event.starts_at == timedelta(minutes=event.minutes)
    [action] = EventAction.objects.filter(event=event)
    assert action.details is not None
    assert action.details["games"] == [9, 5]
    assert [*action.details] == ["title", "starts_at", "clock", "games"]
    assert sentences() == {one.username: f"Friday, later has changed: {WHY}" for one in people}
    assert Entry.objects.filter(event=event, left_at=None).count() == 12
    page = Client().get(f"/events/{event.pk}").content.decode()
    assert WHY in page
    assert "9 → 5" in page


def test_an_extension_stays(host: Player):
    event = announce(minutes_ahead=120)
    actions.extend_event(by=host, event_id=event.pk, minutes=20, reason=WHY)
    edit(event, host, games=5)
    assert event.closes_at - event.starts_at == timedelta(minutes=event.minutes + 20)


def test_the_same_edit_twice_is_one(host: Player):
    event = announce(minutes_ahead=120)
    for _ in range(2):
        edit(event, host, games=5)
    assert EventAction.objects.filter(event=event).count() == 1


def test_after_the_start_nothing_changes(host: Player):
    event = announce()
    enter_all(event, players(2))
    assert refused(event, host, title="Too late now") == "too_late"
    steps_until_nothing_is_due(event)
    assert refused(event, host, title="Too late now") == "too_late"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"rated": False}, "bad_request"),
        ({"games": 6}, "bad_request"),
        ({"title": "x"}, "bad_request"),
        ({"most_games": 0}, "bad_request"),
        ({"starts_at": -HOUR}, "bad_request"),
        ({"starts_at": timedelta(minutes=59)}, "bad_request"),
        ({"starts_at": timedelta(days=91)}, "bad_request"),
        ({"clock": "relaxed"}, "bad_request"),
    ],
)
def test_bad_values_change_nothing(host: Player, changes: dict[str, Any], code: str):
    event = announce(minutes_ahead=120)
    if "starts_at" in changes:
        changes = {"starts_at": clock.now() + changes["starts_at"]}
    assert refused(event, host, **changes) == code


def test_strangers_members_and_former_directors_are_refused():
    owner, member = players(2)
    club = create_club("Owls", member, owner=owner)
    director = Player.objects.create(username="Dora")
    add(club, director, role="director")
    event = announce_for(club, by=director)
    edit(event, owner, games=5)
    EventAction.objects.all().delete()
    club.members.filter(player=director).update(role="member")
    for by in (member, director, Player.objects.create(username="Nora")):
        assert refused(event, by, games=12) == "not_yours"
    Player.objects.filter(pk=owner.pk).update(banned_until=clock.now() + HOUR)
    owner.refresh_from_db()
    assert refused(event, owner, games=12) == "not_yours"


def test_a_duel_of_two_clubs_is_an_agreement():
    club, rival = create_club("Owls"), create_club("Hares")
    event = announce_for(club)
    Event.objects.filter(pk=event.pk).update(rival=rival)
    assert refused(event, owner_of(club), title="Ours alone") == "not_yours"


def test_announced_decks_fix_start_and_clock(host: Player):
    event = announce("duplicate", minutes_ahead=120, games=7)
    assert refused(event, host, starts_at=event.starts_at + HOUR) == "bad_request"
    edit(event, host, title="Same cards", most_games=50)
    assert (event.title, event.most_games) == ("Same cards", 50)


def test_a_limit_lets_entered_players_stay(host: Player):
    event, people = announce(minutes_ahead=120), players(12)
    enter_all(event, people[:11])
    finish_games(people[0], 4)
    finish_games(people[11], 4)
    edit(event, host, most_games=3)
    with pytest.raises(Refusal) as fault:
        entering.join(event_id=event.pk, player=people[11])
    assert "at most 3 finished games" in fault.value.says
    entering.leave(event_id=event.pk, player=people[0])
    entering.join(event_id=event.pk, player=people[0])
    assert Entry.objects.filter(event=event, left_at=None).count() == 11


def test_a_new_start_is_announced_again(host: Player):
    event, people = announce(minutes_ahead=9), players(2)
    enter_all(event, people)
    Entry.objects.update(joined_at=clock.now() - HOUR)
    steps_until_nothing_is_due(event)
    assert Notice.objects.filter(kind=EVENT_SOON.name).count() == 2
    edit(event, host, starts_at=event.starts_at + HOUR)
    assert not Notice.objects.filter(kind=EVENT_SOON.name).exists()


def test_entrants_are_not_flooded(host: Player):
    event = announce(minutes_ahead=120)
    for games in (5, 9, 12, 18, 22):
        edit(event, host, games=games) if games != 9 else edit(event, host, title="Another name")
    with pytest.raises(Refusal) as fault:
        edit(event, host, games=9)
    assert fault.value.code == "too_many"


class TestPage:
    def test_the_form_shows_the_event_and_changes_it(self, host: Player):
        event = announce(minutes_ahead=120)
        client = Client()
        client.force_login(host)
        address = f"/events/{event.pk}/edit"
        assert f'href="{address}"' in client.get(f"/events/{event.pk}").content.decode()
        page = client.get(address).content.decode()
        assert 'value="Friday night"' in page
        assert 'name="rated"' not in page
        chosen = {
            "title": "Moved", "games": 9, "clock": "quick", "most_points": "", "most_games": "20",
            "starts": f"{event.starts_at:%Y-%m-%dT%H:%M}", "reason": WHY,
        }  # fmt: skip
        assert client.post(address, chosen).headers["Location"] == f"/events/{event.pk}"
        [action] = EventAction.objects.filter(event=event)
        assert action.details == {"title": ["Friday night", "Moved"], "most_games": [None, 20]}
        assert client.post(address, chosen | {"games": 6}).status_code == 400

    def test_others_see_no_form(self):
        event = announce(minutes_ahead=120)
        client = Client()
        assert client.get(f"/events/{event.pk}/edit").status_code == 404
        client.force_login(Player.objects.create(username="Nora"))
        assert client.post(f"/events/{event.pk}/edit", {"title": "Mine now"}).status_code == 404
