"""A player's decisions in a game, each with what their seat saw. Pure."""

from typing import NamedTuple

from game.bots.brain import Cards
from game.engine.cards import Card, cards
from game.engine.moves import Play
from game.engine.state import Seat
from game.engine.view import View, view
from study.review.judge.record import Record, plies
from study.review.judge.schema import Decision, GameReview, Line


class Moment(NamedTuple):
    """A decision, what its seat saw at the time, and the card that the opponent played on it."""

    decision: Decision
    seen: View
    reply: Card | None = None


def find_moments(review: GameReview, seat: Seat, record: Record) -> list[Moment]:
    """Return a seat's decisions, each with what the seat saw and the opponent's reply to a card."""
    moves = plies(record)
    moments = []
    for decision in review["decisions"]:
        if decision["seat"] != seat:
            continue
        ply, *after = moves[decision["ply"] : decision["ply"] + 2]
        is_answered = bool(after) and after[0].seat is seat.other and bool(after[0].before.pile)
        reply = after[0].move if is_answered else None
        card = reply.card if isinstance(reply, Play) else None
        moments.append(Moment(decision, view(ply.before, seat), card))
    return moments


def cards_of(line: Line) -> Cards:
    """Return the cards of a line in the order of their ranks."""
    return tuple(sorted(cards(" ".join(line["cards"]))))


def kept_by(moment: Moment, line: Line) -> Cards:
    """Return the four cards that a discard keeps."""
    return tuple(sorted({*moment.seen.hand} - {*cards_of(line)}))
