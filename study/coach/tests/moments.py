"""Decisions as the coach gets them, set up for tests."""

from typing import Any

from game.engine.cards import card
from game.engine.state import Seat, State
from game.engine.view import view
from study.coach.moments import Moment
from study.review.judge.grades import grade
from study.review.judge.schema import Line, Sort
from tests.worlds.positions import PONE


def discard(cards: str, hand: float, crib: float, pegging: float = 0.0, win: int = 500_000) -> Line:
    """A discard of pone with these averages."""
    points = round(hand - crib + pegging, 2)
    figures: Any = {"spread": 2.0, "low": 0, "high": 12}
    return Line(cards=cards.split(), win=win, points=points, hand=hand, crib=crib, pegging=pegging, **figures)


def own(line: Line) -> Line:
    """The same discard of the dealer, who gets the crib."""
    return line | {"points": round(line["points"] + 2 * line["crib"], 2)}  # type: ignore[return-value]


def played(card: str, points: float, now: int = 0, win: int = 500_000) -> Line:
    return Line(cards=[card], win=win, points=points, pegging=points, now=now)


def counted(claim: int, points: float, win: int = 500_000) -> Line:
    return Line(cards=[], claim=claim, win=win, points=points)


def moment(
    state: State,
    best: Line,
    made: Line,
    sort: Sort = "card",
    *,
    seat: Seat = PONE,
    reply: str = "",
    lost: int = 30_000,
    **more: Any,
) -> Moment:
    """A decision between two lines, of the given seat if both discard, else of the one to move."""
    seat = state.turn or seat
    lost = 0 if made == best else lost
    best = {**best, "win": made["win"] + lost}  # type: ignore[typeddict-item]
    decision: Any = {
        "ply": 7,
        "deal": state.deal,
        "seat": int(seat),
        "sort": sort,
        "made": made if lost else best,
        "best": best,
        "lines": [best, made],
        "rank": 2,
        "of": 15,
        "lost": lost,
        "lost_points": round(best["points"] - made["points"], 2),
        "grade": grade(lost),
    }
    return Moment(decision | more, view(state, seat), card(reply) if reply else None)
