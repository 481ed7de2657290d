"""Matches: a series of games between the same two players. A best of three, five or seven has an end.

The id of the first game names a match; the first game's own `match` is empty. Rematches of single games form
a series too.
"""

from django.db.models import Q, QuerySet

from game.engine.state import Seat
from game.models import Game
from game.wire.frames import Match

LENGTHS = (1, 3, 5, 7)  # a single game, or the best of so many


def games_of(game: Game) -> QuerySet[Game]:
    """Return all games of a game's match."""
    first = game.match or game.pk
    return Game.objects.filter(Q(pk=first) | Q(match=first))


def wins(games: QuerySet[Game]) -> tuple[int, int]:
    """Return how many of these games each seat has won. Players keep their seats through a match."""
    winners = list(games.filter(voided_at=None, winner__isnull=False).values_list("winner", flat=True))
    return winners.count(Seat.A), winners.count(Seat.B)


def is_decided(game: Game) -> bool:
    """Return whether a match has a winner. A series of single games never ends."""
    return game.best_of > 1 and max(wins(games_of(game))) > game.best_of // 2


def match_of_rematch(last: Game) -> str:
    """Return the match that a rematch belongs to. Empty if a new match begins with it."""
    return "" if is_decided(last) else last.match or last.pk


def match_json(game: Game) -> Match | None:
    """Return the match score before this game and the number of the game. None for a single game."""
    earlier = games_of(game).filter(created_at__lt=game.created_at).exclude(pk=game.pk)
    number = earlier.count() + 1
    if game.best_of == 1 and number == 1:
        return None
    return Match(game.best_of, number, wins(earlier))
