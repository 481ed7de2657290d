"""The show where players count for themselves: claims, what is overlooked, and muggins.

On this table pone's hand is worth ten, the dealer's four, the crib seven.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.events import Called, Claimed, Counted, GameOver, LaidOpen, Pegged
from game.engine.moves import Call, Claim, Deal, Flag, Go, IllegalMove, Leave, Pass, Play, Resign, Throw
from game.engine.play import act, legal
from game.engine.state import Counting, Ended, Phase
from game.engine.view import view
from tests.worlds.positions import DEALER, PONE, at, count, pegged_points, play, show, shuffled_deck

TEN, FOUR, SEVEN = "5H 5C TD 9S", "2H 2C 9D 9H", ("7H 8H", "AS 6C")
MANUAL, MUGGINS, AUTO = Counting.MANUAL, Counting.MUGGINS, Counting.AUTO
BY_HAND = pytest.mark.parametrize("counting", [MANUAL, MUGGINS])


def laid(counting, scores="pone 10, dealer 10"):
    """Pone's hand is laid open."""
    to_pone, to_dealer = f"{TEN} {SEVEN[0]}", f"{FOUR} {SEVEN[1]}"
    return show(at(scores, counting=counting, pone=to_pone, dealer=to_dealer, starter="KD"))[0]


def pegged(events):
    """Return the seat, the points and the reason of each `pegged` event."""
    return [(event.seat, event.points, event.kind) for event in events if isinstance(event, Pegged)]


def said(events):
    return [event.says for event in events if isinstance(event, Pegged)]


class TestCountedForThePlayers:
    def test_the_hands_have_the_points_that_these_tests_assume(self):
        table = laid(AUTO)
        assert [count.score.total for count in table.show.counts] == [10, 4, 7]

    def test_no_hand_waits_to_be_counted(self):
        assert (laid(AUTO).phase, laid(AUTO).laid) == (Phase.DEAL, None)


