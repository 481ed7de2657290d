"""Who may enter an event, and the refusals for all others."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from common import clock
from common.refusal import Refusal
from game.accounts.advice_permission import require_no_rated_game
from game.accounts.blocks import block
from game.accounts.guests import create_guest
from game.engine.state import Rules
from game.models import Game, Player
from game.table.opening import open_game
from tests.worlds.stepped_evenings import (
    announce,
    enter_all,
    entry_of,
    players,
    steps_until_nothing_is_due,
    win,
)
from tests.worlds.tables import create_game
from tournaments.events.kinds.night import NightKind
from tournaments.events.manage import entering
from tournaments.events.manage.actions import (
    disqualify,
    end_event,
    extend_event,
    pause_event,
    resume_event,
    void_event,
)
from tournaments.events.models import Entry, Event, Suspension
from tournaments.events.run.flow import find_due_events

pytestmark = pytest.mark.django_db

Later = Callable[..., None]


def refusal(event: Event, player: Player) -> Refusal:
    with pytest.raises(Refusal) as caught:
        entering.join(event_id=event.pk, player=player)
    return caught.value


def test_ten_finished_games_come_first(ann: Player):
    event = announce()
    for played in range(10):
        fault = refusal(event, ann)
        assert fault.code == "newcomer"
        assert f"You’ve finished {played} so far" in fault.says
        win(create_game(players=(ann, create_guest())))
    entering.join(event_id=event.pk, player=ann)
    assert entry_of(event, ann).left_at is None


def test_a_guest_needs_an_account(newcomers_may_enter: None):
    assert refusal(announce(), create_guest()).code == "no_account"


@pytest.mark.usefixtures("newcomers_may_enter")
class TestWhoHasPlayedEnough:
    def test_banned_player_may_not_enter(self, ann: Player):
        ann.banned_until = clock.now() + timedelta(days=1)
        assert refusal(announce(), ann).code == "banned"

    def test_there_has_to_be_such_an_event(self, ann: Player):
        with pytest.raises(Refusal, match="no such event"):
            entering.join(event_id="nothing", player=ann)

    def test_joining_twice_is_joining_once(self, ann: Player):
        event = announce()
        entering.join(event_id=event.pk, player=ann)
        before = Entry.objects.values().get()
        entering.join(event_id=event.pk, player=ann)
        assert Entry.objects.values().get() == before

    def test_a_night_may_be_joined_until_half_time(self, ann: Player, later: Later):
        event = announce()
        later(minutes=51)
        entering.join(event_id=event.pk, player=ann)
        later(minutes=2)
        fault = refusal(event, Player.objects.create(username="Bob"))
        assert fault.code == "too_late"
        assert "half time" in fault.says

    def test_an_hour_may_be_joined_at_any_time(self, ann: Player, later: Later):
        event = announce("hour")
        later(minutes=59)
        entering.join(event_id=event.pk, player=ann)

    def test_an_event_that_is_over_or_void_may_not_be_joined(self, ann: Player):
        host = Player.objects.create_superuser("Hostess")
        event, void = announce(), announce()
        steps_until_nothing_is_due(event)
        end_event(by=host, event_id=event.pk, reason="It is late.")
        void_event(by=host, event_id=void.pk, reason="A wrong start.")
        assert refusal(event, ann).says == "This event is over."
        assert refusal(void, ann).says == "This event is called off."

    def test_disqualified_player_cannot_return(self, ann: Player):
        host = Player.objects.create_superuser("Hostess")
        event = announce()
        entering.join(event_id=event.pk, player=ann)
        disqualify(by=host, event_id=event.pk, player=ann, reason="A program.")
        entering.leave(event_id=event.pk, player=ann)
        assert "disqualified" in refusal(event, ann).says

    def test_suspended_player_is_refused_with_the_end_of_the_suspension(self, ann: Player):
        past = announce()
        now = clock.now()
        Suspension.objects.create(player=ann, event=past, at=now, until=now + timedelta(days=2))
        fault = refusal(announce(), ann)
        assert fault.code == "suspended"
        assert "UTC" in fault.says

    def test_block_with_the_director_keeps_a_player_out(self, ann: Player):
        director = Player.objects.create(username="Dora")
        block(player=director, other=ann)
        assert refusal(announce(by=director), ann).code == "blocked"

    def test_full_event_refuses_more_players(self, ann: Player, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(NightKind, "most_entries", 2)
        event = announce()
        enter_all(event, players(2))
        assert refusal(event, ann).code == "full"

    def test_returning_player_keeps_their_points(self, ann: Player):
        event = announce()
        enter_all(event, [ann, *players(1)])
        (table,) = steps_until_nothing_is_due(event)
        win(table.game)
        points = entry_of(event, ann).points
        entering.leave(event_id=event.pk, player=ann)
        assert entry_of(event, ann).free_since is None
        entering.join(event_id=event.pk, player=ann)
        assert entry_of(event, ann).points == points
        assert entry_of(event, ann).free_since is not None

    def test_joining_a_running_event_makes_a_player_free_and_the_event_due(self, ann: Player):
        event = announce()
        steps_until_nothing_is_due(event)
        assert event.pk not in find_due_events()
        entering.join(event_id=event.pk, player=ann)
        assert entry_of(event, ann).free_since is not None
        assert event.pk in find_due_events()

    def test_paused_player_gets_no_table_until_they_resume(self, ann: Player, later: Later):
        event = announce()
        enter_all(event, [ann, *players(1)])
        entering.pause(event_id=event.pk, player=ann)
        entering.pause(event_id=event.pk, player=ann)
        assert steps_until_nothing_is_due(event) == []
        entering.resume(event_id=event.pk, player=ann)
        assert len(steps_until_nothing_is_due(event)) == 1

    def test_player_who_leaves_during_a_game_keeps_its_result(self, ann: Player):
        event = announce()
        enter_all(event, [ann, *players(1)])
        (table,) = steps_until_nothing_is_due(event)
        entering.leave(event_id=event.pk, player=ann)
        win(table.game, table.game.seat_of(ann))
        assert entry_of(event, ann).points == 2
        assert entry_of(event, ann).free_since is None

    def test_player_who_resumes_at_a_table_is_not_free(self, ann: Player):
        event = announce()
        enter_all(event, [ann, *players(1)])
        steps_until_nothing_is_due(event)
        entering.pause(event_id=event.pk, player=ann)
        entering.resume(event_id=event.pk, player=ann)
        assert entry_of(event, ann).free_since is None

    def test_leaving_or_pausing_without_an_entry_is_refused(self, ann: Player):
        for action in (entering.leave, entering.pause, entering.resume):
            with pytest.raises(Refusal, match="not in this event"):
                action(event_id=announce().pk, player=ann)

    def test_player_cannot_direct(self, ann: Player):
        event = announce()
        why = {"by": ann, "event_id": event.pk, "reason": "Because."}
        for deed in (pause_event, resume_event, end_event, void_event):
            with pytest.raises(Refusal, match="Only hosts"):
                deed(**why)
        with pytest.raises(Refusal, match="Only hosts"):
            extend_event(**why, minutes=5)
        with pytest.raises(Refusal, match="Only hosts"):
            disqualify(**why, player=ann)

    def test_a_director_directs_their_own_event_with_a_reason(self, ann: Player):
        event = announce(by=ann)
        with pytest.raises(Refusal, match="Give a reason"):
            pause_event(by=ann, event_id=event.pk, reason=" ")
        pause_event(by=ann, event_id=event.pk, reason="A moment.")
        event.refresh_from_db()
        assert event.paused_at is not None
        with pytest.raises(Refusal, match="already paused"):
            pause_event(by=ann, event_id=event.pk, reason="A moment.")

    def test_director_who_plays_may_not_disqualify(self, ann: Player):
        event = announce(by=ann)
        (entry,) = enter_all(event, players(1))
        entering.join(event_id=event.pk, player=ann)
        with pytest.raises(Refusal, match="Ask a host"):
            disqualify(by=ann, event_id=event.pk, player=entry.player, reason="A program.")

    def test_finished_event_cannot_be_directed(self, ann: Player):
        event = announce(by=ann)
        void_event(by=ann, event_id=event.pk, reason="Nobody came.")
        with pytest.raises(Refusal, match="is over"):
            extend_event(by=ann, event_id=event.pk, minutes=5, reason="They have come.")

    def test_no_advice_in_a_game_of_an_event_that_is_not_rated(self, ann: Player):
        event = announce(rated=False)
        enter_all(event, [ann, *players(1)])
        require_no_rated_game(ann)
        (table,) = steps_until_nothing_is_due(event)
        assert not table.game.rated
        with pytest.raises(Refusal, match="in an event’s game") as caught:
            require_no_rated_game(ann)
        assert caught.value.code == "rated_game"


def test_casual_game_outside_events_still_allows_advice(ann: Player):
    game = open_game("casual", (ann, create_guest()), Rules())
    require_no_rated_game(ann)
    Game.objects.filter(pk=game.pk).update(rated=True)
    with pytest.raises(Refusal, match="in a rated game"):
        require_no_rated_game(ann)
