"""Brackets and round robins: their tables follow from a plan, and open when both players are free."""

import json
from collections.abc import Callable
from datetime import timedelta

import pytest

from common import clock
from common.refusal import Refusal
from game.engine.state import Ended
from game.models import Player
from game.table.forced_endings import void_by_ruling
from people.notices.models import Notice
from tests.worlds.stepped_evenings import (
    announce,
    enter_all,
    entry_of,
    live,
    nobody_begins,
    players,
    steps_until_nothing_is_due,
    win,
)
from tournaments.events.kinds.settings import EventSettings
from tournaments.events.manage import entering
from tournaments.events.manage.actions import disqualify
from tournaments.events.manage.creating import create_event
from tournaments.events.models import Entry, Event, Pairing
from tournaments.events.run.audit import find_differences
from tournaments.events.show.snapshot import load_event_page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("newcomers_may_enter")]

Later = Callable[..., None]


def better_seed_wins(pairing: Pairing) -> None:
    first, second = (Entry.objects.get(pk=key) for key in (pairing.first_id, pairing.second_id))
    better = min((first, second), key=lambda entry: entry.seed or 0)
    win(pairing.game, pairing.game.seat_of(better.player))


def play_out(event: Event, later: Later, choose: Callable[[Pairing], None] = better_seed_wins) -> None:
    for _ in range(60):
        steps_until_nothing_is_due(event)
        if event.due_at is None:
            return
        for pairing in live(event):
            choose(pairing)
        later(seconds=21)
    pytest.fail("It comes to no end.")


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 3, pytest.param(5, marks=pytest.mark.rows), 8])
def test_a_bracket_is_played_to_its_champion(count: int, later: Later):
    event = announce("bracket", minutes_ahead=1)
    enter_all(event, players(count))
    later(minutes=2)
    play_out(event, later)
    assert event.state == Event.State.OVER
    places = {entry.seed: entry.place for entry in Entry.objects.filter(event=event)}
    assert places[1] == 1
    assert places[2] == 2
    assert list(find_differences(event)) == []
    assert Pairing.objects.count() == 2 * (count - 1)  # two games decide each match


@pytest.mark.slow
@pytest.mark.rows
def test_the_games_of_a_match_are_a_match_and_the_first_deal_alternates(later: Later):
    event = announce("bracket", minutes_ahead=1, best_of=5)
    enter_all(event, players(2))
    later(minutes=2)
    for turn in range(4):
        steps_until_nothing_is_due(event)
        (pairing,) = live(event)
        win(pairing.game, pairing.game.seat_of(Player.objects.get(username=f"P{turn % 2}")))
    games = list(Pairing.objects.order_by("pk").select_related("game"))
    assert {pairing.game.best_of for pairing in games} == {5}
    assert [pairing.game.match for pairing in games] == ["", *[games[0].game_id] * 3]
    firsts = [pairing.first_id for pairing in games]
    assert firsts[0] == firsts[2] != firsts[1] == firsts[3]
    reasons = [json.loads(pairing.game.params)["first_dealer_because"] for pairing in games]
    before = [{"alternates_with": pairing.game_id} for pairing in games[:-1]]
    assert reasons == [{"event": event.pk}, *before]


@pytest.mark.slow
def test_absent_player_loses_a_game_and_the_next_after_fifteen_minutes(later: Later):
    event = announce("bracket", minutes_ahead=1)
    enter_all(event, players(2))
    later(minutes=2)
    waits = []
    for _ in range(2):
        steps_until_nothing_is_due(event)
        (pairing,) = live(event)
        waits.append(round((pairing.game.deadline - clock.milliseconds()) / 60_000))
        later(minutes=waits[-1])
        nobody_begins(pairing.game, there=[pairing.game.seat_of(Player.objects.get(username="P0"))])
    assert waits == [5, 15]
    steps_until_nothing_is_due(event)
    assert event.state == Event.State.OVER
    assert entry_of(event, Player.objects.get(username="P0")).place == 1
    assert entry_of(event, Player.objects.get(username="P1")).no_shows == 0


@pytest.mark.slow
def test_opponent_of_a_player_who_leaves_a_bracket_advances(later: Later):
    event = announce("bracket", minutes_ahead=1)
    entrants = players(4)
    enter_all(event, entrants)
    later(minutes=2)
    steps_until_nothing_is_due(event)
    first = live(event)[0]
    leaver = Entry.objects.get(pk=first.first_id)
    win(first.game)
    entering.leave(event_id=event.pk, player=leaver.player)
    play_out(event, later)
    assert event.state == Event.State.OVER
    assert {entry.place for entry in Entry.objects.all()} == {1, 2, 3}


