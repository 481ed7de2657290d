"""Choose what the coach says about a game: the costliest mistakes, and a success if there are few. Pure."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from study.coach.moments import Moment
from study.coach.reasons import Kind, Reason, find_reason

MOST = 3
# In millionths of a game: the least loss that is mentioned, the least loss of the third remark, without which
# there is room for a success, and the least lead of a success over the next best choice.
LEAST_LOST = 10_000
LEAST_LOST_THIRD = 25_000
LEAST_LEAD = 10_000
LEAST_LEAD_POINTS = 0.5
# From so many decisions, and this share of good ones, a player discarded or pegged well.
FEW = 4
WELL = 0.75
GOOD = ("best", "good")
# Mistakes with one of these reasons have little in common, so one of them is enough.
GENERAL = {
    Kind.KEPT_LESS,
    Kind.KEPT_SLOW,
    Kind.WEAK_LEAD,
    Kind.WEAK_CARD,
    Kind.SCORE_DISCARD,
    Kind.SCORE_CARD,
}


class Mistake(NamedTuple):
    """The costliest decision with a reason, and all decisions with the same reason, costliest first."""

    reason: Reason
    moment: Moment
    alike: tuple[Moment, ...]

    @property
    def lost(self) -> int:
        """Return the loss of all of them, in millionths."""
        return sum(each.decision["lost"] for each in self.alike)

    @property
    def other_deals(self) -> tuple[int, ...]:
        """Return the other deals in which it happened, in order."""
        deals = {each.decision["deal"] for each in self.alike} - {self.moment.decision["deal"]}
        return tuple(sorted(deals))


class Found(NamedTuple):
    """The best choice, where every other was worse by so many points."""

    moment: Moment
    points: float


class Side(StrEnum):
    """The two halves of a player's decisions."""

    DISCARDS = "throw"
    CARDS = "card"


class Steady(NamedTuple):
    """How many of a player's discards or cards were good."""

    side: Side
    good: int
    of: int


Remark = Mistake | Found | Steady


def choose_remarks(moments: Sequence[Moment]) -> tuple[Remark, ...]:
    """Return at most three remarks about a player's decisions, the most important first."""
    mistakes = find_mistakes(moments)
    few = [each for n, each in enumerate(mistakes[:MOST]) if n < MOST - 1 or each.lost >= LEAST_LOST_THIRD]
    return tuple([*few, *_successes(moments)][:MOST])


def find_mistakes(moments: Sequence[Moment]) -> list[Mistake]:
    """Return the mistakes by reason, the costliest first. Of a general reason, only the worst counts."""
    by_kind: dict[Kind, list[Moment]] = {}
    costly = [each for each in moments if each.decision["lost"] >= LEAST_LOST]
    for moment in sorted(costly, key=lambda each: (-each.decision["lost"], each.decision["ply"])):
        kind = find_reason(moment).kind
        if kind not in GENERAL or kind not in by_kind:
            by_kind.setdefault(kind, []).append(moment)
    mistakes = [Mistake(find_reason(alike[0]), alike[0], tuple(alike)) for alike in by_kind.values()]
    return sorted(mistakes, key=lambda each: -each.lost)


def _successes(moments: Sequence[Moment]) -> Iterator[Remark]:
    if found := [success for moment in moments if (success := find_success(moment))]:
        yield max(found, key=lambda success: success.points)
    if steady := [share for side in Side if (share := count_good(moments, side))]:
        yield max(steady, key=lambda share: share.good / share.of)


def find_success(moment: Moment) -> Found | None:
    """Return a choice that was clearly the best one: cards of another rank are worse by half a point."""
    decision = moment.decision
    best = decision["lines"][0]
    others = [line for line in decision["lines"] if _ranks(line["cards"]) != _ranks(best["cards"])]
    if decision["sort"] not in [*Side] or decision["lost"] or not others:
        return None
    lead = best["points"] - max(line["points"] for line in others)
    is_clear = best["win"] - others[0]["win"] >= LEAST_LEAD and lead >= LEAST_LEAD_POINTS
    return Found(moment, lead) if is_clear else None


def _ranks(cards: Sequence[str]) -> list[str]:
    return sorted(card[0] for card in cards)


def count_good(moments: Sequence[Moment], side: Side) -> Steady | None:
    """Return how many of the discards, or of the cards, were good, if it was most of them."""
    grades = [each.decision["grade"] for each in moments if each.decision["sort"] == side]
    good = sum(grade in GOOD for grade in grades)
    return Steady(side, good, len(grades)) if len(grades) >= FEW and good >= WELL * len(grades) else None
