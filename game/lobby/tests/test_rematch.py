"""Rematches: the same two players, the same rules, and the loser deals."""

import json
from collections.abc import Callable

import pytest

from common import clock
from common.refusal import Refusal
from game.accounts import blocks
from game.engine.state import Seat
from game.lobby import seeks
from game.lobby.pairing import GameSettings
from game.lobby.rematch import request_rematch, settings_of
from game.models import Game, Player, Seek
from game.table.opening import open_game
from rng import entropy
from tests.worlds.bot_games import open_bot_game

pytestmark = pytest.mark.django_db

PLAYED = GameSettings(61, "auto", "standard")


def finished(game: Game, winner: Seat | None) -> Game:
    game.finished_at, game.winner, game.ended = (
        clock.now(),
        winner,
        "played" if winner is not None else "void",
    )
    game.save()
    return game


@pytest.fixture
def game(ann: Player, bob: Player) -> Game:
    """Return a game that Ann, in the first seat, has won."""
    return finished(open_game(entropy.game_id(), (ann, bob), PLAYED.rules(), PLAYED.clock), Seat.A)


def refused(game: Game, player: Player) -> str:
    with pytest.raises(Refusal) as fault:
        request_rematch(game_id=game.pk, player=player)
    return fault.value.code


@pytest.mark.rows
@pytest.mark.parametrize("first", ["ann", "bob"])
def test_a_rematch_opens_once_both_have_asked(game: Game, ann: Player, bob: Player, first: str):
    one, other = (ann, bob) if first == "ann" else (bob, ann)
    placement = request_rematch(game_id=game.pk, player=one)
    assert placement.waiting
    assert request_rematch(game_id=game.pk, player=other) == seeks.Placement(placement.game)
    again = Game.objects.get(pk=placement.game)
    assert (again.seat_a, again.seat_b) == (ann, bob)
    assert settings_of(again) == PLAYED


def test_the_loser_deals_first(game: Game, ann: Player, bob: Player):
    for player in (ann, bob):
        again = request_rematch(game_id=game.pk, player=player).game
    rematch = Game.objects.get(pk=again)
    assert rematch.transcript == "61 auto first=b"
    assert json.loads(rematch.params)["first_dealer_because"] == {"rematch_of": game.pk}


def test_after_a_void_game_the_cards_are_cut(game: Game, ann: Player, bob: Player):
    finished(game, winner=None)
    for player in (ann, bob):
        again = request_rematch(game_id=game.pk, player=player).game
    rematch = Game.objects.get(pk=again)
    assert rematch.transcript == "61 auto"
    assert "first_dealer_because" not in json.loads(rematch.params)


def test_asking_again_changes_nothing(game: Game, ann: Player, bob: Player):
    placement = request_rematch(game_id=game.pk, player=ann)
    assert request_rematch(game_id=game.pk, player=ann) == placement
    opened = request_rematch(game_id=game.pk, player=bob)
    assert (
        request_rematch(game_id=game.pk, player=ann) == request_rematch(game_id=game.pk, player=bob) == opened
    )
    assert Game.objects.count() == 2


def test_a_bot_is_always_ready(ann: Player):
    game = finished(open_bot_game(ann, "novice", GameSettings(61, "auto").rules()), Seat.B)
    place = request_rematch(game_id=game.pk, player=ann)
    assert not place.waiting
    assert request_rematch(game_id=game.pk, player=ann) == place
    again = Game.objects.get(pk=place.game)
    assert again.transcript == "61 auto first=a"
    assert again.commitment_b, "the bot has committed to its secret"


def test_an_offer_can_be_accepted_in_the_lobby_too(game: Game, ann: Player, bob: Player):
    placement = request_rematch(game_id=game.pk, player=ann)
    assert seeks.accept(seek_id=placement.game, player=bob).transcript == "61 auto first=b"


def test_a_player_who_declined_can_still_ask(game: Game, ann: Player, bob: Player):
    placement = request_rematch(game_id=game.pk, player=ann)
    seeks.decline(seek_id=placement.game, player=bob, reason="later")
    assert refused(game, ann) == "too_late"
    offered = request_rematch(game_id=game.pk, player=bob)
    assert offered.waiting
    assert request_rematch(game_id=game.pk, player=ann) == seeks.Placement(offered.game)


def test_an_offer_lapses_after_an_hour_and_can_be_made_again(
    game: Game, ann: Player, bob: Player, later: Callable[..., None]
):
    placement = request_rematch(game_id=game.pk, player=ann)
    later(hours=2)
    assert request_rematch(game_id=game.pk, player=bob).waiting
    assert not request_rematch(game_id=game.pk, player=ann).waiting
    assert Seek.objects.filter(pk=placement.game, game=None).exists()


def test_only_of_a_game_that_is_over_and_only_by_its_players(ann: Player, bob: Player, cat: Player):
    game = open_game(entropy.game_id(), (ann, bob), PLAYED.rules(), PLAYED.clock)
    assert refused(game, ann) == "not_over"
    assert refused(finished(game, Seat.B), cat) == "not_yours"
    game.pk = "nosuchgame"
    assert refused(game, ann) == "no_game"


def test_blocked_players_get_no_rematch(game: Game, ann: Player, bob: Player):
    blocks.block(player=bob, other=ann)
    assert refused(game, ann) == refused(game, bob) == "blocked"