def play_to_final(later: Later, count: int = 8) -> tuple[Event, list[Entry]]:
    """Play a bracket until its best two seeds are at the first table of the final."""
    event = announce("bracket", minutes_ahead=1)
    enter_all(event, players(count))
    later(minutes=2)
    last_round = (count - 1).bit_length() - 1
    for _ in range(60):
        steps_until_nothing_is_due(event)
        if [pairing.stage for pairing in live(event)] == [last_round]:
            return event, list(Entry.objects.filter(event=event, seed__lte=2).order_by("seed"))
        for pairing in live(event):
            better_seed_wins(pairing)
        later(seconds=21)
    pytest.fail("There is no final.")


@pytest.mark.slow
@pytest.mark.rows
@pytest.mark.parametrize("won_before", [0, 1])
def test_a_finalist_who_leaves_is_placed_second(won_before: int, later: Later):
    event, (finalist, other) = play_to_final(later)
    for _ in range(won_before):
        win(live(event)[0].game, live(event)[0].game.seat_of(finalist.player))
        later(seconds=21)
        steps_until_nothing_is_due(event)
    entering.leave(event_id=event.pk, player=finalist.player)
    win(live(event)[0].game, live(event)[0].game.seat_of(other.player), ended=Ended.RESIGNED, loser_has=20)
    steps_until_nothing_is_due(event)
    assert event.state == Event.State.OVER
    places = dict(Entry.objects.filter(event=event).values_list("pk", "place"))
    assert (places[other.pk], places[finalist.pk]) == (1, 2)
    assert sorted(places.values()) == [1, 2, 3, 3, 5, 5, 5, 5]
    assert list(find_differences(event)) == []


@pytest.mark.slow
@pytest.mark.rows
def test_player_who_advances_by_a_walkover_and_then_leaves_keeps_that_match(later: Later):
    event = announce("bracket", minutes_ahead=1)
    enter_all(event, players(4))
    later(minutes=2)
    steps_until_nothing_is_due(event)
    match, _ = live(event)
    left_first, left_last = match.first, match.second
    win(match.game, match.game.seat_of(left_first.player))
    entering.leave(event_id=event.pk, player=left_first.player)
    steps_until_nothing_is_due(event)
    later(minutes=1)
    host = Player.objects.create_superuser("Hostess")
    disqualify(by=host, event_id=event.pk, player=left_last.player, reason="Played for two.")
    play_out(event, later)
    assert event.state == Event.State.OVER
    places = dict(Entry.objects.filter(event=event).values_list("pk", "place"))
    assert places.pop(left_last.pk) is None
    assert places[left_first.pk] == 3
    assert sorted(places.values()) == [1, 3, 3]
    assert list(find_differences(event)) == []


@pytest.mark.slow
@pytest.mark.rows
def test_voided_game_is_played_again(later: Later):
    event = announce("bracket", minutes_ahead=1)
    enter_all(event, players(2))
    later(minutes=2)
    steps_until_nothing_is_due(event)
    (pairing,) = live(event)
    win(pairing.game)
    void_by_ruling(pairing.game_id)
    play_out(event, later)
    _, again, _ = Pairing.objects.order_by("pk").select_related("game")
    assert json.loads(again.game.params)["first_dealer_because"] == {"event": event.pk}
    assert event.state == Event.State.OVER


@pytest.mark.slow
@pytest.mark.rows
def test_the_best_quarter_of_a_night_plays_the_bracket_after_it(later: Later):
    night = announce(games=5)
    enter_all(night, players(8))
    after = announce("bracket", minutes_ahead=30, source=night)
    steps_until_nothing_is_due(night)
    for pairing in live(night):
        win(pairing.game)
    later(minutes=100)
    steps_until_nothing_is_due(night)
    assert night.state == Event.State.OVER
    play_out(after, later)
    qualified = set(Entry.objects.filter(event=after).values_list("player", flat=True))
    best = set(Entry.objects.filter(event=night, place=1).values_list("player", flat=True))
    assert len(qualified) == 2
    assert qualified <= best
    with pytest.raises(Refusal, match="best quarter"):
        entering.join(
            event_id=announce("bracket", minutes_ahead=9, source=night).pk, player=players(1, "X")[0]
        )


def test_bracket_with_one_player_is_called_off(later: Later):
    event = announce("bracket", minutes_ahead=1)
    enter_all(event, players(1))
    later(minutes=2)
    steps_until_nothing_is_due(event)
    assert event.state == Event.State.VOID
    assert event.reason


