"""An event from its announcement to its end, stepped by hand on a real database."""

import json
from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction

from common import clock
from game.engine.state import Ended
from game.models import Game, Player
from game.table.clocks.time_control import SECOND
from game.table.forced_endings import void_by_ruling
from game.table.opening import open_game
from people.notices.listing import load_notices
from people.notices.models import Notice
from tests.worlds.stepped_evenings import (
    A,
    B,
    announce,
    enter_all,
    entry_of,
    live,
    nobody_begins,
    players,
    steps_until_nothing_is_due,
    win,
)
from tournaments.events.manage import entering
from tournaments.events.manage.actions import (
    disqualify,
    end_event,
    extend_event,
    pause_event,
    resume_event,
    void_event,
)
from tournaments.events.models import Entry, Event, EventAction, Pairing, Round, Seating, Suspension
from tournaments.events.record.free import count_waiting
from tournaments.events.record.tables import Superseded, open_tables
from tournaments.events.run.audit import find_differences
from tournaments.events.run.closing import finish_event
from tournaments.events.run.flow import find_due_events, next_step
from tournaments.formats.lots import commitment
from tournaments.formats.pairing import pair, parse_draw

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("newcomers_may_enter")]

Later = Callable[..., None]


def test_due_event_starts_and_pairs_all_present_players():
    event = announce()
    enter_all(event, players(4))
    opened = steps_until_nothing_is_due(event)
    assert event.state == Event.State.RUNNING
    assert len(opened) == 2
    assert Entry.objects.filter(event=event).exclude(free_since=None).count() == 0
    for pairing in live(event):
        assert pairing.game.clock == "quick"
        assert pairing.game.rated


def test_nothing_is_due_before_it_is_time(later: Later):
    event = announce(minutes_ahead=30)
    enter_all(event, players(2))
    assert steps_until_nothing_is_due(event) == []
    assert event.state == Event.State.ANNOUNCED
    later(minutes=29)
    assert steps_until_nothing_is_due(event) == []
    later(minutes=2)
    assert len(steps_until_nothing_is_due(event)) == 1


def test_a_game_waits_a_minute_for_its_players():
    event = announce()
    enter_all(event, players(2))
    steps_until_nothing_is_due(event)
    (pairing,) = live(event)
    assert pairing.game.deadline is not None
    assert 0 < pairing.game.deadline - clock.milliseconds() <= 60 * SECOND


def test_the_first_named_deals_first():
    event = announce()
    enter_all(event, players(2))
    (table,) = steps_until_nothing_is_due(event)
    first = table.entries[0].player
    dealer = table.game.params.split('"first_dealer":')[1][0]
    assert (table.game.seat_a, table.game.seat_b)[int(dealer)] == first
    assert json.loads(table.game.params)["first_dealer_because"] == {"event": event.pk}


@pytest.mark.slow
@pytest.mark.rows
def test_a_result_enters_with_the_end_of_its_game_and_frees_both():
    event = announce()
    enter_all(event, players(2))
    (table,) = steps_until_nothing_is_due(event)
    win(table.game, A, loser_has=85)
    winner, loser = (entry_of(event, player) for player in (table.game.seat_a, table.game.seat_b))
    assert (winner.points, winner.wins, winner.spread, winner.plus, winner.played) == (3, 1, 36, 36, 1)
    assert (loser.points, loser.wins, loser.spread, loser.plus, loser.played) == (0, 0, -36, 0, 1)
    assert winner.free_since is not None
    assert loser.free_since is not None
    assert not Seating.objects.filter(is_live=True).exists()
    assert event.pk in find_due_events()


def test_game_outside_events_costs_one_query_at_its_end(django_assert_num_queries):
    event = announce()
    enter_all(event, players(2))
    game = open_game(
        "casual", (Player.objects.get(username="P0"), Player.objects.get(username="P1")), rules()
    )
    from game.table.record.ending import VOIDED
    from game.table.record.game_over import Cause, GameOver
    from tournaments.events.run.results import record_results

    over = GameOver(Cause.LAST_MOVE, {game.pk: VOIDED}, clock.now())
    with django_assert_num_queries(1):
        record_results(over)


def rules():
    from game.engine.state import Rules

    return Rules()


