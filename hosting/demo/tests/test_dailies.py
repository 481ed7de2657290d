"""The daily games of a demo: past days made like every other day, marked as samples, and removable."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import CommandError
from django.db import transaction
from django.test import Client

from common import clock
from common.months import month_of
from game.models import Game, Leaf, Player
from game.shared_decks.models import DeckSet, Round
from game.shared_rounds.record import load_record
from hosting.dailies import past_days
from hosting.demo.tests.test_demo import demo, replayed
from people.notices.models import Notice
from proof.evidence.audit import find_faults
from rng import shared_decks
from rng.models import Deal
from study.daily import running
from study.daily.models import Daily, DailyEntry, MonthLine
from study.daily.notice_kinds import DAILY_OPEN
from study.daily.scoring import par_of_deals

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
DAYS, PAR_GAMES, TRIES = 2, 2, 3


@pytest.fixture(autouse=True, scope="module")
def few_games() -> Iterator[None]:
    """Play days with fewer games than on a real site."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(past_days, "PAR_GAMES", PAR_GAMES)
        patch.setattr(past_days, "ON_A_DAY", (TRIES,))
        yield


@pytest.fixture(scope="class")
def made(few_games: None, django_db_setup: None, django_db_blocker: Any) -> Iterator[dict[str, Any]]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield demo(players=4, games=4, days=DAYS, seed=4)
        transaction.set_rollback(True)


class TestPastDays:
    def test_the_last_days_are_counted_and_no_other_day_is_announced(self, made: dict[str, Any]):
        today = clock.now().date()
        assert (made["daily_days"], made["daily_games"]) == (DAYS, DAYS * TRIES)
        assert DailyEntry.objects.count() == DAYS * TRIES
        dailies = Daily.objects.order_by("day")
        assert [daily.day for daily in dailies] == [today - 2 * running.DAY, today - running.DAY]
        assert {(daily.stage, daily.next_at) for daily in dailies} == {(Daily.Stage.COUNTED, None)}
        assert not Notice.objects.filter(kind=DAILY_OPEN.name).exists()

    def test_par_is_complete(self, made: dict[str, Any]):
        for daily in Daily.objects.select_related("deck_set"):
            round_ = Round.objects.get(deck_set=daily.deck_set)
            decks = running.decks_before_opening(daily.deck_set, daily.deck_set.root, round_.pk)
            games = past_days.play_for_par(decks, range(1, PAR_GAMES + 1))
            assert daily.par_margins == [sum(leads) for leads in games]
            assert daily.par_leads == par_of_deals(games)
            assert daily.par == sum(daily.par_margins) / PAR_GAMES
            assert f'"par_games":{PAR_GAMES},' in daily.deck_set.params

    def test_the_decks_verify_and_the_games_were_dealt_from_them(self, made: dict[str, Any]):
        for deck_set in DeckSet.objects.all():
            assert deck_set.stage == DeckSet.Stage.CLOSED
            assert shared_decks.verify(load_record(deck_set)) is None
        replays = [(game, steps[-1].state) for game, steps, fairness in replayed() if fairness.row.shared]
        assert len(replays) == DAYS * TRIES
        for game, end in replays:
            assert end.scores == (game.score_a, game.score_b)
            assert game.daily_entry.margin == game.score_a - game.score_b

    def test_every_moment_lies_within_its_day(self, made: dict[str, Any]):
        for daily in Daily.objects.select_related("deck_set"):
            begins, ends = running.starts_at(daily.day), running.ends_at(daily.day)
            fixed_at = daily.deck_set.fixed_at
            assert fixed_at is not None
            assert begins - running.DAY <= daily.deck_set.announced_at < fixed_at < begins
            for game in Game.objects.filter(daily_entry__daily=daily):
                assert game.finished_at is not None
                assert begins < game.created_at < game.finished_at < ends

    def test_days_and_months_are_ranked_among_old_enough_players(self, made: dict[str, Any]):
        for daily in Daily.objects.all():
            ranked = DailyEntry.objects.filter(daily=daily, unranked="").order_by("place")
            assert ranked[0].place == 1
            assert [entry.margin for entry in ranked] == sorted(
                (entry.margin for entry in ranked if entry.margin is not None), reverse=True
            )
            assert all(entry.player.date_joined < running.starts_at(daily.day) for entry in ranked)
        assert sum(MonthLine.objects.values_list("days", flat=True)) == DAYS * TRIES

    def test_the_decks_are_marked_and_stay_out_of_the_record_and_the_log(self, made: dict[str, Any]):
        """The log could only say that they were announced after their day."""
        assert all(past_days.MARK in deck_set.params for deck_set in DeckSet.objects.all())
        assert not any('"log"' in deck_set.params for deck_set in DeckSet.objects.all())
        assert not Leaf.objects.filter(kind__in=("decks", "root", "links")).exists()
        assert not Deal.objects.exists()
        assert list(find_faults(mend=False, progress=lambda done: None)) == []

    def test_every_page_shows_them(self, made: dict[str, Any], client: Client):
        day = clock.now().date() - running.DAY
        best = DailyEntry.objects.select_related("player").filter(daily=day, place=1)[0].player
        month = client.get(f"/daily/month/{month_of(day):%Y-%m}").content.decode()
        assert best.username in month
        assert '<span class="tag">sample</span>' in month
        shown = client.get(f"/daily/{day}").content.decode()
        assert best.username in shown
        assert '<span class="tag">sample</span>' in shown
        assert f"average of {PAR_GAMES} games" in shown
        today = client.get("/daily")
        assert f"/daily/{day}" in today.content.decode()

    def test_they_can_be_removed_and_a_real_day_stays(self, made: dict[str, Any]):
        running.announce(clock.now().date())
        demo(remove=True)
        assert [daily.day for daily in Daily.objects.all()] == [clock.now().date()]
        assert DeckSet.objects.count() == 1
        for kind in (Game, DailyEntry, MonthLine, Round):
            assert not kind.objects.exists()


def test_a_day_that_the_site_has_is_left_alone():
    yesterday = clock.now().date() - running.DAY
    running.announce(yesterday)
    before = Daily.objects.values().get(day=yesterday)
    assert demo(players=4, games=4, days=1)["daily_days"] == 0
    assert Daily.objects.values().get(day=yesterday) == before


def test_a_site_without_a_daily_game_gets_none(settings: Any):
    settings.DAILY = False
    assert demo(players=4, games=4, days=1)["daily_days"] == 0
    assert not Daily.objects.exists()


def test_real_decks_are_logged_as_before():
    running.announce(clock.now().date())
    assert Leaf.objects.filter(kind="decks").count() == 1
    assert '"log"' in DeckSet.objects.get().params


@pytest.mark.parametrize("days", [-1, 32])
def test_too_many_days_are_refused(days: int):
    with pytest.raises(CommandError, match="Choose up to 31"):
        demo(days=days)
    assert not Player.objects.filter(is_sample=True).exists()
