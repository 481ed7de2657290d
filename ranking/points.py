"""What a game is worth: linear Elo, K = 42, with its floors, caps and gates. Pure."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

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
    why: str  # in the language of whoever asks


WIN_IS_WORTH = (
    gettext_lazy("A win is worth no less than %(points)s."),
    gettext_lazy("A win is worth no more than %(points)s."),
)
LOSS_COSTS = (
    gettext_lazy("A loss costs no less than %(points)s."),
    gettext_lazy("A loss costs no more than %(points)s."),
)
OPPONENT_ABOVE = gettext_lazy(
    "The opponent stands %(apart)s points above: "
    "a win is worth %(steps)s more than %(even)s, a loss costs %(steps)s less."
)
OPPONENT_BELOW = gettext_lazy(
    "The opponent stands %(apart)s points below: "
    "a win is worth %(steps)s less than %(even)s, a loss costs %(steps)s more."
)


def exchange(own: int, opponent: int | str) -> Exchange:
    """What a game with an opponent of these points, or with a bot by name, brings or costs."""
    if isinstance(opponent, int):
        return _at_stake(own, opponent, LEAST)
    bot = BOTS[opponent]
    if bot.gate is not None and own >= bot.gate:
        says = gettext("From %(points)s points on, a game with %(bot)s changes nothing.")
        return Exchange(0, 0, says % {"points": bot.gate, "bot": opponent.capitalize()})
    return _at_stake(own, bot.points, bot.least)


# By the version of the rules that a change names: one is added where the rules change, and none ever altered.
RULES: dict[int, Callable[[int, int | str], Exchange]] = {1: exchange}


def _at_stake(own: int, opponent: int, least: int) -> Exchange:
    win, loss = _worth(opponent - own), _worth(own - opponent)
    wins, costs = max(least, min(MOST, win)), max(LEAST, min(MOST, loss))
    costs_at_most = min(costs, own)
    notes = [_difference(own, opponent)]
    if wins != win:
        notes.append(_bounded(WIN_IS_WORTH, wins, least))
    if costs != loss:
        notes.append(_bounded(LOSS_COSTS, costs, LEAST))
    if costs_at_most != costs:
        notes.append(gettext("Points never fall below 0."))
    return Exchange(wins, costs_at_most, " ".join(notes))


def _worth(difference: int) -> int:
    """What a win over somebody so many points above is worth; never halfway between two numbers."""
    return round(EVEN + difference / STEP)


def _difference(own: int, opponent: int) -> str:
    if own == opponent:
        return gettext("Equals play for %(even)s.") % {"even": EVEN}
    if not (steps := abs(_worth(opponent - own) - EVEN)):
        says = gettext("Up to %(apart)s points apart, two play as equals: for %(even)s.")
        return says % {"apart": STEP // 2, "even": EVEN}
    named = {"apart": abs(own - opponent), "steps": steps, "even": EVEN}
    return str(OPPONENT_ABOVE if opponent > own else OPPONENT_BELOW) % named


def _bounded(says: tuple[Promise, Promise], points: int, least: int) -> str:
    no_less, no_more = says
    return str(no_less if points == least else no_more) % {"points": points}