def test_giving_up_under_91_is_a_skunk_of_at_most_31():
    event = announce()
    enter_all(event, players(2))
    (table,) = steps_until_nothing_is_due(event)
    win(table.game, B, loser_has=3, ended=Ended.RESIGNED, deals=1)
    winner = entry_of(event, table.game.seat_b)
    assert (winner.points, winner.spread) == (3, 31)


def test_absent_player_is_paused_and_the_opponent_wins(later: Later):
    event = announce()
    enter_all(event, players(2))
    (table,) = steps_until_nothing_is_due(event)
    later(seconds=61)
    nobody_begins(table.game, there=[A])
    there, absent = (entry_of(event, player) for player in (table.game.seat_a, table.game.seat_b))
    assert (there.points, there.wins, there.spread, there.played) == (2, 1, 0, 1)
    assert (absent.points, absent.spread, absent.no_shows, absent.is_paused) == (0, 0, 1, True)
    assert absent.free_since is None
    assert not Suspension.objects.exists()


@pytest.mark.slow
@pytest.mark.rows
def test_second_absence_suspends_for_a_day_then_for_two(later: Later):
    someone, *others = players(4)
    for days in (1, 2):
        event = announce()
        enter_all(event, [someone, *others])
        for _ in range(2):
            steps_until_nothing_is_due(event)
            (theirs,) = Seating.objects.filter(entry__player=someone, is_live=True)
            game = theirs.pairing.game
            later(seconds=61)
            nobody_begins(game, there=[game.seat_of(someone).other])
            for pairing in live(event):
                win(pairing.game)
            if entry_of(event, someone).left_at is None:
                entering.resume(event_id=event.pk, player=someone)
        assert entry_of(event, someone).left_at is not None
        suspension = Suspension.objects.get(event=event)
        assert (suspension.until - suspension.at).days == days
        with pytest.raises(Exception, match="two of your tables"):
            entering.join(event_id=announce().pk, player=someone)
        later(days=days, minutes=1)


def test_if_both_are_absent_neither_wins_and_both_are_paused(later: Later):
    event = announce()
    enter_all(event, players(2))
    (table,) = steps_until_nothing_is_due(event)
    later(seconds=61)
    nobody_begins(table.game)
    for entry in Entry.objects.filter(event=event):
        assert (entry.points, entry.played, entry.is_paused) == (0, 1, True)


@pytest.mark.slow
@pytest.mark.rows
def test_game_voided_by_a_host_no_longer_counts_even_after_the_event(later: Later):
    event = announce(games=5)
    enter_all(event, players(2))
    (table,) = steps_until_nothing_is_due(event)
    win(table.game)
    later(minutes=200)
    steps_until_nothing_is_due(event)
    assert event.state == Event.State.OVER
    assert entry_of(event, table.game.seat_a).place == 1
    void_by_ruling(table.game.pk)
    assert entry_of(event, table.game.seat_a).points == 0
    assert entry_of(event, table.game.seat_a).played == 0
    assert event.pk in find_due_events()
    steps_until_nothing_is_due(event)
    assert entry_of(event, table.game.seat_a).place is None
    assert list(find_differences(event)) == []


@pytest.mark.slow
def test_players_do_not_meet_again_while_others_are_free(later: Later):
    event = announce()
    enter_all(event, players(4))
    met = set()
    for _ in range(3):
        for table in steps_until_nothing_is_due(event):
            met.add(frozenset(entry.pk for entry in table.entries))
            win(table.game)
    assert len(met) == 6


@pytest.mark.slow
@pytest.mark.rows
def test_recorded_round_can_be_recomputed(later: Later):
    event = announce(games=5)
    enter_all(event, players(5))
    for _ in range(3):
        for pairing in live(event):
            win(pairing.game)
        later(seconds=45)
        steps_until_nothing_is_due(event)
    later(minutes=200)
    steps_until_nothing_is_due(event)
    root = bytes.fromhex(event.root)
    assert commitment(event.pk, root).hex() == event.root_commitment
    assert Round.objects.count() >= 3
    for each in Round.objects.all():
        import json

        assert [list(table) for table in pair(parse_draw(json.loads(each.draw)), root)] == each.tables


