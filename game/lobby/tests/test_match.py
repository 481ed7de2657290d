"""Matches: series of games, and the best of three, five or seven."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from common import clock
from common.refusal import Refusal
from cribbage_site.tests.repetitions import repetitions
from game.engine.state import Seat
from game.lobby import seeks
from game.lobby.match import LENGTHS, is_decided, match_json
from game.lobby.pairing import FAR, GameSettings, settings_distance
from game.lobby.rematch import request_rematch
from game.lobby.tests.test_rematch import finished
from game.models import Game, Player, Seek
from game.web.game_request import GameRequest, parse_settings
from game.wire.frames import Match

pytestmark = pytest.mark.django_db

A, B = Seat.A, Seat.B
WINNERS = {"a": A, "b": B, "-": None}


def begin(ann: Player, bob: Player, best_of: int) -> Game:
    """Begin a match game by Bob's challenge to Ann and her equal challenge to him."""
    place = seeks.challenge(player=ann, to=bob, settings=GameSettings(61, best_of=best_of))
    return seeks.accept(seek_id=place.game, player=bob)


def rematch(last: Game, ann: Player, bob: Player) -> Game:
    for player in (bob, ann):
        place = request_rematch(game_id=last.pk, player=player)
    return Game.objects.get(pk=place.game)


def play(game: Game, results: str, ann: Player, bob: Player, later) -> Game:
    """Play games with these winners and start one more: "a-b" has a void game in between."""
    for result in results:
        finished(game, WINNERS[result])
        later(seconds=1)
        game = rematch(game, ann, bob)
    return game


@pytest.mark.slow
@pytest.mark.parametrize(
    ("best_of", "results", "score"),
    [
        (1, "", None),
        (1, "ab", Match(1, 3, (1, 1))),
        (3, "", Match(3, 1, (0, 0))),
        (3, "a", Match(3, 2, (1, 0))),
        (3, "ab", Match(3, 3, (1, 1))),
        (3, "a-", Match(3, 3, (1, 0))),
        (3, "aa", Match(3, 1, (0, 0))),  # won: a new match begins
        (5, "abab", Match(5, 5, (2, 2))),
        (7, "bbbb", Match(7, 1, (0, 0))),
    ],
)
def test_the_score_before_a_game(ann: Player, bob: Player, later, best_of: int, results: str, score):
    assert match_json(play(begin(ann, bob, best_of), results, ann, bob, later)) == score


@pytest.mark.slow
@pytest.mark.parametrize("best_of", LENGTHS[1:])
@settings(max_examples=repetitions(400, one_in=40))  # each example writes a dozen games
@given(data=st.data())
def test_a_match_ends_with_the_game_that_decides_it(best_of: int, data: st.DataObject):
    won = data.draw(st.lists(st.sampled_from([A, B, None]), max_size=12))
    Game.objects.all().delete()
    players = [Player.objects.get_or_create(username=name)[0] for name in ("One", "Two")]
    needed = best_of // 2 + 1
    for n, winner in enumerate(won):
        game = Game.objects.create(
            id=f"g{n}", seat_a=players[0], seat_b=players[1], created_at=clock.now(), finished_at=clock.now(),
            match="g0" if n else "", best_of=best_of, winner=winner, transcript="61 auto",
        )  # fmt: skip
        most = max(won[: n + 1].count(seat) for seat in Seat)
        assert is_decided(game) == (most >= needed)


def test_a_voided_game_is_not_counted(ann: Player, bob: Player, later):
    game = begin(ann, bob, 3)
    second = play(game, "a", ann, bob, later)
    Game.objects.filter(pk=game.pk).update(voided_at=clock.now())
    assert match_json(second) == Match(3, 2, (0, 0))


def test_a_bot_plays_matches_too(ann: Player):
    request = GameRequest("novice", target=61, best_of=5)
    assert parse_settings(request).best_of == 5


def test_an_unknown_match_length_is_refused(ann: Player):
    with pytest.raises(Refusal, match="best of 1, 3, 5, 7"):
        parse_settings(GameRequest("anyone", best_of=2))


def test_single_game_seeks_and_match_seeks_are_not_paired():
    assert settings_distance(GameSettings(), GameSettings(best_of=3)) >= FAR


def test_a_seek_remembers_its_match(ann: Player):
    seeks.seek_anyone(player=ann, settings=GameSettings(best_of=7))
    assert Seek.objects.get().best_of == 7
