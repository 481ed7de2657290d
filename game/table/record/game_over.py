"""The end of games, published to subscribers in the transaction that writes it.

`settings.GAME_OVER_SUBSCRIBERS` lists the subscribers in the order in which they run. Each is a function of
the package that needs the end of a game. The table imports none of these packages.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from django.conf import settings
from django.db import connection
from django.db.transaction import TransactionManagementError
from django.utils.module_loading import import_string

from common import clock
from game.models import Game
from game.table.record.ending import Result


class Cause(Enum):
    """The reason why the result of a game is published. Every cause but LAST_MOVE voids the game."""

    LAST_MOVE = "last move"
    UNREVEALABLE = "unrevealable"  # the server can't show the cards of a live game
    RULING = "ruling"  # a host voids a game, which has been published before if it was over
    UNTOUCHED = "untouched"  # published after the last move of an abandoned game, which counts for no player


@dataclass(frozen=True, slots=True)
class GameOver:
    """Results of games by their ids; several games can end in one transaction.

    `games` has the rows that the publisher has loaded anyway: after a last move all of them, with both
    players; after a ruling the voided game; otherwise none.
    """

    cause: Cause
    results: Mapping[str, Result]
    at: datetime
    games: Sequence[Game] = ()


Subscriber = Callable[[GameOver], None]


def publish(over: GameOver) -> None:
    """Call every subscriber. An exception of any of them rolls back the end of the game."""
    if not connection.in_atomic_block:
        raise TransactionManagementError("The end of a game is published in the transaction that writes it.")
    for subscriber in load_subscribers():
        subscriber(over)


def load_subscribers() -> list[Subscriber]:
    return [import_string(name) for name in settings.GAME_OVER_SUBSCRIBERS]


def write_results(results: Mapping[str, Result]) -> None:
    """Write how games ended, in the transaction of their last moves, which has locked their rows."""
    at = clock.now()
    games = list(Game.objects.select_related("seat_a", "seat_b").defer("transcript").filter(pk__in=results))
    for game in games:
        result = results[game.pk]
        game.finished_at, game.winner, game.value, game.ended = at, result.winner, result.value, result.ended
        game.save(update_fields=["finished_at", "winner", "value", "ended"])
    publish(GameOver(Cause.LAST_MOVE, results, at, games))