def test_the_root_stays_sealed_as_long_as_the_event_lasts():
    event = announce()
    enter_all(event, players(2))
    steps_until_nothing_is_due(event)
    assert event.root == ""


@pytest.mark.slow
@pytest.mark.rows
def test_pairing_computed_twice_opens_its_tables_once():
    event = announce()
    enter_all(event, players(4))
    next_step(event.pk)  # the event starts
    event.refresh_from_db()
    Event.objects.update(due_at=clock.now())
    task = next_step(event.pk)
    if task is None:
        Event.objects.update(due_at=clock.now())
        task = next_step(event.pk)
    assert task is not None
    tables = pair(task.draw, task.root)
    open_tables(task.event, task.version, task.draw, tables)
    with pytest.raises(Superseded):
        open_tables(task.event, task.version, task.draw, tables)
    assert Game.objects.count() == 2


@pytest.mark.slow
@pytest.mark.rows
def test_database_forbids_two_tables_of_one_event():
    event = announce()
    first, _ = enter_all(event, players(2))
    steps_until_nothing_is_due(event)
    (pairing,) = live(event)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seating.objects.create(pairing=pairing, entry=first, number=99)


@pytest.mark.rows
def test_leaving_while_a_pairing_is_computed_discards_it():
    event = announce()
    entrants = players(2)
    enter_all(event, entrants)
    task = None
    while task is None:
        Event.objects.update(due_at=clock.now())
        task = next_step(event.pk)
    entering.leave(event_id=event.pk, player=entrants[0])
    with pytest.raises(Superseded):
        open_tables(task.event, task.version, task.draw, pair(task.draw, task.root))
    assert not Game.objects.exists()
    event.refresh_from_db()
    assert event.version == task.version  # nothing of it was stored


@pytest.mark.slow
@pytest.mark.rows
def test_player_at_a_table_elsewhere_is_not_free(later: Later):
    event = announce()
    entrants = players(4)
    enter_all(event, entrants)
    casual = open_game("elsewhere", (entrants[0], Player.objects.create(username="X")), rules(), "quick")
    opened = steps_until_nothing_is_due(event)
    assert len(opened) == 1
    assert entrants[0] not in {entry.player for table in opened for entry in table.entries}
    Game.objects.filter(pk=casual.pk).update(finished_at=clock.now())
    later(seconds=45)
    assert len(steps_until_nothing_is_due(event)) == 1


@pytest.mark.slow
@pytest.mark.rows
def test_players_who_blocked_each_other_before_joining_never_meet(later: Later):
    from game.accounts.blocks import block

    event = announce()
    ann, bob = players(2)
    block(player=ann, other=bob)
    enter_all(event, [ann, bob])
    for _ in range(10):
        later(minutes=1)
        assert steps_until_nothing_is_due(event) == []


@pytest.mark.slow
@pytest.mark.rows
def test_it_closes_and_is_over_once_the_last_games_have_ended(later: Later):
    event = announce()
    enter_all(event, players(4))
    one, other = steps_until_nothing_is_due(event)
    later(minutes=106)
    steps_until_nothing_is_due(event)
    assert event.state == Event.State.CLOSED
    win(one.game)
    steps_until_nothing_is_due(event)
    assert event.state == Event.State.CLOSED
    win(other.game)
    steps_until_nothing_is_due(event)
    assert event.state == Event.State.OVER
    assert event.due_at is None
    assert {entry.place for entry in Entry.objects.filter(event=event)} == {1, 3}


def test_result_after_the_final_quarter_hour_does_not_count(later: Later):
    event = announce()
    enter_all(event, players(2))
    (table,) = steps_until_nothing_is_due(event)
    later(minutes=106)
    steps_until_nothing_is_due(event)
    later(minutes=16)
    steps_until_nothing_is_due(event)
    assert event.state == Event.State.OVER
    win(table.game)
    assert Pairing.objects.get().ending == Pairing.Ending.VOID
    assert entry_of(event, table.game.seat_a).points == 0


