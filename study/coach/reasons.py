"""The main reason why a decision was worse than the best one, with its figure from the review. Pure."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import combinations
from typing import NamedTuple

from game.bots.brain import Cards
from game.engine.cards import PIPS, Card
from game.engine.pegging import peg_parts, peg_points
from game.engine.scoring import PAIR_SCORES, Part, longest_run
from game.engine.view import View
from study.coach.moments import Moment, cards_of, kept_by
from study.review.judge.schema import Decision

FIVE = 4  # the rank of a five
# At these counts any ten-card makes fifteen or thirty-one.
TRAPS = (5, 21)
MOST_COUNT = 31
# A smaller difference in points explains nothing: then the score decides.
NOTICED = 0.25


class Kind(StrEnum):
    """The reason for a remark."""

    FED_CRIB = "fed crib"
    DEAR_CRIB = "dear crib"
    POOR_CRIB = "poor crib"
    BROKE_PAIR = "broke pair"
    BROKE_ROYAL = "broke pair royal"
    BROKE_RUN = "broke run"
    BROKE_FIFTEEN = "broke fifteen"
    BROKE_FLUSH = "broke flush"
    KEPT_LESS = "kept less"
    KEPT_SLOW = "kept slow"
    LED_FIVE = "led five"
    MISSED_FIFTEEN = "missed fifteen"
    MISSED_THIRTY_ONE = "missed thirty-one"
    MISSED_PAIR = "missed pair"
    MISSED_RUN = "missed run"
    MADE_FIVE = "made five"
    MADE_TWENTY_ONE = "made twenty-one"
    GAVE_FIFTEEN = "gave fifteen"
    GAVE_THIRTY_ONE = "gave thirty-one"
    GAVE_PAIR = "gave pair"
    GAVE_RUN = "gave run"
    WEAK_LEAD = "weak lead"
    WEAK_CARD = "weak card"
    SCORE_DISCARD = "score discard"
    SCORE_CARD = "score card"
    UNDERCOUNT = "undercount"
    OVERCOUNT = "overcount"
    MISSED_CALL = "missed call"
    WRONG_CALL = "wrong call"


class Reason(NamedTuple):
    """A reason, the points it cost, and the cards that belong to it."""

    kind: Kind
    points: float
    cards: Cards = ()


def find_reason(moment: Moment) -> Reason:
    """Return the main reason why a decision was not the best."""
    sort = moment.decision["sort"]
    if sort == "throw":
        return _discard_reason(moment)
    return _card_reason(moment) if sort == "card" else _count_reason(moment.decision)


def _discard_reason(moment: Moment) -> Reason:
    made, best = moment.decision["made"], moment.decision["best"]
    is_own_crib = moment.seen.dealer is moment.seen.seat
    if moment.decision["lost_points"] < NOTICED:
        return Reason(Kind.SCORE_DISCARD, moment.decision["lost_points"])
    hand = best["hand"] - made["hand"]
    crib = (best["crib"] - made["crib"]) if is_own_crib else (made["crib"] - best["crib"])
    pegging = best["pegging"] - made["pegging"]
    if crib >= max(hand, pegging):
        if is_own_crib:
            return Reason(Kind.POOR_CRIB, crib)
        return Reason(Kind.DEAR_CRIB if hand <= -NOTICED else Kind.FED_CRIB, crib)
    if pegging > hand:
        return Reason(Kind.KEPT_SLOW, pegging)
    return _hand_reason(kept_by(moment, made), kept_by(moment, best), hand)


def _hand_reason(made: Cards, best: Cards, points: float) -> Reason:
    """Return the most valuable combination that a discard broke, if it left fewer points in the hand."""
    before, after = [*_combinations(best)], [*_combinations(made)]
    remaining = {_name(each) for each in after}
    broken = [each for each in before if _name(each) not in remaining]
    if not broken or sum(each.points for each in before) <= sum(each.points for each in after):
        return Reason(Kind.KEPT_LESS, points)
    first = max(broken, key=lambda each: each.points)
    return Reason(BROKEN[first.kind], points, first.cards)


def _name(part: Part) -> tuple[str, tuple[int, ...]]:
    """Return a combination without its suits: of two runs with one of a pair, one remains."""
    return part.kind, tuple(card >> 2 for card in part.cards)


BROKEN = {
    "pair": Kind.BROKE_PAIR,
    "pair royal": Kind.BROKE_ROYAL,
    "run": Kind.BROKE_RUN,
    "fifteen": Kind.BROKE_FIFTEEN,
    "flush": Kind.BROKE_FLUSH,
}


def _combinations(four: Cards) -> Iterator[Part]:
    """Yield the combinations of four cards without a starter: runs, pairs, flush and fifteens."""
    stretch = longest_run([card >> 2 for card in four])
    for run in combinations(four, len(stretch)) if stretch else ():
        if sorted(card >> 2 for card in run) == sorted(stretch):
            yield Part("run", run, len(run), "")
    for rank in sorted({card >> 2 for card in four}):
        alike = tuple(card for card in four if card >> 2 == rank)
        if len(alike) > 1:
            yield Part("pair" if len(alike) == 2 else "pair royal", alike, PAIR_SCORES[len(alike)][1], "")
    if len({card & 3 for card in four}) == 1:
        yield Part("flush", four, 4, "")
    for size in (2, 3, 4):
        for some in combinations(four, size):
            if sum(PIPS[card] for card in some) == 15:
                yield Part("fifteen", some, 2, "")


def _card_reason(moment: Moment) -> Reason:
    decision, pile = moment.decision, moment.seen.pile
    points = decision["lost_points"]
    (made,), (best,) = cards_of(decision["made"]), cards_of(decision["best"])
    if points < NOTICED:
        return Reason(Kind.SCORE_CARD, points)
    if not pile and made >> 2 == FIVE != best >> 2:
        return Reason(Kind.LED_FIVE, points)
    if peg_points(pile, best) > peg_points(pile, made):
        return Reason(MISSED[_first_kind(pile, best)], points)
    count = moment.seen.count + PIPS[made]
    if count in TRAPS and moment.seen.count + PIPS[best] != count and not _has_passed(moment.seen):
        return Reason(Kind.MADE_FIVE if count == TRAPS[0] else Kind.MADE_TWENTY_ONE, points)
    if moment.reply is not None and _helped(pile, made, best, moment.reply):
        return Reason(GAVE[_first_kind((*pile, made), moment.reply)], points)
    return Reason(Kind.WEAK_CARD if pile else Kind.WEAK_LEAD, points)


def _has_passed(seen: View) -> bool:
    """Return whether the opponent said go, so that the seat plays on alone."""
    return bool(seen.pile) and seen.played[-1][0] is seen.seat


def _helped(pile: Cards, made: Card, best: Card, reply: Card) -> bool:
    """Return whether the reply scored on the card that was made, and would have scored less on the best."""
    fits = sum(PIPS[card] for card in (*pile, best, reply)) <= MOST_COUNT
    instead = peg_points((*pile, best), reply) if fits else 0
    return peg_points((*pile, made), reply) > instead


def _first_kind(pile: Sequence[Card], played: Card) -> str:
    """Return the kind of the most valuable score of a card."""
    part = max(peg_parts(pile, played), key=lambda each: each.points)
    if part.kind != "count":
        return part.kind
    return "fifteen" if sum(PIPS[card] for card in (*pile, played)) == 15 else "thirty-one"


MISSED = {
    "fifteen": Kind.MISSED_FIFTEEN,
    "thirty-one": Kind.MISSED_THIRTY_ONE,
    "pair": Kind.MISSED_PAIR,
    "run": Kind.MISSED_RUN,
}
GAVE = {
    "fifteen": Kind.GAVE_FIFTEEN,
    "thirty-one": Kind.GAVE_THIRTY_ONE,
    "pair": Kind.GAVE_PAIR,
    "run": Kind.GAVE_RUN,
}


def _count_reason(decision: Decision) -> Reason:
    made, best, points = decision["made"]["claim"], decision["best"]["claim"], decision["lost_points"]
    if decision["sort"] == "claim":
        return Reason(Kind.UNDERCOUNT if made < best else Kind.OVERCOUNT, points)
    return Reason(Kind.WRONG_CALL if made else Kind.MISSED_CALL, points)
