"""A duplicate night from its announcement to its end: one deck set, rounds, and boards that close."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from common.refusal import Refusal
from game.engine.state import Seat
from game.shared_decks.models import DeckSet, SharedGame
from game.shared_rounds import delaying
from game.shared_rounds.announcing import load_entrants
from game.table.forced_endings import void_by_ruling
from rng import shared_decks
from tests.worlds.duplicates import (
    begin_duplicate,
    close_round,
    commit_all,
    end_round,
    latest,
    reveal_all,
    winner_of_first,
)
from tests.worlds.shared_decks import values_after
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
from tournaments.events.manage import entering
from tournaments.events.models import Entry, Event, Pairing
from tournaments.events.record.open_boards import step_json
from tournaments.events.run.audit import find_differences

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("newcomers_may_enter")]

Later = Callable[..., None]


def test_decks_are_announced_with_the_event_and_nothing_of_it_is_rated():
    event = announce("duplicate", minutes_ahead=5, games=7)
    assert event.deck_set.stage == DeckSet.Stage.ANNOUNCED
    assert event.deck_set.rounds == event.games == 7
    assert not event.rated


def test_with_fewer_than_four_tables_it_is_called_off_with_a_reason(later: Later):
    event = announce("duplicate", minutes_ahead=1, games=7)
    enter_all(event, players(7))
    later(minutes=1)
    steps_until_nothing_is_due(event)
    assert event.state == Event.State.VOID
    assert "four tables" in event.reason
    event.deck_set.refresh_from_db()
    assert event.deck_set.stage == DeckSet.Stage.VOID


@pytest.mark.slow
def test_joining_after_the_start_is_refused(later: Later):
    event, _ = begin_duplicate(later)
    with pytest.raises(Refusal, match="too late"):
        entering.join(event_id=event.pk, player=players(1, "Late")[0])


@pytest.mark.slow
def test_the_first_round_waits_for_secrets_and_no_longer_than_a_minute(later: Later):
    event = announce("duplicate", minutes_ahead=1, games=2)
    entrants = players(8)
    enter_all(event, entrants)
    commit_all(event, entrants[:6])
    later(minutes=1)
    steps_until_nothing_is_due(event)
    reveal_all(event, entrants[:5])
    later(seconds=30)
    steps_until_nothing_is_due(event)
    assert not live(event)
    later(seconds=31)
    steps_until_nothing_is_due(event)
    assert len(live(event)) == 4
    event.deck_set.refresh_from_db()
    assert len(shared_decks.absent(load_entrants(event.deck_set))) == 1


@pytest.mark.slow
def test_the_first_round_waits_for_the_end_of_the_delay(later: Later, settings):
    settings.DELAY_STEPS = 1
    event = announce("duplicate", minutes_ahead=1, games=2)
    entrants = players(8)
    enter_all(event, entrants)
    commit_all(event, entrants)
    later(minutes=1)
    steps_until_nothing_is_due(event)
    reveal_all(event, entrants[:7])
    later(seconds=9)
    steps_until_nothing_is_due(event)
    decks = event.deck_set
    decks.refresh_from_db()
    assert (decks.stage, live(event)) == (DeckSet.Stage.DELAYING, [])
    values = [value.hex() for value in values_after(bytes.fromhex(decks.mix))]
    delaying.keep(decks.pk, values[:16])
    decks.refresh_from_db()
    step = step_json(event, [])
    assert (step["stage"], step["shuffled"]) == ("delaying", 0.25)
    assert len(step["absent"]) == 1
    delaying.keep(decks.pk, values[16:])
    later(seconds=2)
    steps_until_nothing_is_due(event)
    assert len(live(event)) == 4


@pytest.mark.slow
def test_tables_of_a_round_share_decks_and_the_first_dealers_seat(later: Later):
    event, _ = begin_duplicate(later)
    tables = live(event)
    assert {shared.round for shared in SharedGame.objects.all()} == {latest(event)}
    assert len({winner_of_first(pairing) for pairing in tables}) == 1
    assert latest(event).is_full
    assert not any(pairing.game.rated for pairing in tables)


@pytest.mark.slow
def test_the_next_round_begins_when_the_last_table_is_done(later: Later):
    event, _ = begin_duplicate(later)
    *others, last = live(event)
    for pairing in others:
        win(pairing.game, winner_of_first(pairing))
    close_round(event, later)
    assert [one.pk for one in live(event)] == [last.pk]
    win(last.game, winner_of_first(last))
    close_round(event, later)
    assert {pairing.stage for pairing in live(event)} == {1}
    assert len(live(event)) == 4


@pytest.mark.slow
def test_round_closes_at_its_deadline_and_late_players_are_out(later: Later):
    event, _ = begin_duplicate(later)
    *others, last = live(event)
    for pairing in others:
        win(pairing.game, winner_of_first(pairing))
    later(minutes=21)
    close_round(event, later)
    last.refresh_from_db()
    assert last.ending
    assert {pairing.stage for pairing in live(event)} == {1}


@pytest.mark.slow
def test_nothing_of_a_board_enters_a_sum_before_it_is_closed(later: Later):
    event, _ = begin_duplicate(later)
    first, *others = live(event)
    win(first.game, winner_of_first(first), 50)
    steps_until_nothing_is_due(event)
    assert {(entry.points, entry.x) for entry in Entry.objects.all()} == {(0, "0")}
    for pairing in others:
        win(pairing.game, winner_of_first(pairing))
    close_round(event, later)
    assert Entry.objects.get(pk=first.first_id).x == str(Fraction(3 - 2))
    assert Entry.objects.get(pk=first.second_id).x == "0"


@pytest.mark.slow
def test_players_meet_again_only_after_all_others_and_all_boards_are_played(later: Later):
    event, _ = begin_duplicate(later, rounds=7)
    for _ in range(7):
        end_round(event, later, [40, 120])
    assert event.state == Event.State.OVER
    # Whatever the earlier pairings, eight players can be paired with new opponents four times.
    met = [frozenset((one.first_id, one.second_id)) for one in Pairing.objects.filter(stage__lt=4)]
    assert len(met) == len(set(met)) == 16
    assert DeckSet.objects.get().stage == DeckSet.Stage.CLOSED
    assert min(entry.place for entry in Entry.objects.all()) == 1
    assert list(find_differences(event)) == []


@pytest.mark.slow
def test_the_odd_one_sits_out_with_nothing_and_another_one_next_time(later: Later):
    event, _ = begin_duplicate(later, count=9)
    seated = {key for one in end_round(event, later, [50]) for key in (one.first_id, one.second_id)}
    (rests,) = [entry for entry in Entry.objects.all() if entry.pk not in seated]
    assert (rests.x, rests.played) == ("0", 0)
    assert rests.pk in {key for one in live(event) for key in (one.first_id, one.second_id)}


@pytest.mark.slow
def test_absent_player_loses_and_the_opponent_gets_their_own_average(later: Later):
    event, _ = begin_duplicate(later)
    gone, *others = live(event)
    there = winner_of_first(gone)
    nobody_begins(gone.game, there=[there])
    for pairing in others:
        win(pairing.game, winner_of_first(pairing).other, 50)
    close_round(event, later)
    absent = Entry.objects.get(pk=gone.second_id)
    assert (absent.x, absent.is_paused, absent.no_shows) == ("-3", True, 1)
    assert Entry.objects.get(pk=gone.first_id).x == "0"
    won = next(one for one in live(event) if gone.first_id in (one.first_id, one.second_id))
    for pairing in live(event):
        own = Entry.objects.get(pk=gone.first_id).player if pairing == won else pairing.first.player
        win(pairing.game, pairing.game.seat_of(own), 50 if pairing == won else 100)
    close_round(event, later)
    compared = Fraction(Entry.objects.get(pk=gone.first_id).x)
    assert compared > 0
    assert compared.numerator % 2 == 0 or compared.denominator > 1
    assert list(find_differences(event)) == []


@pytest.mark.slow
def test_voided_game_is_removed_from_its_board(later: Later):
    event, _ = begin_duplicate(later)
    first, *_ = end_round(event, later, [50])
    assert Entry.objects.get(pk=first.first_id).x == "1"
    void_by_ruling(first.game_id)
    assert Entry.objects.get(pk=first.first_id).x == "0"
    steps_until_nothing_is_due(event)
    assert list(find_differences(event)) == []


@pytest.mark.slow
def test_wrong_totals_are_found_and_repaired(later: Later):
    event, _ = begin_duplicate(later)
    end_round(event, later, [50])
    Entry.objects.filter(player__username="P0").update(x="5/3")
    (found,) = list(find_differences(event, mend=True))
    assert found.can_be_mended
    assert list(find_differences(event)) == []


@pytest.mark.slow
def test_event_waits_for_paused_players_and_ends_if_too_few_are_left(later: Later):
    event, entrants = begin_duplicate(later)
    for player in entrants[:5]:
        entering.pause(event_id=event.pk, player=player)
    end_round(event, later)
    assert event.state == Event.State.RUNNING
    later(minutes=4)
    steps_until_nothing_is_due(event)
    assert event.state == Event.State.OVER
    assert entry_of(event, entrants[0]).place is not None


@pytest.mark.slow
def test_seat_a_deals_first_where_the_decks_say_so(later: Later):
    event, _ = begin_duplicate(later, rounds=7)
    seen = set()
    for number in range(1, 8):
        root = bytes.fromhex(DeckSet.objects.get().root)
        expected = Seat(shared_decks.first_dealer(root, number))
        assert {winner_of_first(one) for one in live(event)} == {expected}
        seen.add(expected)
        end_round(event, later)
