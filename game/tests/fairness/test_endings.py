"""How games ended is counted in public, each once, however long the count is kept."""

from collections.abc import Callable

import pytest
from django.core.cache import cache

from common import clock
from game.fairness.endings import ends
from game.models import Player, Ruling
from game.tests.table.games import a_game, rewrite
from rng.fairness.endings import Ends

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def uncounted() -> None:
    cache.clear()


def over(ended: str, *, begun: bool = True) -> str:
    game = a_game(begun=begun)
    rewrite(game.pk, ended=ended, finished_at=clock.now())
    return game.pk


def test_every_way_a_game_ends_is_counted_and_a_live_one_is_not(ann: Player):
    a_game()
    for ended in ("played", "played", "resigned", "flag", "left", "void"):
        over(ended)
    over("void", begun=False)
    Ruling.objects.create(kind=Ruling.Kind.VOID, by=ann, reason="a test", at=clock.now())
    assert ends() == Ends(played=2, resigned=1, left=2, void=2, unbegun=1, called_off=1)
    assert ends().finished == 5


def test_what_is_settled_is_kept_and_nothing_is_counted_twice(later: Callable[..., None]):
    for n in range(1, 4):
        over("played")
        later(minutes=7)
        assert ends().played == n
        assert ends().played == n
