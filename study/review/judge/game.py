"""The judge of a game: deal by deal, then as a whole. Pure: the same game gets the same review, to the byte.

It imports nothing of the site, so that a worker process can run it.
"""

from collections.abc import Sequence

from game.engine.state import Phase, Seat
from study.review.judge.deal import DealReview, judge_deal
from study.review.judge.grades import GRADES, MILLION, accuracy, millionths
from study.review.judge.record import Record, plies
from study.review.judge.schema import JUDGE, CurvePoint, Decision, GameReview, Player
from study.review.judge.shares import Shares, ledgers
from study.review.judge.win_chances import chance_at_start, chance_before_deal

__all__ = ["combine_deals", "judge_deal", "judge_game"]


def judge_game(record: Record) -> GameReview:
    """Return the review of a finished game."""
    return combine_deals(record, [judge_deal(record, number) for number in range(1, record.deals + 1)])


def combine_deals(record: Record, deals: Sequence[DealReview]) -> GameReview:
    """Combine the deals of a game with what came before the first and after the last."""
    moves = plies(record)
    end = moves[-1].after
    assert end.winner is not None
    assert end.ended is not None
    curve = [CurvePoint(ply=0, chance=millionths(chance_at_start(end.rules)))]
    if (first := moves[0].after).phase is Phase.DEAL:
        assert first.dealer is not None
        curve.append(CurvePoint(ply=1, chance=millionths(chance_before_deal(first, first.dealer))))
    start, dealt = curve[0]["chance"], curve[-1]["chance"]
    result = MILLION if end.winner is Seat.A else 0
    if not deals:
        curve.append(CurvePoint(ply=len(moves), chance=result))
    outside = Shares(cuts=dealt - start, ended=0 if deals else result - dealt)
    shares = Shares.total([outside, *[Shares(**deal["deal"]["parts"][Seat.A]) for deal in deals]])
    made = [decision for deal in deals for decision in deal["decisions"]]
    return GameReview(
        judge=JUDGE,
        target=end.rules.target,
        winner=end.winner.value,
        ended=end.ended.value,
        plies=len(moves),
        curve=curve_changes(curve + [moment for deal in deals for moment in deal["curve"]]),
        decisions=made,
        deals=[deal["deal"] for deal in deals],
        ledgers=ledgers(start, end.winner, shares),
        players=(player_summary(made, Seat.A), player_summary(made, Seat.B)),
    )


def curve_changes(curve: Sequence[CurvePoint]) -> list[CurvePoint]:
    """Return the points of a curve at which it changes."""
    before = [None, *[moment["chance"] for moment in curve]]
    return [moment for moment, was in zip(curve, before, strict=False) if moment["chance"] != was]


def player_summary(decisions: Sequence[Decision], seat: Seat) -> Player:
    """Return the statistics of a seat's decisions."""
    mine = [decision for decision in decisions if decision["seat"] == seat]
    lost = [decision["lost"] for decision in mine]
    return Player(
        decisions=len(mine),
        lost=sum(lost),
        lost_points=round(sum([decision["lost_points"] for decision in mine]), 2),
        average=round(sum(lost) / len(lost)) if lost else 0,
        accuracy=accuracy(lost),
        grades={name: sum([decision["grade"] == name for decision in mine]) for name, _ in GRADES},
    )
