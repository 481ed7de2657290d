"""The stakes of a rated table by both players' current points, and its outcome by the record."""

import pytest

from common import clock
from game.engine.state import Rules, Seat
from game.ladder.stakes import load_settlement, offered_bots, points_by_kind, stakes
from game.models import Game, Player
from game.table import bot_accounts
from game.table.opening import open_game
from ranking import settlement
from ranking.models import Kind, Standing
from ranking.rules.points import exchange
from rng import entropy
from tests.worlds.tables import update_row

pytestmark = pytest.mark.django_db


FROM_WHEN = "The game changes points once its first deal has been counted."


def stands(player: Player, kind: Kind, points: int) -> None:
    Standing.objects.create(player=player, kind=kind, points=points)


def over(one: Player, other: Player, winner: Seat | None = Seat.A) -> Game:
    """Return a rated game that has ended, and was settled if it has a winner."""
    game = open_game(entropy.game_id(), (one, other), Rules(), "relaxed", rated=True)
    ended = "void" if winner is None else "resigned"
    update_row(game.pk, finished_at=clock.now(), winner=winner, value=1, ended=ended)
    if winner is not None:
        sides = (settlement.Side(one.pk, one.brain), settlement.Side(other.pk, other.brain))
        settlement.settle([settlement.EndedGame(game.pk, sides, winner, unfinished=False, at=clock.now())])
    return Game.objects.get(pk=game.pk)


def test_people_play_by_their_points_among_people(ann: Player, bob: Player):
    stands(ann, Kind.PEOPLE, 1700)
    stands(bob, Kind.HOUSE, 2400)
    anns, bobs = exchange(1700, 1500), exchange(1500, 1700)
    assert stakes((ann, bob)) == {
        "points": [1700, 1500],
        "win": [anns.win, bobs.win],
        "loss": [anns.loss, bobs.loss],
        "why": [f"{anns.why} {FROM_WHEN}", f"{bobs.why} {FROM_WHEN}"],
    }


def test_a_bot_plays_by_its_own_and_has_nothing_to_lose(ann: Player):
    stands(ann, Kind.HOUSE, 2500)
    gate = exchange(2500, "novice")
    assert stakes((ann, bot_accounts.get_or_create_account("novice"))) == {
        "points": [2500, 1500],
        "win": [0, None],
        "loss": [0, None],
        "why": [gate.why, None],
    }


@pytest.mark.rows
def test_wins_against_newcomers_are_capped_with_an_explanation(ann: Player, bob: Player):
    over(ann, bob)
    assert stakes((ann, bob))["win"] == [19, 23]
    over(ann, bob)
    told = stakes((ann, bob))
    assert (told["win"][0], told["loss"][0]) == (0, 24)
    assert "bring at most 40 points a day in all. The game changes" in told["why"][0]


@pytest.mark.rows
def test_after_ten_games_a_day_nothing_is_at_stake_with_an_explanation(ann: Player, bob: Player):
    for _ in range(9):
        over(ann, bob)
    assert stakes((bob, ann))["win"] != [0, 0]
    tenth = over(bob, ann)
    assert load_settlement(tenth)["change"][0] > 0
    assert stakes((ann, bob)) | {"points": None} == {
        "points": None,
        "win": [0, 0],
        "loss": [0, 0],
        "why": [str(settlement.EXPLANATIONS[settlement.BEYOND_TEN])] * 2,
    }
    assert load_settlement(over(ann, bob))["change"] == [0, 0]


def test_the_outcome_is_the_recorded_one_although_points_changed_since(ann: Player, bob: Player):
    game = over(ann, bob)
    over(bob, ann)
    assert load_settlement(game) | {"why": None} == {
        "before": [1500, 1500],
        "change": [21, -21],
        "after": [1521, 1479],
        "why": None,
        "voided": False,
    }


def test_a_voided_game_is_marked_next_to_its_outcome(ann: Player, bob: Player):
    game = over(ann, bob)
    settlement.void(game.pk, clock.now())
    game.voided_at = clock.now()
    assert load_settlement(game)["voided"]
    assert load_settlement(game)["change"] == [21, -21]


def test_a_void_game_has_no_sum(ann: Player, bob: Player):
    nothing = [None, None]
    assert load_settlement(over(ann, bob, winner=None)) == {
        "before": nothing,
        "change": nothing,
        "after": nothing,
        "why": nothing,
        "voided": True,
    }


def test_the_front_page_shows_each_bots_stakes_for_an_account(ann: Player):
    stands(ann, Kind.HOUSE, 1900)
    assert {one.bot.key: one.stake for one in offered_bots(points_by_kind(ann))} == {
        **{key: exchange(1900, key) for key in ("novice", "intermediate", "advanced")},
        **dict.fromkeys(("beginner", "club", "halscrib", "halscrib_adaptive", "master")),
    }
    guest = Player(username="Guest-1", is_guest=True)
    assert {one.stake for one in offered_bots(points_by_kind(guest))} == {None}
