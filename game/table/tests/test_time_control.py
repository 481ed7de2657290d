"""The charge and increment of moves, and when a flag falls."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.moves import Call, Claim, Deal, Leave, Move, Pass, Resign, Throw
from game.engine.play import act, start
from game.engine.state import Counting, Phase, Rules, Seat, State
from game.table.clocks.time_control import (
    DAY,
    MINUTE,
    SECOND,
    TIME_CONTROLS,
    Banks,
    TimeControl,
    first_to_flag,
    max_time_ahead,
    start_timeout,
)
from game.table.record.steps import Step, parse_steps
from tests.worlds.positions import DEALER, PONE, at, random_move, show, shuffled_deck
from tests.worlds.tables import plain_move as plain

NOON = 1_750_000_000_000
QUICK, STANDARD, RELAXED = TIME_CONTROLS["quick"], TIME_CONTROLS["standard"], TIME_CONTROLS["relaxed"]


class Clocked:
    """A game by the clock, from its first deal or from a given state."""

    def __init__(self, clock="quick", state: State | None = None, counting=Counting.AUTO) -> None:
        self.banks, self.now, self.words = Banks.full(TIME_CONTROLS[clock]), NOON, []
        self.state = state or start(Rules(counting=counting, first_dealer=DEALER))
        if state is None:
            self.does(None, Deal(1, shuffled_deck(1)))
        else:
            self.banks = self.banks._replace(since=NOON)

    def does(self, seat: Seat | None, move: Move, after: float = 0) -> Step:
        """Make a move so many seconds after the one before."""
        self.now += round(after * 1000)
        before, charged = self.state, self.banks.charge(self.state, seat, self.now)
        step = Step.apply(before, seat, move, charged)
        self.banks = self.banks.after_move(seat, move, charged).after_turn_change(
            before, step.state, self.now
        )
        self.state = step.state
        self.words.append(step.token)
        return step

    def throws(self, seat: Seat, after: float = 0) -> Step:
        return self.does(seat, Throw(self.state.dealt[seat][4:]), after)

    def plays(self, after: float = 0) -> Step:
        assert self.state.turn is not None
        return self.does(self.state.turn, plain(self.state, self.state.turn), after)

    @property
    def left(self) -> tuple[float, float]:
        return self.banks.left[0] / 1000, self.banks.left[1] / 1000

    @property
    def flag_in(self) -> float | None:
        """Return the seconds until the first flag falls."""
        deadline = self.banks.deadline(self.state)
        return None if deadline is None else (deadline - self.now) / 1000


def in_the_play(clock="quick") -> Clocked:
    return Clocked(clock, at())


def counted_by_hand(clock="quick", counting=Counting.MUGGINS) -> Clocked:
    """Return a game in which pone has to claim a hand worth 12."""
    state, _ = show(at(pone="5H 5C TD KS", dealer="2C 4D 6H 8S", starter="QH", counting=counting))
    return Clocked(clock, state)


def test_a_move_within_a_second_is_free_and_earns_the_increment():
    game = in_the_play()
    game.plays(after=1)
    assert game.left == (125, 120)


def test_a_move_is_charged_beyond_one_second():
    game = in_the_play()
    game.plays(after=31)
    assert game.left == (95, 120)


def test_a_standard_game_begins_with_five_minutes_and_earns_ten_seconds_a_move():
    game = in_the_play("standard")
    game.plays(after=61)
    assert game.left == (250, 300)


def test_the_clock_of_the_next_in_turn_starts_when_the_move_is_made():
    game = in_the_play()
    game.plays(after=31)
    game.plays(after=11)
    assert game.left == (95, 115)


def test_the_show_and_the_new_cards_may_be_looked_at_for_ten_seconds():
    game = Clocked()
    game.throws(PONE, after=11)
    assert game.left == (125, 120)


def test_both_clocks_run_while_both_must_throw():
    game = Clocked()
    game.throws(DEALER, after=21)
    game.throws(PONE, after=10)
    assert game.left == (120 - 20 + 5, 120 - 10 + 5)


def test_pones_clock_restarts_for_the_first_card_after_both_discards():
    game = Clocked()
    game.throws(PONE, after=11)
    game.throws(DEALER, after=30)
    assert game.flag_in == 1 + 125


def test_the_flag_falls_a_second_after_the_bank_is_empty():
    assert in_the_play().flag_in == 1 + 120


def test_before_a_throw_the_flag_waits_for_the_look_too():
    assert Clocked().flag_in == 10 + 1 + 120


def test_while_both_must_throw_the_shorter_bank_falls_first():
    game = Clocked()
    game.banks = game.banks._replace(left=(90_000, 30_000))
    assert (game.flag_in, first_to_flag(game.state, game.banks)) == (10 + 1 + 30, DEALER)


def test_a_seat_that_has_discarded_has_no_running_clock():
    game = Clocked()
    game.banks = game.banks._replace(left=(30_000, 90_000))
    game.throws(PONE, after=11)
    assert (game.flag_in, first_to_flag(game.state, game.banks)) == (90, DEALER)


def test_a_claim_costs_its_time_and_earns_nothing():
    game = counted_by_hand(counting=Counting.MANUAL)
    game.does(PONE, Claim(12), after=21)
    assert game.left == (100, 120)


def test_muggins_may_be_called_for_ten_seconds():
    game = counted_by_hand()
    game.does(PONE, Claim(10), after=1)
    assert game.flag_in == 10


@pytest.mark.parametrize("answer", [Call(2), Pass()])
def test_to_call_or_to_pass_costs_nothing_and_earns_nothing(answer: Move):
    game = counted_by_hand()
    game.does(PONE, Claim(10), after=1)
    game.does(DEALER, answer, after=9)
    assert game.left == (120, 120)


def test_after_a_call_the_next_to_count_has_the_bank_for_it():
    game = counted_by_hand()
    game.does(PONE, Claim(10), after=1)
    game.does(DEALER, Pass(), after=9)
    assert game.flag_in == 1 + 120


def test_the_dealer_counts_the_crib_on_the_same_bank():
    game = counted_by_hand(counting=Counting.MANUAL)
    game.does(PONE, Claim(12))
    game.does(DEALER, Claim(0), after=11)
    game.does(DEALER, Claim(0), after=21)
    assert game.left == (120, 120 - 10 - 20)


def test_in_a_relaxed_game_every_move_has_a_day():
    game = in_the_play("relaxed")
    game.plays(after=80_000)
    assert (game.banks.left, game.flag_in) == ((DAY, DAY), 1 + DAY / 1000)


def test_a_relaxed_move_after_a_day_and_a_second_is_too_late():
    assert in_the_play("relaxed").flag_in == 24 * 60 * 60 + 1


def test_without_a_clock_no_flag_falls():
    game = in_the_play("none")
    game.plays(after=500)
    assert game.flag_in is None


def test_without_a_clock_a_move_is_charged_nothing():
    game = in_the_play("none")
    assert game.banks.charge(game.state, PONE, game.now + 500 * SECOND) == 0
    game.plays(after=500)
    assert game.left == (0, 0)
    assert not game.words[-1].endswith("/499000")


def test_without_a_clock_muggins_may_still_be_called_for_ten_seconds_only():
    game = counted_by_hand("none")
    game.does(PONE, Claim(10), after=500)
    assert game.flag_in == 10


def test_resigning_on_turn_is_charged_without_increment():
    game = in_the_play()
    game.does(PONE, Resign(), after=11)
    assert game.left == (110, 120)


def test_resigning_off_turn_is_not_charged():
    game = in_the_play()
    game.does(DEALER, Resign(), after=31)
    assert game.left == (120, 120)


def test_leaving_earns_no_increment():
    game = in_the_play()
    game.does(PONE, Leave())
    assert game.left == (120, 120)


def test_no_clock_runs_when_the_game_is_over():
    game = in_the_play()
    game.does(PONE, Resign())
    assert game.flag_in is None


def test_the_recorded_token_includes_the_charge():
    game = in_the_play()
    assert game.plays(after=2.5).token.endswith("/1500")


def test_a_moved_deadline_gives_the_time_back_to_the_seat_to_move():
    game = in_the_play()
    moved = game.banks.aligned_to(game.state, game.banks.deadline(game.state) + 5 * MINUTE)
    assert moved.charge(game.state, PONE, game.now + 5 * MINUTE + 11_000) == 10_000


@pytest.mark.parametrize(
    ("clock", "committed_ahead", "timeout"),
    [
        ("none", False, 24 * 60 * MINUTE),
        ("quick", False, 2 * MINUTE),
        ("standard", False, 2 * MINUTE),
        ("relaxed", False, 24 * 60 * MINUTE),
        ("none", True, 7 * DAY),
        ("quick", True, 7 * DAY),
    ],
)
def test_two_people_have_as_long_to_begin_as_their_clock_gives(clock, committed_ahead, timeout):
    assert start_timeout(clock, committed_ahead) == timeout


@pytest.mark.parametrize("committed_ahead", [False, True])
def test_a_rated_game_with_a_bot_begins_within_two_minutes(committed_ahead):
    assert start_timeout("relaxed", committed_ahead, is_rated_with_bot=True) == 2 * MINUTE


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [("none", 24 * 60 * 60), ("quick", 120 + 120 * 5 + 11), ("standard", 300 + 120 * 10 + 11)],
)
def test_no_deadline_lies_further_ahead_than_a_bank_of_every_increment(clock, seconds):
    assert max_time_ahead(clock) == seconds * SECOND


def test_a_relaxed_deadline_lies_ahead_by_a_day_the_look_and_the_grace():
    assert max_time_ahead("relaxed") == DAY + 11 * SECOND


def test_a_game_has_no_deadline_to_align_to_while_no_clock_runs():
    game = in_the_play("none")
    assert game.banks.aligned_to(game.state, None) == game.banks
    assert game.banks.aligned_to(game.state, game.now) == game.banks


def test_both_banks_begin_full_and_without_a_clock_empty():
    assert Banks.full(STANDARD) == Banks(STANDARD, (300 * SECOND, 300 * SECOND), since=0)
    assert Banks.full(None) == Banks(None, (0, 0), since=0)


def test_a_time_control_has_no_increment_by_default():
    assert TimeControl(5 * MINUTE) == TimeControl(5 * MINUTE, increment=0, per_move=False)


def on_record(words: list[str], rules: Rules, decks: list, clock: str) -> tuple[State, Banks]:
    """Rebuild a game from its tokens, as another process does."""
    state, banks = start(rules), Banks.full(TIME_CONTROLS[clock])
    for step in parse_steps(state, words, lambda number: decks[number]):
        state, banks = step.state, banks.after_move(step.seat, step.move, step.charged)
    return state, banks


@pytest.mark.slow
@given(
    clock=st.sampled_from(sorted(TIME_CONTROLS)),
    counting=st.sampled_from(Counting),
    first=st.sampled_from([None, *Seat]),
    seed=st.integers(0, 2**32),
)
def test_the_record_and_the_deadline_give_the_banks_as_they_are_in_memory(clock, counting, first, seed):
    rules, chance, decks = Rules(61, counting, first), Random(seed), {}
    game = Clocked(clock, start(rules))
    while not game.state.is_over:
        seat, move = random_move(game.state, chance)
        if isinstance(move, Deal):
            decks[move.number] = move.deck
            thinks = 0.0
        else:
            flag_in = game.flag_in
            thinks = chance.uniform(0, min(20, 3600 if flag_in is None else flag_in))
        game.does(seat, move, after=thinks)
        if game.state.phase is Phase.DEAL or chance.random() < 0.8:
            continue  # dealt in the same write as the move before; checking now and then is enough
        state, banks = on_record(game.words, rules, decks, clock)
        deadline = game.banks.deadline(game.state)
        assert banks.left == game.banks.left
        assert state == game.state
        if deadline is not None:
            assert banks.aligned_to(state, deadline) == game.banks


@given(seed=st.integers(0, 2**32))
def test_no_bank_is_ever_overdrawn_before_its_flag_falls(seed):
    chance = Random(seed)
    game = Clocked("quick", act(start(Rules(61, first_dealer=DEALER)), None, Deal(1, shuffled_deck(seed)))[0])
    while not game.state.is_over:
        seat, move = random_move(game.state, chance)
        thinks = 0.0 if seat is None else chance.choice([0.0, 3.0, game.flag_in or 0.0])
        game.does(seat, move, after=thinks)
        assert min(game.banks.left) >= 0