@pytest.mark.slow
@pytest.mark.parametrize("count", [3, pytest.param(4, marks=pytest.mark.rows), 5])
def test_in_a_round_robin_all_meet_once(count: int, later: Later):
    event = announce("robin", minutes_ahead=1)
    enter_all(event, players(count))
    later(minutes=2)
    play_out(event, later)
    assert event.state == Event.State.OVER
    met = [frozenset((one.first_id, one.second_id)) for one in Pairing.objects.all()]
    assert len(met) == len({*met}) == count * (count - 1) // 2
    assert entry_of(event, Entry.objects.get(seed=1).player).place == 1
    assert list(find_differences(event)) == []


@pytest.mark.slow
def test_a_week_a_round_opens_a_round_each_week(later: Later):
    event = announce("robin", minutes_ahead=1, clock="relaxed", round_days=7)
    enter_all(event, players(4))
    later(minutes=2)
    for week in range(3):
        steps_until_nothing_is_due(event)
        assert Pairing.objects.count() == 2 * (week + 1)
        for pairing in live(event):
            assert pairing.game.clock == "relaxed"
            better_seed_wins(pairing)
        steps_until_nothing_is_due(event)
        later(days=7)
    steps_until_nothing_is_due(event)
    assert event.state == Event.State.OVER


@pytest.mark.slow
def test_leavers_remaining_games_in_a_round_robin_are_not_played(later: Later):
    event = announce("robin", minutes_ahead=1)
    entrants = players(4)
    enter_all(event, entrants)
    later(minutes=2)
    steps_until_nothing_is_due(event)
    entering.leave(event_id=event.pk, player=entrants[0])
    play_out(event, later)
    assert event.state == Event.State.OVER
    assert Pairing.objects.count() == 4


def test_its_page_shows_the_plan(later: Later):
    event = announce("bracket", minutes_ahead=1)
    enter_all(event, players(3))
    assert load_event_page(event.pk, None)["plan"] is None
    later(minutes=2)
    steps_until_nothing_is_due(event)
    tree = load_event_page(event.pk, None)["plan"]
    seeds = tree["seeds"]
    assert tree["rounds"][0][0] == {"sides": [seeds[0], 0], "wins": (0, 0), "winner": seeds[0]}
    assert tree["rounds"][1][0]["sides"] == [seeds[0], None]
    assert tree["champion"] is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "bracket", "best_of": 4},
        {"kind": "robin", "round_days": 3},
        {"kind": "robin", "round_days": 7},
        {"kind": "night", "clock": "relaxed"},
        {"kind": "robin", "bots_allowed": True},
    ],
)
def test_impossible_settings_are_refused(wrong: dict[str, object]):
    host = Player.objects.create_superuser("Hostess")
    starts_at = clock.now() + timedelta(minutes=10)
    with pytest.raises(Refusal):
        create_event(by=host, settings=EventSettings(title="Friday", starts_at=starts_at, **wrong))


@pytest.mark.slow
def test_given_up_games_count_in_a_match(later: Later):
    event = announce("bracket", minutes_ahead=1)
    enter_all(event, players(2))
    later(minutes=2)
    for _ in range(2):
        steps_until_nothing_is_due(event)
        (pairing,) = live(event)
        loser = pairing.game.seat_of(Player.objects.get(username="P0"))
        win(pairing.game, loser.other, loser_has=12, ended=Ended.RESIGNED, deals=2)
    steps_until_nothing_is_due(event)
    assert entry_of(event, Player.objects.get(username="P1")).place == 1


@pytest.mark.slow
@pytest.mark.rows
def test_in_a_weekly_round_robin_a_table_may_be_begun_for_the_whole_round(later: Later):
    event = announce("robin", minutes_ahead=1, clock="relaxed", round_days=7)
    enter_all(event, players(4))
    later(minutes=2)
    steps_until_nothing_is_due(event)
    for pairing in live(event):
        assert pairing.game.deadline - clock.milliseconds() == pytest.approx(7 * 86_400_000, abs=60_000)
    notices = Notice.objects.filter(kind="paired")
    assert notices.count() == 4
    for notice in notices:
        assert notice.until - clock.now() > timedelta(days=6, hours=23)
        assert notice.parts["until"] == int(notice.until.timestamp() * 1000)


def test_the_notice_of_a_table_of_a_bracket_lasts_for_its_five_minutes(later: Later):
    event = announce("bracket", minutes_ahead=1)
    enter_all(event, players(2))
    later(minutes=2)
    steps_until_nothing_is_due(event)
    (notice, _) = Notice.objects.filter(kind="paired")
    assert timedelta(minutes=4) < notice.until - clock.now() <= timedelta(minutes=5)
