"""The calculator of the rules page, for browsers without scripts. Pure functions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ranking.rules import parsing
from ranking.rules.levels import level
from ranking.rules.points import Exchange, exchange

OWN, OPPONENT = "1700", "1500"


@dataclass(frozen=True, slots=True)
class Answer:
    """The value of a game, and the player's points after either result."""

    own: int
    stake: Exchange

    @property
    def if_won(self) -> int:
        return self.own + self.stake.win

    @property
    def if_lost(self) -> int:
        return self.own - self.stake.loss

    @property
    def level(self) -> int:
        return level(self.own).number


@dataclass(frozen=True, slots=True)
class Calculator:
    """The input, with its errors or its result."""

    own: str
    opponent: str
    own_fault: str = ""
    opponent_fault: str = ""
    answer: Answer | None = None


def calculate(entered: Mapping[str, str]) -> Calculator:
    """Calculate a submitted form, or show an example if none was submitted."""
    own, opponent = entered.get("own", OWN), entered.get("opponent", OPPONENT)
    own_fault, opponent_fault = (
        _parse_fault(parsing.parse_points, own),
        _parse_fault(parsing.parse_opponent, opponent),
    )
    if own_fault or opponent_fault:
        return Calculator(own, opponent, own_fault, opponent_fault)
    points = parsing.parse_points(own)
    return Calculator(
        own, opponent, answer=Answer(points, exchange(points, parsing.parse_opponent(opponent)))
    )


def _parse_fault(read: Callable[[str], object], text: str) -> str:
    try:
        read(text)
    except parsing.InvalidPoints as fault:
        return str(fault)
    return ""
