"""The discard of the day is chosen a day ahead, from a finished game, and never repeats."""

import asyncio
from datetime import date, timedelta
from typing import Any

import pytest

from common import clock
from game.engine.moves import Resign
from game.engine.state import Rules
from game.models import Game, Player, Secrets
from hosting.demo.schedule import EarlyEnd
from rng.twister import stream
from study.throws import choosing
from study.throws.candidates import Candidate
from study.throws.choosing import choose_among, choose_due, days_to_choose, draw_games
from study.throws.models import DailyThrow
from study.throws.voting import today
from tests.worlds.finished_games import create_finished_game
from tests.worlds.tables import create_game
from tests.worlds.throws import candidate_of, create_throw

in_rows = pytest.mark.django_db
at_work = pytest.mark.django_db(transaction=True)

TOMORROW = timedelta(days=1)


def chance() -> Any:
    return stream(bytes(32), "test")


def choose() -> None:
    asyncio.run(choose_due())


class Searched:
    """The worker's requests and results: searching whole games would take a test too long."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.games: list[str] = []
        self.seeds: list[int] = []
        self.finds: list[Candidate] = []
        self.played = [candidate_of(seed) for seed in range(5)]
        monkeypatch.setattr(choosing, "background", lambda: self)

    def submit(self, function: Any, about: Any, *number: int) -> Any:
        from concurrent.futures import Future

        answer: Future[list[Candidate]] = Future()
        if function is choosing.find_candidates:
            self.games.append(about.game)
            answer.set_result(self.finds)
        else:
            self.seeds.append(about)
            answer.set_result(self.played)
        return answer


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> Searched:
    return Searched(monkeypatch)


@at_work
class TestEveryDay:
    def test_site_without_games_uses_games_between_bots(self, searched: Searched):
        choose()
        chosen = list(DailyThrow.objects.order_by("day"))
        assert [one.day for one in chosen] == [today(), today() + TOMORROW]
        assert [one.is_of_the_house for one in chosen] == [True, True]
        assert len({one.position for one in chosen}) == 2
        assert len({*searched.seeds}) == 2

    def test_a_finished_game_comes_first(self, searched: Searched):
        game = create_finished_game(gives_up=EarlyEnd(0, Resign, 25))
        searched.finds = [candidate_of(11), candidate_of(12)]
        choose()
        first, second = DailyThrow.objects.order_by("day")
        assert (first.game_id, first.is_of_the_house) == (game.pk, False)
        assert second.is_of_the_house, "a game has a throw for one day alone"
        assert searched.games == [game.pk]

    def test_it_is_chosen_once(self, searched: Searched):
        choose()
        first = list(DailyThrow.objects.order_by("day").values())
        choose()
        assert list(DailyThrow.objects.order_by("day").values()) == first
        assert days_to_choose() == []

    def test_next_day_needs_one_more(self, searched: Searched):
        choose()
        clock.shift(TOMORROW)
        try:
            assert days_to_choose() == [today() + TOMORROW]
        finally:
            clock.shift(-TOMORROW)

    def test_setting_turns_it_off(self, searched: Searched, settings: Any):
        settings.THROW_OF_THE_DAY = False
        choose()
        assert not DailyThrow.objects.exists()

    def test_a_game_that_cannot_be_read_is_passed_over(self, searched: Searched, caplog: Any):
        game = create_finished_game(gives_up=EarlyEnd(0, Resign, 25))
        Game.objects.filter(pk=game.pk).update(transcript="121 auto nonsense")
        choose()
        assert DailyThrow.objects.filter(is_of_the_house=True).count() == 2

    def test_game_without_its_secrets_is_skipped(self, searched: Searched, caplog: Any):
        game = create_finished_game(gives_up=EarlyEnd(0, Resign, 25))
        Secrets.objects.filter(game=game).delete()
        choose()
        assert DailyThrow.objects.filter(is_of_the_house=True).count() == 2
        assert game.pk in caplog.text


@in_rows
class TestWhichGames:
    def finished(self) -> Game:
        return create_finished_game(gives_up=EarlyEnd(0, Resign, 25))

    def test_only_those_that_are_over_and_won_and_stand(self):
        over, void, other = self.finished(), self.finished(), self.finished()
        create_game()
        Game.objects.filter(pk=void.pk).update(voided_at=clock.now())
        Game.objects.filter(pk=other.pk).update(winner=None)
        assert draw_games(chance()) == [over.pk]

    def test_none_of_sample_players_none_to_61_none_of_long_ago(self):
        sample, short, old = self.finished(), create_finished_game(Rules(61)), self.finished()
        Player.objects.filter(pk=sample.seat_b_id).update(is_sample=True)
        Game.objects.filter(pk=old.pk).update(finished_at=clock.now() - timedelta(days=61))
        assert short.finished_at
        assert draw_games(chance()) == []

    def test_game_already_used_is_not_drawn(self):
        over = self.finished()
        create_throw(game=over.pk)
        assert draw_games(chance()) == []


@in_rows
class TestWhichThrow:
    DAY = date(2026, 11, 26)

    def test_same_random_seed_chooses_the_same_candidate(self):
        found = [candidate_of(seed) for seed in range(6)]
        taken = []
        for _ in range(2):
            DailyThrow.objects.all().delete()
            assert choose_among(self.DAY, found, None, chance())
            taken.append(DailyThrow.objects.get().position)
        assert len({*taken}) == 1

    def test_no_position_comes_twice(self):
        found = [candidate_of(1), candidate_of(2)]
        for days in range(2):
            assert choose_among(self.DAY + timedelta(days=days), found, None, chance())
        assert len({*DailyThrow.objects.values_list("position", flat=True)}) == 2
        assert not choose_among(self.DAY + timedelta(days=2), found, None, chance())

    def test_two_processes_at_once_choose_one(self):
        assert choose_among(self.DAY, [candidate_of(1)], None, chance())
        assert choose_among(self.DAY, [candidate_of(2)], None, chance())
        assert DailyThrow.objects.count() == 1
