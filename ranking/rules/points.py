"""Changes of points per game: linear Elo, K = 42, with floors, caps and gates. Pure functions."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

VERSION = 3

EVEN_STAKE = 21  # between equals, half of K
POINTS_PER_STEP = 25  # points of difference that change the stake by one
MAX_STAKE = 41
MIN_STAKE = 2
INITIAL_POINTS = 1500


@dataclass(frozen=True, slots=True)
class LadderBot:
    """A bot on the ladder. Its points never change. From `gate` points on, games with it don't count."""

    points: int
    least: int
    gate: int | None = None


BOTS = {
    "novice": LadderBot(1500, least=1, gate=2500),
    "intermediate": LadderBot(2000, least=2, gate=2750),
    "advanced": LadderBot(2500, least=4),
}


@dataclass(frozen=True, slots=True)
class Exchange:
    """The points for a win and a loss, and the explanation."""

    win: int
    loss: int
    why: str  # in the active language


WIN_IS_WORTH = (
    gettext_lazy("A win brings at least %(points)s."),
    gettext_lazy("A win brings at most %(points)s."),
)
LOSS_COSTS = (
    gettext_lazy("A loss costs at least %(points)s."),
    gettext_lazy("A loss costs at most %(points)s."),
)
OPPONENT_ABOVE = gettext_lazy(
    "Your opponent has %(apart)s more points: a win brings %(steps)s more than %(even)s, "
    "a loss costs %(steps)s less."
)
OPPONENT_BELOW = gettext_lazy(
    "Your opponent has %(apart)s fewer points: a win brings %(steps)s less than "
    "%(even)s, a loss costs %(steps)s more."
)


def exchange(own: int, opponent: int | str) -> Exchange:
    """Return the exchange of a game with an opponent of these points, or with a bot by name."""
    if isinstance(opponent, int):
        return _bounded_exchange(own, opponent, MIN_STAKE)
    bot = BOTS[opponent]
    if bot.gate is not None and own >= bot.gate:
        says = gettext("From %(points)s points up, games against %(bot)s don’t count.")
        return Exchange(0, 0, says % {"points": bot.gate, "bot": opponent.capitalize()})
    return _bounded_exchange(own, bot.points, bot.least)


def as_opponent(bot: str, points: int) -> int | str:
    """Return an opponent as an exchange names it: a ladder bot by name, and all others by points."""
    return bot if bot in BOTS else points


# By the version of the rules in a change. Rules are added and never change. The second exchanges the same
# points, but not for every game: ranking/terms.py. The third knows games with a head start, which count as
# between equals.
RULES: dict[int, Callable[[int, int | str], Exchange]] = {1: exchange, 2: exchange, 3: exchange}
FIRST_WITH_TERMS = 2
FIRST_WITH_HEAD_STARTS = 3


def exchange_between_equals(own: int) -> Exchange:
    """Return the exchange of a game with a head start, whose holes make its players equals."""
    return replace(
        exchange(own, own),
        why=gettext("The head start makes the game even: you play for %(even)s.") % {"even": EVEN_STAKE},
    )


def _bounded_exchange(own: int, opponent: int, least: int) -> Exchange:
    win, loss = _win_value(opponent - own), _win_value(own - opponent)
    wins, costs = max(least, min(MAX_STAKE, win)), max(MIN_STAKE, min(MAX_STAKE, loss))
    costs_at_most = min(costs, own)
    notes = [_explain_difference(own, opponent)]
    if wins != win:
        notes.append(_explain_bound(WIN_IS_WORTH, wins, least))
    if costs != loss:
        notes.append(_explain_bound(LOSS_COSTS, costs, MIN_STAKE))
    if costs_at_most != costs:
        notes.append(gettext("Points never go below 0."))
    return Exchange(wins, costs_at_most, " ".join(notes))


def _win_value(difference: int) -> int:
    """Return the value of a win over a player so many points above; never halfway between two numbers."""
    return round(EVEN_STAKE + difference / POINTS_PER_STEP)


def _explain_difference(own: int, opponent: int) -> str:
    if own == opponent:
        return gettext("Equal points: you play for %(even)s.") % {"even": EVEN_STAKE}
    if not (steps := abs(_win_value(opponent - own) - EVEN_STAKE)):
        says = gettext("A difference of up to %(apart)s points counts as equal: you play for %(even)s.")
        return says % {"apart": POINTS_PER_STEP // 2, "even": EVEN_STAKE}
    named = {"apart": abs(own - opponent), "steps": steps, "even": EVEN_STAKE}
    return str(OPPONENT_ABOVE if opponent > own else OPPONENT_BELOW) % named


def _explain_bound(says: tuple[Promise, Promise], points: int, least: int) -> str:
    no_less, no_more = says
    return str(no_less if points == least else no_more) % {"points": points}