class TestBothWays:
    @BY_HAND
    def test_pones_hand_is_laid_open_first(self, counting):
        table = laid(counting)
        assert (table.phase, table.turn, table.laid.what) == (Phase.COUNT, PONE, "hand")
        assert table.laid.cards == table.kept(PONE)
        assert table.laid.starter == table.starter
        assert table.laid.claimed is None

    @BY_HAND
    def test_pone_counts_then_the_dealer_then_the_crib(self, counting):
        words = {MANUAL: "10 4 7", MUGGINS: "10 pass 4 pass 7 pass"}[counting]
        table, events = count(laid(counting), words)
        opened = [(event.seat, event.what) for event in events if isinstance(event, LaidOpen)]
        assert opened == [(DEALER, "hand"), (DEALER, "crib")]
        counted = [(event.seat, event.what) for event in events if isinstance(event, Counted)]
        assert counted == [(PONE, "hand"), *opened]
        assert pegged(events) == [(PONE, 10, "hand"), (DEALER, 4, "hand"), (DEALER, 7, "crib")]
        assert (table.phase, table.turn, table.laid) == (Phase.DEAL, None, None)

    @BY_HAND
    def test_a_right_claim_pegs_the_same_as_the_table_would(self, counting):
        words = {MANUAL: "10 4 7", MUGGINS: "10 pass 4 pass 7 pass"}[counting]
        by_hand, _ = count(laid(counting), words)
        assert (by_hand.scores, by_hand.show) == (laid(AUTO).scores, laid(AUTO).show)

    @BY_HAND
    def test_a_hand_is_laid_open_before_it_is_claimed_and_counted_after(self, counting):
        table, events = show(at("pone 1, dealer 1", counting=counting, pone=TEN, starter="KD"))
        assert events[-1] == LaidOpen(PONE, "hand", table.kept(PONE), table.starter)
        table, events = count(table, "10" if counting is MANUAL else "10 pass")
        claimed = [type(event) for event in events if type(event) is not Called]
        assert claimed == [Claimed, Counted, Pegged, LaidOpen]

    @BY_HAND
    def test_an_excess_goes_to_the_opponent_at_once(self, counting):
        table, events = count(laid(counting), "12")
        assert pegged(events) == [(PONE, 10, "hand"), (DEALER, 2, "overcount")]
        assert said(events) == ["ten for the hand", "two for a count too high"]
        assert table.scores == (20, 12)
        assert (table.phase, table.turn) == (Phase.COUNT, DEALER)

    @BY_HAND
    def test_a_count_is_on_the_table_once_it_is_settled(self, counting):
        assert laid(counting).show.counts == ()
        table, _ = count(laid(counting), "12")
        assert [count.score.total for count in table.show.counts] == [10]

    @BY_HAND
    def test_nineteen_may_be_claimed_and_costs_the_excess(self, counting):
        assert pegged(count(laid(counting), "19")[1]) == [(PONE, 10, "hand"), (DEALER, 9, "overcount")]

    @BY_HAND
    def test_the_counters_points_come_before_those_for_the_excess(self, counting):
        table, events = count(laid(counting, "pone 111, dealer 119"), "12")
        assert pegged(events) == [(PONE, 10, "hand")]
        assert isinstance(events[-1], GameOver)
        assert (table.winner, table.value, table.laid) == (PONE, 1, None)

    @BY_HAND
    def test_an_overcount_can_win_for_the_opponent_before_a_further_hand_is_laid(self, counting):
        table, events = count(laid(counting, "pone 50, dealer 119"), "12")
        assert (table.winner, table.value, table.scores) == (DEALER, 4, (60, 121))
        assert events[-1] == GameOver(DEALER, 4, Ended.PLAYED)
        assert LaidOpen not in {type(event) for event in events}

    @BY_HAND
    def test_a_count_pegs_no_further_than_the_target(self, counting):
        table, events = count(laid(counting, "pone 10, dealer 120"), "15")
        assert pegged(events)[-1] == (DEALER, 1, "overcount")
        assert table.scores == (20, 121)

    @BY_HAND
    def test_the_play_and_his_nibs_are_pegged_by_the_table(self, counting):
        table = at(counting=counting, pone="5H 2H 3H 4H", dealer="TC 9C 8C 7C", starter="JD")
        assert table.scores == (0, 2)
        assert pegged_points(play(table, "5H TC")[1]) == [("play", 2)]

    @BY_HAND
    def test_only_the_counter_may_claim_from_nought_to_twenty_nine(self, counting):
        assert legal(laid(counting), PONE) == tuple(Claim(points) for points in range(30))
        assert legal(laid(counting), DEALER) == ()

    @BY_HAND
    @pytest.mark.parametrize(("move", "how"), [(Resign(), Ended.RESIGNED), (Leave(), Ended.LEFT)])
    def test_a_game_can_be_given_up_while_a_hand_is_counted(self, counting, move, how):
        table, _ = act(laid(counting), DEALER, move)
        assert (table.winner, table.ended, table.laid) == (PONE, how, None)

    @BY_HAND
    def test_a_player_whose_time_runs_out_while_counting_loses(self, counting):
        assert act(laid(counting), PONE, Flag())[0].winner is DEALER

    @BY_HAND
    def test_a_new_deal_follows_the_crib(self, counting):
        words = {MANUAL: "10 4 7", MUGGINS: "10 pass 4 pass 7 pass"}[counting]
        table, _ = act(count(laid(counting), words)[0], None, Deal(2, shuffled_deck(2)))
        assert (table.phase, table.dealer, table.laid) == (Phase.THROW, PONE, None)

    @BY_HAND
    def test_the_counter_need_not_say_go(self, counting):
        seen = view(laid(counting), PONE)
        assert (seen.turn, seen.must_go, seen.playable) == ((PONE,), False, ())


