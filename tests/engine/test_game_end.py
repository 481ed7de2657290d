"""The game is over at the very point that reaches the target, and what it is worth."""

import pytest

from game.engine.events import GameOver
from game.engine.moves import (
    Claim,
    Deal,
    Flag,
    Go,
    IllegalMove,
    Leave,
    Play,
    Resign,
    Throw,
    Unrevealable,
    Void,
)
from game.engine.play import act, legal, start
from game.engine.state import Ended, Phase, Rules, Seat
from tests.worlds.positions import DEALER, PONE, at, pegged_points, play, show, shuffled_deck, throw


def test_two_for_his_nibs_can_win_before_a_card_is_played():
    table, events = throw(at("pone 120, dealer 119", starter="JD", thrown=False))
    assert (table.winner, table.turn) == (DEALER, None)
    assert events[-1] == GameOver(DEALER, 1, Ended.PLAYED)


@pytest.mark.parametrize(
    ("scores", "words", "winner"),
    [
        ("pone 120, dealer 119", "TH 5C", DEALER),
        ("pone 120, dealer 119", "TH QC 8H 3C", DEALER),
        ("pone 120, dealer 119", "9H QC JH go", PONE),
    ],
    ids=["fifteen", "thirty-one", "go"],
)
def test_a_point_in_the_play_can_win(scores, words, winner):
    dealer = "QC KC 9C 8C" if winner is PONE else "5C QC 3C 9C"
    table, events = play(at(scores, pone="TH JH 9H 8H", dealer=dealer), words)
    assert table.winner is winner
    assert isinstance(events[-1], GameOver)


def test_the_last_card_can_win_before_the_show():
    table, events = show(at("pone 120, dealer 121", pone="5H 5C 5D JS", starter="5S"))
    assert pegged_points(events) == [("last", 1)]
    assert table.winner is DEALER
    assert table.show is None


@pytest.mark.parametrize("target", [121, 61])
def test_a_score_never_passes_the_target(target):
    table = at(f"pone {target - 1}, dealer 5", pone="5H 5C 5D JS", starter="5S", target=target)
    table, events = show(table)
    assert table.scores == (target, 5)
    assert pegged_points(events)[-1] == ("hand", 1)


def test_one_point_short_is_not_won():
    table, _ = show(at("pone 91, dealer 50", pone="5H 5C 5D JS", dealer="2C 4D 6S 8H", starter="5S"))
    assert table.scores[PONE] == 120
    assert not table.is_over


@pytest.mark.parametrize(
    ("target", "loser", "value"),
    [
        *((121, 120, 1), (121, 91, 1), (121, 90, 2), (121, 61, 2), (121, 60, 4), (121, 1, 4)),
        *((61, 60, 1), (61, 31, 1), (61, 30, 2), (61, 1, 2)),
    ],
)
def test_a_skunk_is_worth_more(target, loser, value):
    table, events = show(
        at(f"pone {target - 1}, dealer {loser}", pone="5H 5C 5D JS", starter="5S", target=target)
    )
    assert table.value == value
    assert events[-1] == GameOver(PONE, value, Ended.PLAYED)


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize(
    ("move", "how"), [(Resign(), Ended.RESIGNED), (Flag(), Ended.FLAG), (Leave(), Ended.LEFT)]
)
def test_a_player_who_resigns_or_leaves_or_flags_loses_a_single_game(seat, move, how):
    table, events = act(at("pone 10, dealer 100"), seat, move)
    assert (table.winner, table.value, table.ended) == (seat.other, 1, how)
    assert events == (GameOver(seat.other, 1, how),)
    assert table.scores == (10, 100)


@pytest.mark.parametrize("move", [Resign(), Flag(), Leave()])
def test_a_game_can_be_given_up_before_the_first_card(move):
    assert act(start(), Seat.A, move)[0].winner is Seat.B


def test_one_can_resign_when_the_other_is_at_turn():
    assert act(at(), DEALER, Resign())[0].winner is PONE


def test_after_the_end_nothing_is_legal():
    over, _ = act(at(), PONE, Resign())
    assert legal(over, PONE) == legal(over, DEALER) == ()


@pytest.mark.parametrize("move", [Resign(), Flag(), Leave(), Go(), Play(0), Throw((0, 1)), Claim(2)])
def test_after_the_end_every_move_is_refused(move):
    over, _ = act(at(), PONE, Resign())
    with pytest.raises(IllegalMove, match="The game is over"):
        act(over, DEALER, move)


@pytest.mark.parametrize("move", [Deal(2, shuffled_deck(1)), Void()])
def test_after_the_end_no_card_is_dealt_and_no_game_is_void(move):
    over, _ = act(at(thrown=False), PONE, Resign())
    with pytest.raises(IllegalMove, match="The game is over"):
        act(over, None, move)


def test_a_game_called_off_has_no_winner_and_no_value():
    table, events = act(at(thrown=False), None, Void())
    assert (table.phase, table.winner, table.value, table.ended) == (Phase.OVER, None, 0, Ended.VOID)
    assert events == (GameOver(None, 0, Ended.VOID),)
    assert table.turn is None


def test_a_game_can_be_void_from_its_start_until_its_first_throw():
    table = start()
    for number in (0, 1):
        assert act(table, None, Void())[0].is_over
        table, _ = act(table, None, Deal(number, shuffled_deck(number)))
    assert act(table, None, Void())[0].is_over


@pytest.mark.parametrize("seat", Seat)
def test_after_its_first_throw_a_game_counts(seat):
    table = at(thrown=False)
    table, _ = act(table, seat, Throw(table.dealt[seat][:2]))
    with pytest.raises(IllegalMove, match="only before its first throw"):
        act(table, None, Void())


def test_a_game_whose_cards_cannot_be_shown_is_void_whenever_that_is():
    for table in (start(), at(thrown=False), at(), show(at("pone 1, dealer 1"))[0]):
        over, events = act(table, None, Unrevealable())
        assert (over.phase, over.winner, over.value, over.ended) == (Phase.OVER, None, 0, Ended.VOID)
        assert events == (GameOver(None, 0, Ended.VOID),)


def test_no_later_deal_is_void():
    between, _ = show(at("pone 1, dealer 1"))
    dealt, _ = act(between, None, Deal(2, shuffled_deck(5)))
    for table in (at(), between, dealt):
        with pytest.raises(IllegalMove, match="only before its first throw"):
            act(table, None, Void())


@pytest.mark.parametrize("seat", Seat)
def test_a_player_cannot_void_a_game(seat):
    with pytest.raises(IllegalMove, match="the table alone can void"):
        act(at(thrown=False), seat, Void())


def test_a_game_over_is_in_the_phase_over():
    assert act(at(), PONE, Resign())[0].phase is Phase.OVER


def test_a_game_to_any_other_target_is_not_played():
    with pytest.raises(ValueError, match="121 or to 61"):
        Rules(target=100)
