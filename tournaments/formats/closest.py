"""Which games of an event to show at once, and which of them to follow."""

from collections.abc import Sequence
from typing import NamedTuple

MOST_SHOWN = 4
# A game is close while both players need at most so many holes, and are at most so many holes apart.
NEAR_END, APART = 30, 10


class LiveGame(NamedTuple):
    """The score of a game that is being played."""

    game: str
    scores: tuple[int, int]
    target: int

    @property
    def is_close(self) -> bool:
        one, other = self.scores
        return self.holes_left <= NEAR_END and abs(one - other) <= APART

    @property
    def holes_left(self) -> int:
        """Return how many holes the player behind still needs."""
        return self.target - min(self.scores)


def find_followed(games: Sequence[LiveGame], current: str | None) -> str | None:
    """Return the close game in which the player behind needs the fewest holes, or None if no game is close.

    The current one is followed until it ends or is no longer close, so that the picture is calm.
    """
    close = [game for game in games if game.is_close]
    if any(game.game == current for game in close):
        return current
    return min(close, key=_closest_first).game if close else None


def choose_shown(
    games: Sequence[LiveGame], shown: Sequence[str], followed: str | None, most: int = MOST_SHOWN
) -> list[str]:
    """Return the games to show. Of those already shown, each stays until it ends.

    A followed game that is not among them replaces the game that is furthest from its end.
    """
    live = {game.game: game for game in games}
    chosen = [game for game in shown if game in live][:most]
    waiting = sorted((game for game in games if game.game not in chosen), key=_furthest_on_first)
    chosen += [game.game for game in waiting][: most - len(chosen)]
    if followed is not None and followed not in chosen and chosen:
        last = max(chosen, key=lambda game: _furthest_on_first(live[game]))
        chosen[chosen.index(last)] = followed
    return chosen


def keep_slots(before: Sequence[str], chosen: Sequence[str]) -> list[str]:
    """Return the chosen games in the slots that they had. New games take the slots that are free."""
    new = [game for game in chosen if game not in before]
    kept = [game if game in chosen else new.pop(0) if new else None for game in before]
    return [game for game in kept if game is not None] + new


def _closest_first(game: LiveGame) -> tuple[int, str]:
    return game.holes_left, game.game


def _furthest_on_first(game: LiveGame) -> tuple[int, str]:
    return game.target - max(game.scores), game.game
