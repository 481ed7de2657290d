"""Weigh each game that counts, once and in a fixed order. Voided games are removed again.

The transaction that ends a game only records it: computing its luck takes some milliseconds, and its cards
may not be public yet.
"""

import logging

from django.db import transaction
from django.db.models import Min, QuerySet

from common import clock
from common.database.thread import on_the_database_thread
from game.engine.state import Seat
from game.models import Game, Player
from game.table.record.game_over import Cause, GameOver
from game.table.record.heartbeat import DatabaseGone
from ranking.counted import load_counted_players
from study.strength.luck.cards_shown import load_luck
from study.strength.models import OUTDATED, WeighedGame
from study.strength.rating import FORMULA
from study.strength.titles import award_titles
from study.strength.weighing import (
    Histories,
    counts,
    load_batch,
    load_histories,
    lock_turn,
    move_by,
    reweigh_batch,
    rewrite,
    save_strengths,
)

log = logging.getLogger(__name__)

BATCH_SIZE = 50
INTERVAL_SECONDS = 5.0
IS_DUE = "SELECT 1 FROM strength_weighedgame WHERE number IS NULL OR is_void OR formula < 2"  # FORMULA


def note_results(over: GameOver) -> None:
    """Record games to be weighed, and voided games to be removed."""
    if over.cause is Cause.UNTOUCHED:  # the result from its last move remains valid
        return
    won = [game_id for game_id, result in over.results.items() if result.winner is not None]
    games = Game.objects.select_related("seat_a", "seat_b").filter(pk__in=won, rated=True).order_by("pk")
    note_games([game for game in games if counts(game)])
    void = [game_id for game_id, result in over.results.items() if result.winner is None]
    WeighedGame.objects.filter(pk__in=void).update(is_void=True)


def note_games(games: list[Game]) -> None:
    """Record games that count, unless they are recorded already."""
    at = clock.now()
    WeighedGame.objects.bulk_create(
        [WeighedGame(game=game, noted_at=at) for game in games], ignore_conflicts=True
    )


async def weigh_due_games() -> None:
    """Weigh recorded games, and remove voided ones."""
    await on_the_database_thread(weigh_due)()


def weigh_due() -> None:
    """Weigh recorded games, and remove voided ones. A game that cannot be weighed is skipped."""
    take_out_void()
    while reweigh_outdated():
        pass
    waiting = WeighedGame.objects.filter(number=None, is_void=False).order_by("noted_at", "pk")
    for game_id in waiting.values_list("pk", flat=True)[:BATCH_SIZE]:
        try:
            weigh(game_id)
        except DatabaseGone:
            raise  # the database is away: the game is weighed when it is back
        except Exception:
            log.exception("game %s: its luck cannot be computed, so it does not count for Strength", game_id)
            WeighedGame.objects.filter(pk=game_id, number=None).delete()


@transaction.atomic
def weigh(game_id: str) -> bool:
    """Weigh a game. Return False if that was done already, or if its cards are not public yet."""
    turn = lock_turn()
    row = WeighedGame.objects.filter(pk=game_id, number=None, is_void=False).first()
    if row is None:
        return False
    game = Game.objects.select_related("seat_a", "seat_b").get(pk=game_id)
    luck = load_luck(game)
    if luck is None:
        # Other games go first; this one is checked again later.
        WeighedGame.objects.filter(pk=game_id).update(noted_at=clock.now())
        return False
    assert game.winner is not None
    row.game = game
    row.number, row.adjusted = turn.last + 1, float(luck.adjusted(Seat(game.winner)))
    histories = load_histories((game.seat_a, game.seat_b), row.number)
    move_by(row, histories, load_counted_players([game_id]).get(game_id, frozenset()))
    row.save()
    save_strengths(histories)
    turn.last = row.number
    turn.save(update_fields=["last"])
    award_titles(game)
    return True


@transaction.atomic
def reweigh_outdated() -> bool:
    """Recompute some rows, from the first one that another formula wrote. Return False if there is none.

    So the figures of an upgraded site update automatically, even while an older release still weighs games.
    """
    if not _outdated().exists():
        return False
    lock_turn()
    first = _outdated().aggregate(first=Min("number"))["first"]
    if first is None:
        return False
    rows = load_batch(first)
    histories: Histories = {}
    rewrite([*reweigh_batch(rows, histories)])
    save_strengths(histories)
    _mark_outdated(after=rows[-1].number or 0)
    return True


def _outdated() -> QuerySet[WeighedGame]:
    return WeighedGame.objects.filter(number__isnull=False, is_void=False, formula__lt=FORMULA)


def _mark_outdated(after: int) -> None:
    """Mark the rows after a number for recomputation, because earlier rows have changed."""
    WeighedGame.objects.filter(number__gt=after, formula=FORMULA).update(formula=OUTDATED)


def take_out_void() -> None:
    """Remove voided games, and mark everything after them for recomputation."""
    void = WeighedGame.objects.filter(is_void=True)
    if not void.exists():
        return
    with transaction.atomic():
        lock_turn()
        first = void.aggregate(first=Min("number"))["first"]
        if first is not None:
            seats = void.values_list("game__seat_a", "game__seat_b")
            concerned = Player.objects.filter(pk__in={seat for both in seats for seat in both})
            save_strengths(load_histories(concerned, first))
            _mark_outdated(after=first)
        void.delete()
