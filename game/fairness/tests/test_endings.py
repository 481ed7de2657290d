"""Endings of games are counted in public, each once, whatever is cached."""

from collections.abc import Callable

import pytest
from django.core.cache import cache

from common import clock
from game.fairness.endings import count_endings
from game.models import Player, Ruling
from rng.fairness.watch.endings import GameEndings
from tests.worlds.tables import create_game, update_row

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def uncounted() -> None:
    cache.clear()


def over(ended: str, *, begun: bool = True) -> str:
    game = create_game(begun=begun)
    update_row(game.pk, ended=ended, finished_at=clock.now())
    return game.pk


def test_every_way_a_game_ends_is_counted_and_a_live_one_is_not(ann: Player):
    create_game()
    for ended in ("played", "played", "resigned", "flag", "left", "void"):
        over(ended)
    over("void", begun=False)
    update_row(
        over("played"), seat_b=Player.objects.create(username="Sample", likeness="sample", is_sample=True)
    )
    Ruling.objects.create(kind=Ruling.Kind.VOID, by=ann, reason="a test", at=clock.now())
    assert count_endings() == GameEndings(played=2, resigned=1, left=2, void=2, unbegun=1, called_off=1)
    assert count_endings().finished == 5


def test_settled_counts_are_cached_and_not_counted_twice(later: Callable[..., None]):
    for n in range(1, 4):
        over("played")
        later(minutes=7)
        assert count_endings().played == n
        assert count_endings().played == n


def test_a_stalled_game_is_counted(later: Callable[..., None]):
    overdue, waiting = create_game("quick"), create_game("quick")
    update_row(overdue.pk, deadline=clock.milliseconds() + 60_000)
    update_row(waiting.pk, deadline=clock.milliseconds() + 7_200_000)
    create_game()  # without a clock, no move is overdue
    assert count_endings().stalled == 0
    later(minutes=59)
    assert count_endings().stalled == 0, "a flag may be called late, but not by an hour"
    later(minutes=3)
    assert count_endings().stalled == 1
    update_row(overdue.pk, ended="flag", finished_at=clock.now())
    assert count_endings().stalled == 0