@pytest.mark.slow
def test_it_ends_early_when_all_games_are_played_and_joining_is_closed(later: Later):
    event = announce(games=5)
    enter_all(event, players(2))
    for _ in range(5):
        for table in steps_until_nothing_is_due(event):
            win(table.game)
        later(minutes=4)
    assert event.state == Event.State.RUNNING
    later(minutes=10)
    Event.objects.update(due_at=clock.now())
    steps_until_nothing_is_due(event)
    assert event.state == Event.State.OVER


def host() -> Player:
    return Player.objects.create_superuser("Hostess")


def test_a_host_pauses_and_resumes_and_the_close_moves(later: Later):
    event, by = announce(), host()
    enter_all(event, players(2))
    pause_event(by=by, event_id=event.pk, reason="The power is out.")
    assert steps_until_nothing_is_due(event) == []
    closes_at = event.closes_at
    later(minutes=20)
    resume_event(by=by, event_id=event.pk, reason="It is back.")
    assert len(steps_until_nothing_is_due(event)) == 1
    assert (event.closes_at - closes_at).total_seconds() == pytest.approx(20 * 60, abs=5)


def test_a_host_ends_an_event_while_games_run(later: Later):
    event = announce()
    enter_all(event, players(2))
    (table,) = steps_until_nothing_is_due(event)
    end_event(by=host(), event_id=event.pk, reason="It is late.")
    steps_until_nothing_is_due(event)
    assert event.state == Event.State.CLOSED
    win(table.game)
    steps_until_nothing_is_due(event)
    assert event.state == Event.State.OVER
    assert entry_of(event, table.game.seat_a).points == 2


@pytest.mark.slow
def test_an_event_that_had_closed_is_extended(later: Later):
    event, by = announce(), host()
    enter_all(event, players(4))
    one, other = steps_until_nothing_is_due(event)
    later(minutes=106)
    steps_until_nothing_is_due(event)
    win(one.game)
    extend_event(by=by, event_id=event.pk, minutes=30, reason="One more.")
    event.refresh_from_db()
    assert event.state == Event.State.RUNNING
    win(other.game)
    later(seconds=50)
    assert len(steps_until_nothing_is_due(event)) == 2


def test_called_off_event_does_not_count_and_its_games_go_on():
    event = announce()
    enter_all(event, players(2))
    (table,) = steps_until_nothing_is_due(event)
    void_event(by=host(), event_id=event.pk, reason="A wrong start.")
    event.refresh_from_db()
    assert event.state == Event.State.VOID
    assert Game.objects.get(pk=table.game.pk).finished_at is None
    win(table.game)
    assert entry_of(event, table.game.seat_a).points == 0
    assert event.pk not in find_due_events()


@pytest.mark.slow
def test_disqualified_player_has_no_place_and_the_opponent_wins():
    event, by = announce(), host()
    enter_all(event, players(4))
    tables = steps_until_nothing_is_due(event)
    out, other = (entry.player for entry in tables[0].entries)
    disqualify(by=by, event_id=event.pk, player=out, reason="A program played.")
    assert (entry_of(event, other).points, entry_of(event, other).spread) == (2, 0)
    win(tables[0].game)
    assert entry_of(event, other).points == 2
    win(tables[1].game)
    end_event(by=by, event_id=event.pk, reason="Enough.")
    steps_until_nothing_is_due(event)
    assert entry_of(event, out).place is None
    assert [action.kind for action in EventAction.objects.order_by("pk")] == ["disqualify", "end"]


def test_house_bot_fills_a_seat_if_the_event_allows_bots(later: Later):
    event = announce(games=5, bots_allowed=True)
    enter_all(event, players(3))
    opened = steps_until_nothing_is_due(event)
    assert len(opened) == 2
    (with_bot,) = [table for table in opened if table.game.seat_b.is_bot]
    assert not with_bot.game.rated
    assert next(table for table in opened if table is not with_bot).game.rated
    assert "BOT" in event.shown_title


def test_house_bot_does_not_join_an_even_number_of_players(later: Later):
    event = announce(bots_allowed=True)
    enter_all(event, players(4))
    tables = steps_until_nothing_is_due(event)
    assert [table.game.seat_b.is_bot for table in tables] == [False, False]


