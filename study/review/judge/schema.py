"""The review of a game as it is stored and sent: plain JSON (docs/explanation/review.md).

Chances and their differences are whole millionths, so that sums are exact. Seats are 0 and 1, cards are
written 5H. A ply is the number of words of the record before it, as everywhere.
"""

from typing import Literal, NotRequired, TypedDict

from game.wire.values import Card, Ended, SeatNumber, Target

# The version of the judge: another version may judge a game differently.
JUDGE = 4

Sort = Literal["throw", "card", "claim", "call"]
Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder"]


class CurvePoint(TypedDict):
    """A point of the curve: after `ply` moves, seat 0 had this chance to win."""

    ply: int
    chance: int


class Line(TypedDict):
    """One possible decision, and its average result for the deciding seat."""

    cards: list[Card]  # the two discarded or the one played; none for a claim or a call
    claim: NotRequired[int]  # the number of a claim or a call; a call of 0 is a pass
    win: int
    points: float  # its total points, minus the opponent's
    hand: NotRequired[float]  # of a discard, like all the rest: see game.bots.advice
    spread: NotRequired[float]
    low: NotRequired[int]
    high: NotRequired[int]
    crib: NotRequired[float]
    pegging: NotRequired[float]  # also of a card
    now: NotRequired[int]  # of a card: points at once


class Decision(TypedDict):
    """A discard, a card if there was a choice, or a count or call that gave points away."""

    ply: int  # the ply at which it was made: its word is the next in the record
    deal: int
    seat: SeatNumber
    sort: Sort
    made: Line
    best: Line  # Advanced's choice; equal to `made` if that was best
    lines: list[Line]  # the best few, best first
    rank: int  # the rank of the choice among all lines, from 1
    of: int  # how many lines there were
    lost: int  # the winning chance that it lost, never below 0
    lost_points: float  # the loss in points; negative if points did not matter
    grade: Grade


class Parts(TypedDict):
    """The components of a result for one seat; positive ones helped it. Their sum is result minus start."""

    your_cards: int  # its own six cards
    their_cards: int  # the opponent's six cards
    cuts: int  # starters, nibs, and the cut for deal
    crib: int  # the joint effect of both discards, beyond what each promised
    pegging: int  # the course of pegging, without mistakes
    # How the hands met: the effect of weaker discards against these very cards instead of average ones.
    met: int
    your_play: int  # the loss of its decisions, never positive
    their_play: int  # the loss of the opponent's decisions, never negative
    ended: int  # the effect of resigning, the clock or leaving


class Ledger(TypedDict):
    """Luck and skill of one seat, from the chance at the start to the result."""

    start: int
    result: int  # a million, or 0
    parts: Parts
    shown: Parts  # the same in tenths of a percent, rounded so that these add up too
    shown_start: int


class Deal(TypedDict):
    """The share of one deal in both ledgers."""

    deal: int
    dealer: SeatNumber
    ply: int  # the ply at which it was dealt
    chances: tuple[int, int]  # of seat 0, before and after it
    parts: tuple[Parts, Parts]  # by seat


class Player(TypedDict):
    """The statistics of a seat's decisions."""

    decisions: int
    lost: int  # in total
    lost_points: float
    average: int  # lost per decision
    accuracy: int  # from 0 to 1000, in tenths of a percent
    grades: dict[Grade, int]


class GameReview(TypedDict):
    """The review of a finished game."""

    judge: int
    target: Target
    winner: SeatNumber
    ended: Ended
    plies: int
    curve: list[CurvePoint]
    decisions: list[Decision]
    deals: list[Deal]
    ledgers: tuple[Ledger, Ledger]  # by seat
    players: tuple[Player, Player]
