"""The tally of styles, and evidence that may be read at any time."""

import re
from datetime import timedelta
from itertools import product
from math import exp, prod

import pytest
from django.core.cache import cache
from django.test import Client

from common import clock
from game.decisions.lot import ADAPTIVE, MIXED, PURE
from game.engine.state import Seat
from game.halscrib.tally import LotTally, Tally, count_games, log_evidence
from game.halscrib.tests.games import open_game
from game.models import Game, HalscribGame, LearntHabits, Player
from game.table.record.ending import Result
from game.table.record.game_over import write_results

BRAINS = (PURE, MIXED, ADAPTIVE)


def tally(pure: tuple[int, int], mixed: tuple[int, int]) -> Tally:
    return Tally(LotTally(PURE, *pure), LotTally(MIXED, *mixed), LotTally(ADAPTIVE))


def staked(kinds: tuple[int, ...]) -> float:
    """Return the value of the bet after these kinds in this order, game by game."""
    seen = [0.5, 0.5]
    worth = []
    for kind in kinds:
        worth.append(2 * seen[kind] / sum(seen))
        seen[kind] += 1
    return prod(worth)


class TestTheEvidence:
    @pytest.mark.parametrize("games", range(1, 11))
    def test_is_one_on_average_if_mixing_makes_no_difference(self, games: int):
        orders = [*product((0, 1), repeat=games)]
        ends = [exp(log_evidence(games - sum(order), sum(order))) for order in orders]
        assert sum(ends) / len(ends) == pytest.approx(1)

    @pytest.mark.parametrize("order", [(0,), (0, 1), (1, 1, 1), (0, 1, 1, 0, 1), (1, 0, 1, 1, 0, 1)])
    def test_equals_the_value_of_a_bet_placed_game_by_game(self, order: tuple[int, ...]):
        assert exp(log_evidence(order.count(0), order.count(1))) == pytest.approx(staked(order))

    @pytest.mark.slow
    def test_reaches_twenty_once_in_twenty_at_most_however_often_it_is_looked_at(self):
        games = 14
        reached = sum(
            any(staked(order[:looked]) >= 20 for looked in range(1, games + 1))
            for order in product((0, 1), repeat=games)
        )
        assert 0 < reached / 2**games <= 1 / 20

    def test_grows_with_a_difference_and_not_without(self):
        assert tally((0, 0), (0, 0)).evidence == 1
        assert tally((50, 50), (50, 50)).evidence < 1
        assert tally((300, 700), (700, 300)).evidence > 10**6

    def test_does_not_overflow_with_many_games(self):
        assert 0 < tally((10**6, 10**6), (10**6, 10**6)).evidence < 1


@pytest.mark.django_db
class TestTheTally:
    @pytest.fixture(autouse=True)
    def empty_cache(self) -> None:
        cache.clear()

    def end(self, player: Player, brain: str, winner: Seat | None) -> str:
        game = open_game(player, brain)
        ended = "played" if winner is not None else "void"
        write_results({game.pk: Result(winner, 0 if winner is None else 1, ended)})
        return game.pk

    def test_counts_games_with_a_winner_by_lot(self, ann: Player):
        for brain, winner in ((PURE, Seat.A), (PURE, Seat.B), (MIXED, Seat.B), (ADAPTIVE, Seat.B)):
            self.end(ann, brain, winner)
        self.end(ann, MIXED, None)
        open_game(ann, PURE)
        assert count_games() == Tally(LotTally(PURE, 1, 1), LotTally(MIXED, 1, 0), LotTally(ADAPTIVE, 1, 0))

    def test_continues_from_the_cached_count(self, ann: Player):
        old = self.end(ann, PURE, Seat.B)
        HalscribGame.objects.filter(pk=old).update(ended_at=clock.now() - timedelta(days=1))
        assert count_games().pure == LotTally(PURE, 1, 0)
        self.end(ann, PURE, Seat.B)
        assert count_games().pure == LotTally(PURE, 2, 0)

    @pytest.mark.slow
    def test_is_public_on_halscribs_page(self, ann: Player, client: Client):
        self.end(ann, MIXED, Seat.B)
        page = client.get("/@HALSCRIB").content.decode()
        assert "Does its mixing help?" in page
        assert "It remembers players with an account" in page
        row = '<th scope="row">Mixed</th><td>1</td><td>1</td><td>0</td><td>100.0</td>'
        assert row in re.sub(r">\s+<", "><", page)

    @pytest.mark.slow
    def test_habits_are_shown_to_the_player_only(self, ann: Player, client: Client):
        client.force_login(ann)
        assert "It remembers nothing yet. It learns" in client.get("/@HALSCRIB").content.decode()
        LearntHabits.objects.create(
            player=ann, games=3, led_pairs=4, lead_chances=7, paired_leads=2, reply_chances=5
        )
        page = client.get("/@HALSCRIB").content.decode()
        assert "From 3 games: you led from a pair 4 of the 7 times" in page
        assert "paired 2 of the 5 leads" in page

    def test_is_on_no_other_page(self, novice: Player, client: Client):
        assert "Does its mixing help?" not in client.get("/@Novice").content.decode()
        assert not Game.objects.exists()
