"""Which seat may end a game, and when: all three checkers reject endings that no honest server writes."""

from collections.abc import Sequence

import pytest

from common import clock
from game.engine.state import Rules
from game.engine.transcript import parse_transcript
from game.models import Game
from game.table.forced_endings import void_restored_games
from proof.evidence.builder import load_transcript
from proof.evidence.document import to_file
from tests.worlds.evidence import (
    COMMITTED,
    at_ply,
    create_void_game,
    play_bot_game,
    play_two_player_game,
    transcript_file,
)
from tests.worlds.tables import update_row
from tests.worlds.verdicts import agreed

pytestmark = pytest.mark.django_db

EVERY_ENDING = ("a-resign", "b-resign", "a-flag", "b-flag", "a-left", "b-left")


def words_of(game_id: str) -> Sequence[str]:
    return parse_transcript(Game.objects.get(pk=game_id).transcript)[1]


def ended_in(game_id: str, ply: int, word: str) -> bytes:
    """Return the file of a game that ended with a word after so many moves, as a server signs it."""
    at_ply(game_id, ply)
    line = Game.objects.get(pk=game_id).transcript
    update_row(
        game_id, transcript=f"{line} {word}", ply=ply + 1, finished_at=clock.now(), ended="void", value=0
    )
    return transcript_file(game_id)


def true_endings(game_id: str, ply: int, words: Sequence[str] = EVERY_ENDING) -> list[str]:
    """Return the words by which a game can have ended after so many moves."""
    verdicts = agreed([ended_in(game_id, ply, word) for word in words])
    for word, found in zip(words, verdicts, strict=True):
        not_allowed = f"Move {ply + 1}, {word}, is not allowed where it stands."
        assert found["faults"] == ([] if found["verdict"] == "true" else [not_allowed])
    return [word for word, found in zip(words, verdicts, strict=True) if found["verdict"] == "true"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("shown", "can_be"),
    [
        ((), []),
        (("commitment_b",), []),
        (COMMITTED, []),
        ((*COMMITTED, "secret_b"), ["a-flag", "a-left"]),
        ((*COMMITTED, "secret_a"), ["b-flag", "b-left"]),
        # A player may be banned at the moment when they reveal their secret.
        ((*COMMITTED, "secret_a", "secret_b"), ["a-resign", "b-resign", "a-left", "b-left"]),
    ],
    ids=["nothing", "one commitment", "both commitments", "b's secret", "a's secret", "both secrets"],
)
def test_before_the_first_card_only_the_seat_without_its_secret_loses(
    shown: tuple[str, ...], can_be: list[str]
):
    void = ("-void", "-unshown")
    assert true_endings(create_void_game(shown), 0, (*EVERY_ENDING, *void)) == [*can_be, *void]


@pytest.mark.slow
def test_only_the_flag_of_the_seat_to_move_falls():
    game = play_two_player_game(Rules(61), clock="quick")
    words = words_of(game)
    for ply in (words.index("#2") - 1, 4, 3):
        to_move = f"{words[ply][0]}-flag"
        assert true_endings(game, ply) == [
            word for word in EVERY_ENDING if "flag" not in word or word == to_move
        ]


@pytest.mark.slow
def test_no_flag_falls_before_the_first_discard():
    game = play_two_player_game(Rules(61), clock="quick")
    assert true_endings(game, 2) == ["a-resign", "b-resign", "a-left", "b-left"]


@pytest.mark.slow
def test_without_a_clock_no_flag_falls():
    assert true_endings(play_two_player_game(Rules(61)), 4) == ["a-resign", "b-resign", "a-left", "b-left"]


@pytest.mark.slow
def test_a_bot_does_not_give_up():
    assert true_endings(play_bot_game(), 4) == ["a-resign", "a-left"]


@pytest.mark.slow
def test_a_game_of_a_restored_backup_is_true_though_its_cards_are_shown():
    """The game was voided so that its cards may be revealed: revealing them is no fault."""
    game = play_two_player_game(Rules(61))
    at_ply(game, 12)
    void_restored_games()
    transcript = load_transcript(game)
    assert (Game.objects.get(pk=game).ended, transcript.line[-9:]) == ("void", " -unshown")
    assert [deal.number for deal in transcript.deals] == [0, 1]
    assert agreed([to_file(transcript)])[0]["verdict"] == "true"
