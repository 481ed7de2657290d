"""Adaptive HALSCRIB as an opponent to choose: its memory is HALSCRIB's, and its games are no lots."""

import json

import pytest
from django.test import Client

from game.bots.habits import Habits, PairFrequency
from game.decisions.lot import CHOSEN_ADAPTIVE
from game.engine.state import Rules, Seat
from game.halscrib.learning import find_unlearnt, forget, learn_from_game, observed_habits
from game.halscrib.page import describe_lot, load_learnt
from game.halscrib.tally import count_games
from game.models import Game, HalscribGame, LearntHabits, Player
from game.table.bot_replay import replay_decisions
from game.table.record.ledger import load_row
from tests.worlds.bot_games import open_bot_game
from tests.worlds.same_cards import create_played_game

pytestmark = pytest.mark.django_db

KNOWN = {"led_pairs": 9, "lead_chances": 10, "paired_leads": 1, "reply_chances": 8}
HABITS = Habits(leads=PairFrequency(9, 10), replies=PairFrequency(1, 8))


def test_it_always_plays_adaptive_with_what_halscrib_remembers(ann: Player):
    LearntHabits.objects.create(player=ann, games=3, **KNOWN)
    for _ in range(5):
        row = load_row(open_bot_game(ann, CHOSEN_ADAPTIVE, Rules()).pk)
        assert (row.brain(Seat.B), row.remembered) == ("halscrib-adaptive", (HABITS,))
        assert row.lot is not None
        assert not row.lot.is_drawn
    names = [json.loads(game.params)["brains"][0]["name"] for game in Game.objects.all()]
    assert {*names} == {"halscrib_adaptive"}


def test_against_a_sample_player_it_remembers_nothing(ann: Player):
    ann.is_sample = True
    row = load_row(open_bot_game(ann, CHOSEN_ADAPTIVE, Rules()).pk)
    assert (row.lot, row.brain(Seat.B), row.remembered) == (None, "halscrib-adaptive", ())


@pytest.mark.slow
def test_its_moves_replay_with_what_it_remembered_and_it_learns_from_them(ann: Player):
    LearntHabits.objects.create(player=ann, games=3, **KNOWN)
    game = create_played_game(ann, CHOSEN_ADAPTIVE, Rules(61))
    forget(ann)
    row = load_row(game.pk)
    assert all(move.is_same for move in replay_decisions(row))
    HalscribGame.objects.update(is_learnt=False)
    assert find_unlearnt() == [game.pk]
    learn_from_game(game.pk)
    assert load_learnt(ann).games == 1
    assert load_learnt(ann).habits == observed_habits(game.pk)


def test_its_games_are_in_no_tally_of_lots(ann: Player):
    game = open_bot_game(ann, CHOSEN_ADAPTIVE, Rules())
    before = count_games()
    HalscribGame.objects.filter(pk=game.pk).update(ended_at=game.created_at, won=True)
    assert count_games() == before
    assert describe_lot(game) is None


def test_its_page_shows_the_memory_and_no_lots(client: Client, ann: Player):
    client.force_login(ann)
    page = client.get("/@Adaptive-HALSCRIB").content.decode()
    assert 'id="memory"' in page
    assert 'id="lots"' not in page
    assert 'id="lots"' in client.get("/@HALSCRIB").content.decode()
