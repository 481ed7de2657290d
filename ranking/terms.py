"""The terms on which a game counts, so that points cannot be farmed. Pure functions."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext_lazy

from ranking.models import Terms

A_DAY = timedelta(days=1)
GAMES_A_DAY = 10  # between the same two people
CAP_A_DAY = 40  # points, net of losses in the same kind of games: about two wins between equals
NEWCOMER_GAMES = 10  # finished against people; a player with fewer is a newcomer
NEWCOMER_AGE = A_DAY  # the minimum age of an account
FREE_ABORTS = 3  # games a day that may be resigned before a count without a loss of points

# Stored in these exact words, also in old rows. EXPLANATIONS has them for readers.
BEYOND_TEN = "Of the games that two people play in a day, ten change their points; this was a further one."
VOIDED = "A host took the game back, and this gives back what it changed."
UNCOUNTED = "The game ended before a deal was counted, so nobody wins points by it."
ABORTED_OFTEN = "Games given up before a deal was counted cost points from the fourth of a day on."
SHARED = "Both played from one place, so the game changes no points."
CAPPED = "Wins over newcomers, and in games given up early, bring 40 points a day at most."
EXPLANATIONS = {
    BEYOND_TEN: gettext_lazy("Only ten games a day between the same two people change points."),
    VOIDED: gettext_lazy("A host called off this game. Its change of points is reversed."),
    UNCOUNTED: gettext_lazy("The game ended before a deal was counted, so no points change."),
    ABORTED_OFTEN: gettext_lazy(
        "From the fourth game a day on that you give up before a deal is counted, giving up costs points."
    ),
    SHARED: gettext_lazy("You both played from the same internet connection, so the game changes no points."),
    CAPPED: gettext_lazy(
        "Wins over newcomers, and in games given up early, bring at most 40 points a day in all."
    ),
}


@dataclass(frozen=True, slots=True)
class Today:
    """The part of a player's last day of one kind that affects a further game."""

    is_beyond_ten: bool = False
    aborts: int = 0
    from_capped: int = 0  # points, net

    @property
    def room(self) -> int:
        """The points that a further win may bring on capped terms."""
        return max(0, CAP_A_DAY - self.from_capped)


def is_newcomer(finished: int, joined: datetime, at: datetime) -> bool:
    """Return whether a player is new, by games among people or by account age.

    The age counts too, because fake accounts can play ten games quickly.
    """
    return finished < NEWCOMER_GAMES or at - joined < NEWCOMER_AGE


def limit_change(change: int, terms: str, won: bool, today: Today) -> tuple[int, str]:
    """Return the limited change on these terms, and the reason; no reason if it is not limited."""
    if terms == Terms.UNCOUNTED:
        costs = not won and today.aborts >= FREE_ABORTS
        return (change, ABORTED_OFTEN) if costs else (0, UNCOUNTED)
    if terms == Terms.SHARED:
        return 0, SHARED
    if today.is_beyond_ten:
        return 0, BEYOND_TEN
    if terms == Terms.CAPPED and change > today.room:
        return today.room, CAPPED
    return change, ""