class TestManual:
    def test_a_shortfall_stands(self):
        table, events = count(laid(MANUAL), "6")
        assert pegged(events) == [(PONE, 6, "hand")]
        assert (table.phase, table.turn, table.laid.what) == (Phase.COUNT, DEALER, "hand")

    def test_a_claim_of_nothing_pegs_nothing(self):
        table, events = count(laid(MANUAL), "0")
        assert pegged(events) == []
        assert table.scores == (10, 10)

    def test_calls_do_not_exist_without_muggins(self):
        table, _ = count(laid(MANUAL), "6 4")
        for move in (Call(4), Pass()):
            with pytest.raises(IllegalMove, match="no muggins"):
                act(table, PONE, move)


class TestMuggins:
    def test_after_a_claim_the_opponent_may_call(self):
        table, events = count(laid(MUGGINS), "8")
        assert (table.phase, table.turn, table.laid.claimed) == (Phase.CALL, DEALER, 8)
        assert events == (Claimed(PONE, "hand", 8),)
        assert table.scores == (10, 10)
        assert legal(table, DEALER) == (Pass(), *(Call(points) for points in range(1, 30)))
        assert legal(table, PONE) == ()

    def test_a_pass_lets_the_count_stand(self):
        _, events = count(laid(MUGGINS), "8 pass")
        assert events[1] == Called(DEALER, 0)
        assert pegged(events) == [(PONE, 8, "hand")]

    def test_a_call_takes_the_overlooked_points(self):
        table, events = count(laid(MUGGINS), "8 +2")
        assert events[1] == Called(DEALER, 2)
        assert pegged(events) == [(PONE, 8, "hand"), (DEALER, 2, "muggins")]
        assert said(events) == ["eight for the hand", "two for muggins"]
        assert table.scores == (18, 12)

    def test_a_single_point_overlooked_can_be_called(self):
        _, events = count(laid(MUGGINS), "9 +1")
        assert pegged(events) == [(PONE, 9, "hand"), (DEALER, 1, "muggins")]

    def test_a_call_too_low_takes_only_its_points(self):
        assert pegged(count(laid(MUGGINS), "4 +2")[1]) == [(PONE, 4, "hand"), (DEALER, 2, "muggins")]

    def test_a_call_too_high_gives_its_excess_to_the_counter(self):
        _, events = count(laid(MUGGINS), "8 +5")
        assert pegged(events) == [(PONE, 8, "hand"), (PONE, 3, "overcount"), (DEALER, 2, "muggins")]
        assert said(events)[1] == "three for a call too high"

    def test_a_call_without_overlooked_points_goes_to_the_counter(self):
        assert pegged(count(laid(MUGGINS), "10 +2")[1]) == [(PONE, 10, "hand"), (PONE, 2, "overcount")]

    def test_a_whole_hand_may_be_overlooked(self):
        assert pegged(count(laid(MUGGINS), "0 +10")[1]) == [(DEALER, 10, "muggins")]

    def test_a_claim_too_high_is_not_called(self):
        table, _ = count(laid(MUGGINS), "11")
        with pytest.raises(IllegalMove, match="no count to call"):
            act(table, DEALER, Call(1))

    def test_pone_calls_the_dealers_overlooked_points_in_hand_and_crib(self):
        _, events = count(laid(MUGGINS), "10 pass 2 +2 5 +2")
        assert pegged(events)[1:] == [
            (DEALER, 2, "hand"),
            (PONE, 2, "muggins"),
            (DEALER, 5, "crib"),
            (PONE, 2, "muggins"),
        ]

    def test_a_call_can_win(self):
        table, events = count(laid(MUGGINS, "pone 110, dealer 119"), "8 +2")
        assert (table.winner, table.scores) == (DEALER, (118, 121))
        assert isinstance(events[-1], GameOver)

    def test_the_counter_wins_before_the_call_is_pegged(self):
        table, events = count(laid(MUGGINS, "pone 113, dealer 119"), "8 +2")
        assert (table.winner, table.scores) == (PONE, (121, 119))
        assert pegged(events) == [(PONE, 8, "hand")]

    def test_a_call_too_high_can_lose_the_game(self):
        table, _ = count(laid(MUGGINS, "pone 112, dealer 119"), "8 +3")
        assert (table.winner, table.scores) == (PONE, (121, 119))

    def test_a_player_whose_time_to_call_runs_out_can_only_pass_or_lose(self):
        table, _ = count(laid(MUGGINS), "8")
        assert act(table, DEALER, Flag())[0].winner is PONE


