"""The review of a game as it is stored and sent: plain JSON, whose every field docs/review.md explains.

Chances, and whatever is added to or taken from a chance, are whole millionths: so sums are exact. Seats are 0
and 1, cards are written 5H. A ply is the number of words of the record before it, as everywhere.
"""

from typing import Literal, NotRequired, TypedDict

# The version of the judge: another version may judge a game differently.
JUDGE = 4

Sort = Literal["throw", "card", "claim", "call"]
Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder"]


class CurvePoint(TypedDict):
    """A point of the curve: once `ply` moves were made, seat 0 had this chance to win."""

    ply: int
    chance: int


class Line(TypedDict):
    """One way to decide, and what comes of it on average, for the seat that decides."""

    cards: list[str]  # the two thrown or the one played; none for a claim or a call
    claim: NotRequired[int]  # what a claim says, or a call; a call of 0 is a pass
    win: int
    points: float  # points it brings in all, less the opponent's
    hand: NotRequired[float]  # of a throw, all the rest: as game.bots.advice has them
    spread: NotRequired[float]
    low: NotRequired[int]
    high: NotRequired[int]
    crib: NotRequired[float]
    pegging: NotRequired[float]  # of a card, too
    now: NotRequired[int]  # of a card: points at once


class Decision(TypedDict):
    """A throw, a card where there was a choice, or a count or call that gave points away."""

    ply: int  # at which it was made: its word is the next in the record
    deal: int
    seat: int
    sort: Sort
    made: Line
    best: Line  # what Advanced would do; `made` again where that was best
    lines: list[Line]  # the best few, best first
    rank: int  # rank of what was made among all lines, from 1
    of: int  # how many lines there were
    lost: int  # the chance to win it cost, never below 0
    lost_points: float  # the same in points; below 0 where points did not matter
    grade: Grade


class Parts(TypedDict):
    """What a result is made of for one seat; above 0 helped it. Together they are result less start."""

    your_cards: int  # the six dealt to it
    their_cards: int  # the six dealt to the opponent
    cuts: int  # starters, nibs, and the cut for deal
    crib: int  # what both throws made together, beyond what each promised
    pegging: int  # the run of the play, mistakes apart
    met: int  # how the hands met: what lesser throws did against these very cards, rather than any
    your_play: int  # what its decisions lost, never above 0
    their_play: int  # what the opponent's lost, never below 0
    ended: int  # what resigning, the clock or leaving took or gave


class Ledger(TypedDict):
    """Luck and skill of one seat, from the chance at the start to the result."""

    start: int
    result: int  # a million, or 0
    parts: Parts
    shown: Parts  # the same in tenths of a percent, rounded so that these add up too
    shown_start: int


class Deal(TypedDict):
    """One deal's share of both ledgers."""

    deal: int
    dealer: int
    ply: int  # at which it was dealt
    chances: tuple[int, int]  # of seat 0, before it and after
    parts: tuple[Parts, Parts]  # by seat


class Player(TypedDict):
    """How well a seat decided."""

    decisions: int
    lost: int  # in all
    lost_points: float
    average: int  # lost per decision
    accuracy: int  # from 0 to 1000, in tenths of a percent
    grades: dict[Grade, int]


class GameReview(TypedDict):
    """The review of a finished game."""

    judge: int
    target: int
    winner: int
    ended: str
    plies: int
    curve: list[CurvePoint]
    decisions: list[Decision]
    deals: list[Deal]
    ledgers: tuple[Ledger, Ledger]  # by seat
    players: tuple[Player, Player]
