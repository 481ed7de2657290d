"""HALSCRIB learns its opponent's pegging habits from finished games. The player can have them deleted."""

import logging

from django.db import transaction
from django.db.models import F

from common.database.thread import on_the_database_thread
from game.bots.habits import Habits
from game.bots.halscrib.opponent_habits import count_habits
from game.decisions.lot import LEARNING
from game.engine.state import Seat
from game.models import Game, HalscribGame, LearntHabits, Player
from game.table.record.game_over import Cause, GameOver
from game.table.record.halscrib import habits_as_columns
from game.table.record.heartbeat import DatabaseGone
from game.table.record.ledger import load_row
from game.table.shuffle.fairness import replay_row
from rng.seal import KeyMissing

log = logging.getLogger(__name__)

WAITS = "SELECT 1 FROM game_halscribgame WHERE ended_at IS NOT NULL AND NOT is_learnt"
BATCH_SIZE = 50


def record_ends(over: GameOver) -> None:
    """Record the winner of each HALSCRIB game, and mark the game for learning."""
    if over.cause is not Cause.LAST_MOVE:
        return
    for game in over.games:
        if game.seat_b.brain in LEARNING:
            won = None if game.winner is None else game.winner == Seat.B
            HalscribGame.objects.filter(pk=game.pk).update(ended_at=over.at, won=won)


async def learn_from_finished_games() -> None:
    """Learn from finished games, one batch at a time."""
    for game_id in await on_the_database_thread(find_unlearnt)():
        try:
            await on_the_database_thread(learn_from_game)(game_id)
        except DatabaseGone:
            raise  # the database is unreachable: retry this game later
        except KeyMissing:
            log.warning("game %s: its key is missing, so HALSCRIB learns from it later", game_id)
        except Exception:
            log.exception("game %s: HALSCRIB cannot learn from it", game_id)
            await on_the_database_thread(mark_learnt)(game_id)


def find_unlearnt() -> list[str]:
    """Return the finished games to learn from, oldest first."""
    waiting = HalscribGame.objects.filter(is_learnt=False).exclude(ended_at=None)
    return list(waiting.order_by("ended_at").values_list("pk", flat=True)[:BATCH_SIZE])


def mark_learnt(game_id: str) -> bool:
    """Mark a game as used. Return False if it already was."""
    return HalscribGame.objects.filter(pk=game_id, is_learnt=False).update(is_learnt=True) == 1


@transaction.atomic
def learn_from_game(game_id: str) -> None:
    """Add a game's habits to those stored for the account, once."""
    if not mark_learnt(game_id):
        return
    game = Game.objects.select_related("seat_a").get(pk=game_id)
    player = game.seat_a
    if game.winner is not None and player.has_account and player.is_active:
        _remember(player, observed_habits(game_id))


def observed_habits(game_id: str) -> Habits:
    """Return the habits that HALSCRIB's opponent showed in a game."""
    events = [event for step in replay_row(load_row(game_id)) for event in step.events]
    return count_habits(tuple(events), Seat.A)


def _remember(player: Player, seen: Habits) -> None:
    LearntHabits.objects.get_or_create(player=player)
    more = {name: F(name) + number for name, number in habits_as_columns(seen).items()}
    LearntHabits.objects.filter(player=player).update(games=F("games") + 1, **more)


@transaction.atomic
def forget(player: Player) -> None:
    """Delete everything learned about a player, and learn nothing more from finished games.

    A live game continues with the memory it began with, which is on its record.
    """
    LearntHabits.objects.filter(player=player).delete()
    HalscribGame.objects.filter(game__seat_a=player, is_learnt=False).exclude(ended_at=None).update(
        is_learnt=True
    )
