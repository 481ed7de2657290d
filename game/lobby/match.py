"""Matches: games in a row between the same two, and who leads; best of three, five or seven ends one.

A match is named by its first game, which leaves its own name out; rematches of a single game count alike.
"""

from django.db.models import Q, QuerySet

from common.formats.json import Json
from game.engine.state import Seat
from game.models import Game

LENGTHS = (1, 3, 5, 7)  # a single game, or the best of so many


def games_of(game: Game) -> QuerySet[Game]:
    """All games of a game's match."""
    first = game.match or game.pk
    return Game.objects.filter(Q(pk=first) | Q(match=first))


def wins(games: QuerySet[Game]) -> tuple[int, int]:
    """How many of these games each seat has won; players keep their seats through a match."""
    winners = list(games.filter(voided_at=None, winner__isnull=False).values_list("winner", flat=True))
    return winners.count(Seat.A), winners.count(Seat.B)


def is_decided(game: Game) -> bool:
    """Whether somebody has won a match already; games in a row have no end of their own."""
    return game.best_of > 1 and max(wins(games_of(game))) > game.best_of // 2


def match_of_rematch(last: Game) -> str:
    """The match that a rematch belongs to; empty where a new one begins with it."""
    return "" if is_decided(last) else last.match or last.pk


def match_json(game: Game) -> Json | None:
    """The score of a match before this game, and which game of it this is; None for one game by itself."""
    earlier = games_of(game).filter(created_at__lt=game.created_at).exclude(pk=game.pk)
    number = earlier.count() + 1
    if game.best_of == 1 and number == 1:
        return None
    return {"best_of": game.best_of, "game": number, "wins": wins(earlier)}
