"""Games use site-specific ids for players, which do not reveal row numbers."""

import json
import re
from typing import Any

import pytest

from game.accounts.guests import create_guest
from game.engine.state import Rules
from game.models import Game
from game.runtime.player_ids import player_id
from game.table.opening import open_game
from proof.evidence.builder import load_transcript
from proof.evidence.checks.check import verify
from proof.evidence.document import to_file
from rng import entropy
from rng.commitment import canonical_json
from tests.worlds.bot_games import open_bot_game
from tests.worlds.evidence import play_to_end, play_two_player_game, transcript_file
from tests.worlds.tables import create_game, update_row


@pytest.fixture(autouse=True)
def keys(settings: Any) -> None:
    settings.SIGNING_KEYS = ["new", "old"]


def players_of(game: Game) -> list[str]:
    named: list[str] = json.loads(game.params)["players"]
    return named


def test_an_id_has_twenty_digits_and_is_another_for_each_player():
    ids = [player_id(number) for number in range(1, 2000)]
    assert len({*ids}) == len(ids)
    assert all(re.fullmatch("[0-9]{20}", each) for each in ids)


def test_without_the_key_no_number_can_be_tried(settings: Any):
    ids = [player_id(number) for number in range(1, 100)]
    settings.SIGNING_KEYS = ["guessed", "new"]
    assert not {*ids} & {player_id(number) for number in range(1, 100)}


def test_an_older_key_that_is_dropped_changes_no_id(settings: Any):
    before = player_id(7)
    settings.SIGNING_KEYS = ["new"]
    assert player_id(7) == before


@pytest.mark.django_db
def test_a_player_has_one_id_in_all_games_and_it_is_not_the_number_of_a_row():
    ann, bob, cid = create_guest(), create_guest(), create_guest()
    first = open_game(entropy.game_id(), (ann, bob), Rules())
    second = open_game(entropy.game_id(), (cid, ann), Rules())
    with_bot = open_bot_game(ann, "novice", Rules())
    assert players_of(first)[0] == players_of(second)[1] == players_of(with_bot)[0]
    assert len({*players_of(first), *players_of(second), *players_of(with_bot)}) == 4
    numbers = {str(player.pk) for player in (ann, bob, cid, with_bot.seat_b)}
    for game in (first, second, with_bot):
        assert not numbers & {*players_of(game)}


@pytest.mark.django_db
def test_a_game_with_another_key_stays_valid(settings: Any):
    game = play_two_player_game(Rules(61))
    settings.SIGNING_KEYS = ["lost and made anew"]
    assert verify(transcript_file(game)).faults == ()


@pytest.mark.django_db
def test_a_game_with_row_numbers_stays_valid():
    game = create_game(rules=Rules(61))
    numbers = [str(game.seat_a_id), str(game.seat_b_id)]
    update_row(game.pk, params=canonical_json(json.loads(game.params) | {"players": numbers}))
    transcript = load_transcript(play_to_end(Game.objects.get(pk=game.pk)))
    assert [player.id for player in transcript.players] == numbers
    assert verify(to_file(transcript)).faults == ()