@pytest.mark.slow
@pytest.mark.rows
def test_house_bot_gets_no_place_in_the_final_standings(later: Later):
    event = announce(games=5, bots_allowed=True)
    enter_all(event, players(1))
    (table,) = steps_until_nothing_is_due(event)
    win(table.game, B)
    later(minutes=200)
    steps_until_nothing_is_due(event)
    person, bot = entry_of(event, table.game.seat_a), entry_of(event, table.game.seat_b)
    assert (bot.points, bot.place) == (2, None)
    assert (person.points, person.place) == (0, 1)


@pytest.mark.slow
@pytest.mark.rows
def test_entrants_are_notified_ten_minutes_before_and_of_each_table(later: Later):
    event = announce(minutes_ahead=30)
    enter_all(event, players(2))
    steps_until_nothing_is_due(event)
    assert not Notice.objects.exists()
    later(minutes=21)
    for _ in range(2):
        steps_until_nothing_is_due(event)
        Event.objects.update(due_at=clock.now())
    soon = Notice.objects.filter(kind="event_soon")
    assert [notice.parts["event"] for notice in soon] == ["Friday night"] * 2
    later(minutes=10)
    (table,) = steps_until_nothing_is_due(event)
    paired = {notice.player_id: notice.parts for notice in Notice.objects.filter(kind="paired")}
    one, other = (entry.player for entry in table.entries)
    assert paired[one.pk]["by"] == other.username
    assert paired[other.pk]["game"] == table.game.pk


def news(*told: Player) -> list[str]:
    """Return the kinds of notifications that these players' bells count."""
    notices, _ = load_notices({player.pk for player in told})
    return [one["kind"] for own in notices.values() for one in own if one.get("read") is False]


@pytest.mark.rows
class TestTheBell:
    """A table counts in the bell while one of its players is expected at it."""

    @pytest.mark.slow
    def test_until_both_have_come(self):
        event, both = announce(), players(2)
        enter_all(event, both)
        (table,) = steps_until_nothing_is_due(event)
        Game.objects.filter(pk=table.game.pk).update(commitment_a="c")
        assert news(*both) == ["paired"] * 2
        Game.objects.filter(pk=table.game.pk).update(commitment_b="c")
        assert news(*both) == []

    @pytest.mark.slow
    def test_until_the_time_to_come_is_up(self, later: Later):
        event, both = announce(), players(2)
        enter_all(event, both)
        (table,) = steps_until_nothing_is_due(event)
        later(seconds=61)
        nobody_begins(table.game)
        assert Notice.objects.filter(kind="paired", read_at=None).count() == 0

    @pytest.mark.slow
    def test_until_the_event_is_over_though_the_table_waits_still(self):
        event, both = announce(), players(2)
        enter_all(event, both)
        steps_until_nothing_is_due(event)
        assert news(*both) == ["paired"] * 2
        finish_event(event)
        assert Game.objects.get().finished_at is None
        assert news(*both) == []

    @pytest.mark.slow
    def test_running_event_sends_no_ten_minute_notification(self, later: Later):
        event, both = announce(minutes_ahead=11), players(2)
        enter_all(event, both)
        later(minutes=2)
        steps_until_nothing_is_due(event)
        assert news(*both) == ["event_soon"] * 2
        later(minutes=9)
        assert news(*both) == []


def test_player_without_games_left_does_not_call_for_a_house_bot(later: Later):
    event = announce(games=5, bots_allowed=True)
    one, *others = players(3)
    enter_all(event, [one, *others])
    Entry.objects.filter(event=event, player=one).update(played=5)
    opened = steps_until_nothing_is_due(event)
    assert [{entry.player for entry in table.entries} for table in opened] == [{*others}]


@pytest.mark.slow
@pytest.mark.rows
def test_waiting_player_is_counted_once_however_many_games_they_have_had():
    event = announce(games=9)
    enter_all(event, players(3))
    for _ in range(3):
        for table in steps_until_nothing_is_due(event):
            win(table.game)
    entering.pause(event_id=event.pk, player=Player.objects.get(username="P1"))
    waits = count_waiting(event)
    free = Entry.objects.filter(event=event).exclude(free_since=None).count()
    at_tables = Seating.objects.filter(entry__event=event, is_live=True, entry__is_paused=False).count()
    assert (waits.free, waits.playing) == (free, at_tables)
