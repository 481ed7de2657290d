"""What a game is worth: linear Elo, K = 42, with its floors, caps and gates. Pure."""

from collections.abc import Callable
from dataclasses import dataclass

VERSION = 1

EVEN = 21  # between equals, half of K
STEP = 25  # so many points of difference move one point
MOST = 41
LEAST = 2
BEGIN = 1500


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot on the ladder: its points never change; from `gate` points on, a game with it does not either."""

    points: int
    least: int
    gate: int | None = None


BOTS = {
    "novice": Bot(1500, least=1, gate=2500),
    "intermediate": Bot(2000, least=2, gate=2750),
    "advanced": Bot(2500, least=4),
}


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a win brings and a loss costs, and why it is these numbers."""

    win: int
    loss: int
    why: str


def exchange(own: int, opponent: int | str) -> Exchange:
    """What a game with an opponent of these points, or with a bot by name, brings or costs."""
    if isinstance(opponent, int):
        return _at_stake(own, opponent, LEAST)
    bot = BOTS[opponent]
    if bot.gate is not None and own >= bot.gate:
        return Exchange(
            0, 0, f"From {bot.gate} points on, a game with {opponent.capitalize()} changes nothing."
        )
    return _at_stake(own, bot.points, bot.least)


# By the version of the rules that a change names: one is added where the rules change, and none ever altered.
RULES: dict[int, Callable[[int, int | str], Exchange]] = {1: exchange}


def _at_stake(own: int, opponent: int, least: int) -> Exchange:
    win, loss = _worth(opponent - own), _worth(own - opponent)
    wins, costs = max(least, min(MOST, win)), max(LEAST, min(MOST, loss))
    costs_at_most = min(costs, own)
    notes = [_difference(own, opponent)]
    if wins != win:
        notes.append(_bounded("win", "is worth", wins, least))
    if costs != loss:
        notes.append(_bounded("loss", "costs", costs, LEAST))
    if costs_at_most != costs:
        notes.append("Points never fall below 0.")
    return Exchange(wins, costs_at_most, " ".join(notes))


def _worth(difference: int) -> int:
    """What a win over somebody so many points above is worth; never halfway between two numbers."""
    return round(EVEN + difference / STEP)


def _difference(own: int, opponent: int) -> str:
    if own == opponent:
        return f"Equals play for {EVEN}."
    if not (steps := abs(_worth(opponent - own) - EVEN)):
        return f"Up to {STEP // 2} points apart, two play as equals: for {EVEN}."
    where, win, loss = ("above", "more", "less") if opponent > own else ("below", "less", "more")
    return (
        f"The opponent stands {abs(own - opponent)} points {where}: "
        f"a win is worth {steps} {win} than {EVEN}, a loss costs {steps} {loss}."
    )


def _bounded(result: str, does: str, points: int, least: int) -> str:
    return f"A {result} {does} no {'less' if points == least else 'more'} than {points}."
