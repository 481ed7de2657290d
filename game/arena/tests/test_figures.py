"""The figures of an average deal, from the events of a game."""

import pytest

from game.arena.figures import NAMES, PUBLISHED, game_figures
from game.engine.cards import card, cards
from game.engine.events import Counted, Dealt, Event, GameOver, Pegged, StarterTurned
from game.engine.scoring import score_hand
from game.engine.state import Ended, Seat

A, B = Seat.A, Seat.B


def counted(seat: Seat, what: str, four: str) -> Counted:
    return Counted(seat, what, score_hand(cards(four), card("KD"), crib=what == "crib"))


def pegged(seat: Seat, points: int, kind: str) -> Pegged:
    return Pegged(seat, points, 0, kind, "")


# A deals and turns a jack. B deals, and A goes out in the play, so that deal never reached the show.
GAME: tuple[Event, ...] = (
    Dealt(1, A),
    StarterTurned(card("JD")),
    pegged(A, 2, "nibs"),
    pegged(B, 2, "play"),
    pegged(A, 6, "play"),
    pegged(A, 1, "go"),
    pegged(B, 1, "last"),
    counted(B, "hand", "5C 5D TH QS"),
    pegged(B, 10, "hand"),
    counted(A, "hand", "2C 4D 6H 8S"),
    counted(A, "crib", "5C 5S 2H 3H"),
    pegged(A, 8, "crib"),
    Dealt(2, B),
    StarterTurned(card("3C")),
    pegged(A, 2, "play"),
    pegged(B, 12, "play"),
    GameOver(A, 2, Ended.PLAYED),
)


def test_points_are_counted_by_seat_and_component() -> None:
    a, b = game_figures(GAME)
    assert a.means == {
        "nibs": 2,
        "dealer_pegs": 7,
        "dealer_hand": 0,
        "crib": score_hand(cards("5C 5S 2H 3H"), card("KD"), crib=True).total,
        "deals_per_game": 2,
        "first_dealer_wins": 1,
    }
    assert b.means == {
        "nibs": 0,
        "pone_pegs": 3,
        "pone_hand": score_hand(cards("5C 5D TH QS"), card("KD")).total,
        "deals_per_game": 2,
    }


def test_averages_are_weighted_by_the_number_of_observations() -> None:
    a, b = game_figures(GAME)
    both = a + b
    assert (both.times["nibs"], both.means["nibs"]) == (2, 1)
    assert (both.times["dealer_pegs"], both.means["dealer_pegs"]) == (1, 7)
    assert both.means["deals_per_game"] == 2


def test_each_figure_has_a_published_one() -> None:
    assert list(PUBLISHED) == list(NAMES)


@pytest.mark.parametrize("winner", [A, B])
def test_only_the_first_dealer_can_win_as_first_dealer(winner: Seat) -> None:
    a, b = game_figures((Dealt(1, B), GameOver(winner, 1, Ended.PLAYED)))
    assert b.means["first_dealer_wins"] == (winner is B)
    assert "first_dealer_wins" not in a.means
