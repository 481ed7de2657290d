"""Skill over time: the average cost of decisions, according to reviews."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from common.chart_frame import BOTTOM, TOP
from game.models import Player
from people.profiles import curve, skill
from people.profiles.charts import build_skill_chart
from people.profiles.record import CountedGames
from people.profiles.skill import GAMES_PER_AVERAGE, Average, Skill, compute_skill
from tests.worlds.profiles import enter, page
from tests.worlds.scoresheets import NOON, create_scoresheet


@pytest.mark.rows
@pytest.mark.django_db
class TestAverages:
    @pytest.fixture
    def judged(self, ann: Player, bob: Player) -> Callable[..., list[Average]]:
        """Return Ann's averages after games of so many decisions that lost so much, oldest first."""

        def judged(*games: tuple[int, float]) -> list[Average]:
            for minutes, (decisions, lost) in enumerate(games):
                create_scoresheet(ann, bob, minutes=minutes, decisions=decisions, lost_by_play=lost)
            found = compute_skill(CountedGames.of(ann.pk))
            assert found is not None
            assert found.games == len(games)
            return list(found.averages)

        return judged

    def test_average_of_one_game_is_the_cost_of_its_decisions(self, judged):
        assert judged((40, 0.2)) == [Average(NOON, pytest.approx(0.5))]

    def test_average_covers_the_last_ten_games(self, judged):
        found = judged((40, 4.0), *[(40, 0.4)] * GAMES_PER_AVERAGE)
        assert found[-2].percent == pytest.approx(100 * (4.0 + 9 * 0.4) / 400)
        assert found[-1] == Average(NOON + timedelta(minutes=GAMES_PER_AVERAGE), pytest.approx(1.0))

    def test_a_long_game_weighs_more_than_a_short_one(self, judged):
        assert judged((10, 0.0), (90, 0.9))[-1].percent == pytest.approx(0.9)

    def test_many_averages_are_thinned_but_not_changed(self, judged, monkeypatch):
        monkeypatch.setattr(curve, "MAX_MOMENTS", 5)
        lost = [(40, 0.1 * n) for n in range(1, 24)]
        found = judged(*lost)
        assert [average.at.minute for average in found] == [0, 2, 7, 12, 17, 22]
        assert found[-1].percent == pytest.approx(100 * 0.1 * sum(range(14, 24)) / 400)
        assert found[-2].percent == pytest.approx(100 * 0.1 * sum(range(9, 19)) / 400)

    def test_only_the_newest_games_are_loaded(self, ann: Player, bob: Player, judged, monkeypatch):
        monkeypatch.setattr(skill, "MAX_GAMES", 3)
        create_scoresheet(ann, bob, minutes=-1, decisions=40, lost_by_play=9.9)
        assert [average.percent for average in judged(*[(40, 0.4)] * 3)] == [pytest.approx(1.0)] * 3


class TestDrawn:
    def test_from_nothing_lost_upwards(self):
        now = NOON + timedelta(days=9)
        picture = build_skill_chart(Skill((Average(NOON, 0.8), Average(now, 0.3)), 2), now)
        assert picture is not None
        assert (picture.grid_lines[0].y, picture.grid_lines[0].value) == (BOTTOM, 0)
        assert picture.grid_lines[-1].y == TOP
        assert picture.grid_lines[-1].value > 0.8
        first, last = [float(at.split(",")[1]) for at in picture.path.split()][:2]
        assert TOP < first < last < BOTTOM

    def test_player_without_losses_has_a_chart_too(self):
        picture = build_skill_chart(Skill((Average(NOON, 0.0),), 1), NOON)
        assert picture is not None
        assert len(picture.grid_lines) == 2


@pytest.mark.rows
@pytest.mark.django_db
class TestOnThePage:
    @pytest.mark.slow
    def test_reviewed_games_that_count_make_it(self, client: Client, ann: Player, bob: Player):
        create_scoresheet(ann, bob, minutes=1, decisions=40, lost_by_play=0.4)
        create_scoresheet(ann, bob, minutes=2, decisions=40, lost_by_play=0.2)
        create_scoresheet(ann, bob, minutes=3, decisions=40, lost_by_play=9.9, voided=True)
        create_scoresheet(ann, bob, minutes=4)
        create_scoresheet(bob, ann, minutes=5, decisions=1, lost_by_play=0.9)
        found = compute_skill(CountedGames.of(ann.pk))
        assert found is not None
        assert [round(average.percent, 6) for average in found.averages] == [1.0, 0.75]
        shown = page(client, "/@Ann")
        assert "Skill over time" in shown
        assert "0.75% now, 0.75% at best" in shown
        assert "from 2 reviewed games" in shown

    @pytest.mark.slow
    def test_without_a_reviewed_game_there_is_none(self, client: Client, ann: Player, bob: Player):
        create_scoresheet(ann, bob)
        assert "Skill over time" not in page(client, "/@Ann")

    @pytest.mark.slow
    def test_private_profile_shows_it_to_the_owner_only(self, client: Client, ann: Player, bob: Player):
        create_scoresheet(ann, bob, decisions=40, lost_by_play=0.4)
        Player.objects.filter(pk=ann.pk).update(is_private=True)
        assert "Skill over time" not in page(client, "/@Ann")
        enter(client, ann)
        assert "Skill over time" in page(client, "/@Ann")
