"""Recompute luck and Strength from games and their cards, and find stored values that differ."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from django.db import transaction

from game.engine.state import Seat
from game.models import Game
from study.strength.entering import note_games
from study.strength.luck.cards_shown import load_luck
from study.strength.models import PlayerStrength, WeighedGame
from study.strength.rating import Strength
from study.strength.weighing import (
    Histories,
    counts,
    lock_turn,
    reweigh,
    rewrite,
    save_strengths,
    strengths_of,
)


@dataclass(frozen=True, slots=True)
class Difference:
    """A stored value that differs from the record."""

    about: str
    stored: object
    expected: object


Step = Callable[[], None]


@transaction.atomic
def recompute(mend: bool, step: Step) -> list[Difference]:
    """Recompute everything in the order of weighing. The lock prevents concurrent weighing."""
    lock_turn()
    histories: Histories = {}
    rows = [*reweigh(0, histories, partial(_adjust, step))]
    found = [
        Difference(f"game {each.row.game_id}", each.stored, each.expected)
        for each in rows
        if each.stored != each.expected
    ]
    found += _find_wrong_players(strengths_of(histories))
    unnoted = find_unnoted()
    found += [Difference(f"game {game.pk}", "not noted", "to be weighed") for game in unnoted]
    if mend:
        rewrite(rows)
        save_strengths(histories)
        PlayerStrength.objects.exclude(player__in=histories).delete()
        note_games(unnoted)
    return found


def count_weighed() -> int:
    """Return how many games were weighed."""
    return WeighedGame.objects.filter(is_void=False).exclude(number=None).count()


def find_unnoted() -> list[Game]:
    """Return the games that count and were not recorded, oldest first.

    On a site new to Strength, that is all.
    """
    games = Game.objects.select_related("seat_a", "seat_b").filter(
        rated=True, winner__isnull=False, voided_at=None, finished_at__isnull=False, weighed=None
    )
    return [game for game in games.order_by("finished_at", "pk").iterator() if counts(game)]


def _adjust(step: Step, row: WeighedGame) -> None:
    luck = load_luck(row.game)
    if luck is not None and row.game.winner is not None:
        row.adjusted = float(luck.adjusted(Seat(row.game.winner)))
    step()


def _find_wrong_players(expected: dict[int, Strength]) -> list[Difference]:
    stored = {
        player: Strength(strength, variance, games)
        for player, strength, variance, games in PlayerStrength.objects.values_list(
            "player", "strength", "variance", "games"
        )
    }
    return [
        Difference(f"player {player}", stored.get(player), expected.get(player))
        for player in sorted({*stored, *expected})
        if stored.get(player) != expected.get(player)
    ]
