"""HALSCRIB learns from finished games of accounts, each once, and forgets on request."""

import asyncio
from datetime import timedelta

import pytest
from django.test import Client

from common import clock
from game.accounts.guests import create_guest
from game.bots.halscrib.opponent_habits import count_habits
from game.halscrib.learning import (
    find_unlearnt,
    forget,
    learn_from_finished_games,
    learn_from_game,
    observed_habits,
)
from game.halscrib.tests.games import ME, open_game, play_on
from game.models import Game, HalscribGame, LearntHabits, Player
from game.table.record import ledger as ledgers
from game.table.record.ledger import Ledger
from game.table.shuffle.fairness import replay_row
from people.settings.deletion import delete_account

pytestmark = pytest.mark.django_db(transaction=True)


def learn() -> None:
    asyncio.run(learn_from_finished_games())


def remembered() -> list[tuple[int, int, int, int, int]]:
    return list(
        LearntHabits.objects.values_list(
            "games", "led_pairs", "lead_chances", "paired_leads", "reply_chances"
        )
    )


@pytest.fixture
def played(ledger: Ledger, ann: Player) -> Game:
    """Return a game that Ann has finished and that has not been used for learning."""
    return play_on(open_game(ann), ledger)


class TestLearning:
    @pytest.mark.slow
    def test_counts_the_habits_shown_in_a_finished_game(self, played: Game):
        events = [event for step in replay_row(ledgers.load_row(played.pk)) for event in step.events]
        leads, replies = count_habits(tuple(events), ME)
        learn()
        assert remembered() == [(1, *leads, *replies)]

    @pytest.mark.slow
    def test_adds_up_over_games(self, ledger: Ledger, ann: Player):
        games = [play_on(open_game(ann), ledger) for _ in range(3)]
        learn()
        shown = [[*leads, *replies] for leads, replies in (observed_habits(game.pk) for game in games)]
        assert remembered() == [(3, *map(sum, zip(*shown, strict=True)))]
        assert sum(remembered()[0][1:]) > 0

    @pytest.mark.slow
    def test_is_done_once_for_each_game(self, played: Game):
        learn()
        once = remembered()
        learn_from_game(played.pk)
        learn()
        assert remembered() == once
        assert find_unlearnt() == []

    def test_waits_for_the_end(self, ann: Player):
        open_game(ann)
        learn()
        assert remembered() == []

    @pytest.mark.slow
    def test_is_not_of_guests(self, ledger: Ledger):
        play_on(open_game(create_guest()), ledger)
        learn()
        assert remembered() == []
        assert find_unlearnt() == []

    @pytest.mark.slow
    def test_passes_over_a_game_whose_record_cannot_be_read(
        self, played: Game, ledger: Ledger, ann: Player, caplog: pytest.LogCaptureFixture
    ):
        Game.objects.filter(pk=played.pk).update(transcript=f"{played.transcript} bKC")
        play_on(open_game(ann), ledger)
        learn()
        assert remembered()[0][0] == 1
        assert find_unlearnt() == []
        assert "HALSCRIB cannot learn from it" in caplog.text


class TestForgetting:
    @pytest.mark.slow
    def test_deletes_everything_learned_and_pending(self, played: Game, ledger: Ledger, ann: Player):
        learn()
        play_on(open_game(ann), ledger)
        forget(ann)
        learn()
        assert remembered() == []

    @pytest.mark.slow
    def test_goes_by_a_button_and_a_post_of_the_player_alone(self, played: Game, ann: Player, bob: Player):
        learn()
        client = Client()
        client.force_login(bob)
        client.post("/halscrib/forget")
        Client().post("/halscrib/forget")
        assert len(remembered()) == 1
        client.force_login(ann)
        assert 'action="/halscrib/forget"' in client.get("/@HALSCRIB").content.decode()
        assert client.get("/halscrib/forget").status_code == 405
        assert len(remembered()) == 1
        answer = client.post("/halscrib/forget", follow=True)
        assert remembered() == []
        assert "HALSCRIB has forgotten you." in answer.content.decode()

    @pytest.mark.slow
    def test_comes_with_the_end_of_an_account_and_its_game_under_way(self, played: Game, ann: Player):
        learn()
        open_game(ann)
        delete_account(ann)
        learn()
        assert remembered() == []

    def test_a_live_game_keeps_its_initial_memory(self, ann: Player):
        LearntHabits.objects.create(player=ann, games=1, led_pairs=1, lead_chances=2)
        game = open_game(ann)
        before = HalscribGame.objects.values().get(pk=game.pk)
        forget(ann)
        assert HalscribGame.objects.values().get(pk=game.pk) == before


def test_a_game_that_ends_without_a_winner_teaches_nothing(ann: Player):
    game = open_game(ann)
    HalscribGame.objects.filter(pk=game.pk).update(ended_at=clock.now() - timedelta(hours=1))
    learn()
    assert remembered() == []