@given(st.sampled_from([MANUAL, MUGGINS]), st.integers(0, 29), st.integers(0, 29))
def test_all_claimed_and_called_points_are_pegged_by_one_seat(counting, claimed, called):
    table, events = count(laid(counting), str(claimed))
    may_call = table.phase is Phase.CALL
    assert may_call == (counting is MUGGINS and claimed <= 10)
    if may_call:
        table, came = count(table, f"+{called}" if called else "pass")
        events += came
    counter, other = table.scores[PONE] - 10, table.scores[DEALER] - 10
    assert counter + other == claimed + called * may_call
    assert other == (min(called, 10 - claimed) if may_call else max(claimed - 10, 0))
    assert [event.score.total for event in events if isinstance(event, Counted)] == [10]


REFUSED = {
    "a claim where hands are counted for you": (AUTO, "", PONE, Claim(4), "Hands are counted for you"),
    "a call where hands are counted for you": (AUTO, "", PONE, Call(4), "Hands are counted for you"),
    "a pass where hands are counted for you": (AUTO, "", PONE, Pass(), "Hands are counted for you"),
    "the other's count": (MANUAL, "", DEALER, Claim(4), "your opponent’s turn to count"),
    "less than nothing": (MANUAL, "", PONE, Claim(-1), "from 0 to 29"),
    "thirty": (MUGGINS, "", PONE, Claim(30), "from 0 to 29"),
    "a second claim": (MUGGINS, "8", PONE, Claim(10), "no hand to count now"),
    "a claim after the crib": (MANUAL, "10 4 7", DEALER, Claim(4), "no hand to count now"),
    "a call before the claim": (MUGGINS, "", DEALER, Call(2), "no count to call now"),
    "a pass before the claim": (MUGGINS, "", DEALER, Pass(), "no count to call now"),
    "a call of one's own count": (MUGGINS, "8", PONE, Call(2), "Only your opponent can call"),
    "a pass on one's own count": (MUGGINS, "8", PONE, Pass(), "Only your opponent can call"),
    "a call of nothing": (MUGGINS, "8", DEALER, Call(0), "one to twenty-nine points, or pass"),
    "a call of thirty": (MUGGINS, "8", DEALER, Call(30), "one to twenty-nine points, or pass"),
    "a card": (MANUAL, "", PONE, Play(0), "can’t play a card now"),
    "a go": (MANUAL, "", PONE, Go(), "can’t play a card now"),
    "a throw": (MANUAL, "", PONE, Throw((0, 1)), "can’t throw to the crib"),
    "a deal": (MUGGINS, "8", None, Deal(2, shuffled_deck(2)), "still in play"),
}


@pytest.mark.parametrize(("counting", "words", "seat", "move", "says"), REFUSED.values(), ids=REFUSED)
def test_it_is_refused(counting, words, seat, move, says):
    table, _ = count(laid(counting), words)
    before = dict(vars(table))
    with pytest.raises(IllegalMove, match=says):
        act(table, seat, move)
    assert vars(table) == before


def test_a_claim_during_the_play_is_refused():
    with pytest.raises(IllegalMove, match="no hand to count now"):
        act(at(counting=MANUAL), PONE, Claim(4))
