"""The score of one counted game: two points for a win, three for a skunk."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import NamedTuple

TARGET = 121
SKUNK_LINE = 91
WIN, SKUNK = 2, 3
MOST_OF_A_GIFT = TARGET - SKUNK_LINE + 1
"""The largest spread of a resigned game: that of the narrowest skunk."""


class Ending(Enum):
    """How a counted game ended."""

    PLAYED = "played"
    GIVEN_UP = "given_up"  # resigned, left, or out of time
    NO_SHOW = "no_show"  # a player did not begin
    VOID = "void"  # voided: it never counted


class Score(NamedTuple):
    """The score of one or more games of a player."""

    points: int = 0
    wins: int = 0
    spread: int = 0  # net: points won by minus points lost by
    plus: int = 0  # points won by only
    games: int = 0


NOTHING = Score()
LOSS = Score(games=1)


@dataclass(frozen=True)
class Result:
    """The result of one game. Place 0 is the first dealer, place 1 the opponent."""

    ending: Ending
    winner: int | None = None
    scores: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        if fault := _fault(self):
            raise ValueError(fault)

    @property
    def counts(self) -> bool:
        """Return whether it is one of the counted games."""
        return self.ending is not Ending.VOID

    @property
    def was_dealt(self) -> bool:
        """Return whether it counts as a first deal."""
        return self.ending in (Ending.PLAYED, Ending.GIVEN_UP)

    @property
    def is_skunk(self) -> bool:
        """Return whether the loser was under 91 in a played or resigned game."""
        return self.was_dealt and self.winner is not None and self.scores[1 - self.winner] < SKUNK_LINE

    @property
    def spread(self) -> int:
        """Return the difference between the two scores."""
        if not self.was_dealt or self.winner is None:
            return 0
        short = TARGET - self.scores[1 - self.winner]
        return min(short, MOST_OF_A_GIFT) if self.ending is Ending.GIVEN_UP else short

    def score(self, place: int) -> Score:
        """Return the score of the player in this place."""
        return self._by_place[place]

    @cached_property
    def _by_place(self) -> tuple[Score, Score]:
        return _score(self, 0), _score(self, 1)


def played(scores: tuple[int, int]) -> Result:
    """Return a game that a player won by reaching 121."""
    return Result(Ending.PLAYED, scores.index(TARGET) if TARGET in scores else None, scores)


def given_up(loser: int, scores: tuple[int, int]) -> Result:
    """Return a game that the player in this place resigned, left, or lost on time."""
    return Result(Ending.GIVEN_UP, 1 - loser, scores)


def no_show(absent: int) -> Result:
    """Return a game that the player in this place did not begin."""
    return Result(Ending.NO_SHOW, 1 - absent)


def total(scores: Iterable[Score]) -> Score:
    """Return the sum of scores."""
    return Score(*map(sum, zip(NOTHING, *scores, strict=True)))


def _score(result: Result, place: int) -> Score:
    if not result.counts:
        return NOTHING
    if result.winner != place:
        return LOSS._replace(spread=-result.spread)
    return Score(SKUNK if result.is_skunk else WIN, 1, result.spread, result.spread, 1)


def _fault(result: Result) -> str | None:
    """Return why a result is impossible, or None."""
    if result.winner not in (None, 0, 1):
        return "A winner is in place 0 or 1."
    if not result.was_dealt:
        return None if result.scores == (0, 0) else "A game that was not played has no scores."
    if result.winner is None:
        return f"No player has reached {TARGET}."
    winner, loser = result.scores[result.winner], result.scores[1 - result.winner]
    if not 0 <= loser < TARGET:
        return f"The loser has from 0 to {TARGET - 1}, not {loser}."
    if result.ending is Ending.PLAYED and winner != TARGET:
        return f"The winner has {TARGET}, not {winner}."
    if not 0 <= winner <= TARGET:
        return f"A score is from 0 to {TARGET}, not {winner}."
    return None


VOID = Result(Ending.VOID)
NOBODY_CAME = Result(Ending.NO_SHOW)
