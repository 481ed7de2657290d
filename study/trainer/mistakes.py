"""Mistakes that are worth training, and their tags. Pure: a worker process judges with it."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from game.bots.advanced.playing import SAMPLE
from game.engine.cards import Card, card, texts
from game.engine.moves import Play, Throw
from game.engine.state import Phase
from game.engine.view import View, view
from study.review.judge.decisions import card_line, ranked_cards, ranked_throws, throw_line
from study.review.judge.record import Ply, Record, plies
from study.review.judge.schema import Decision, GameReview, Line

# In millionths of a game: the least loss of a mistake, the least lead of the best answer, and the tolerance
# of a right answer.
LEAST_LOST = 25_000
CLEAR = 10_000
RIGHT_WITHIN = 5_000
# The judge plays a card out against eight times as many hands as in a review. Discards are not sampled.
HANDS = 8 * SAMPLE
# From this distance to the target, the end of the game decides.
ENDGAME = 20

OWN_CRIB, THEIR_CRIB, LEAD, PAIRING, END = TAGS = ("own crib", "their crib", "lead", "pairing", "endgame")


class Judged(NamedTuple):
    """A decision judged again: the seat's view, all choices with the best first, and the choice made."""

    view: View
    lines: list[Line]
    made: list[str]
    tags: tuple[str, ...]


def find_mistakes(review: GameReview, seat: int) -> list[int]:
    """Return the plies of a seat's mistakes that are worth training, as far as a review shows."""
    return [
        decision["ply"]
        for decision in review["decisions"]
        if decision["seat"] == seat and decision["sort"] in ("throw", "card") and _may_train(decision)
    ]


def _may_train(decision: Decision) -> bool:
    """Return whether a mistake may be trained.

    A review lists the best few lines. If all of them are the best one in other suits, it may be.
    """
    return decision["lost"] >= LEAST_LOST and is_clear(decision["lines"])


def is_clear(lines: Sequence[Line]) -> bool:
    """Return whether one choice stands out, regardless of suits."""
    best = lines[0]
    others = [line["win"] for line in lines if not _is_alike(line, best)]
    return not others or best["win"] - max(others) >= CLEAR


def _is_alike(line: Line, best: Line) -> bool:
    return _ranks(line) == _ranks(best) and best["win"] - line["win"] <= RIGHT_WITHIN


def _ranks(line: Line) -> list[str]:
    return sorted(text[0] for text in line["cards"])


def is_right(lines: Sequence[Line], made: Sequence[str]) -> bool:
    """Return whether a choice is as good as the best, or nearly."""
    return lost_by(lines, made) <= RIGHT_WITHIN


def lost_by(lines: Sequence[Line], made: Sequence[str]) -> int:
    """Return the loss of a choice, in millionths."""
    return lines[0]["win"] - next(line["win"] for line in lines if {*line["cards"]} == {*made})


def judge_again(record: Record, number: int) -> Judged | None:
    """Judge a decision again with many hands. Return None if it is no mistake."""
    ply = plies(record)[number]
    lines = _weigh(ply)
    made = _made(ply)
    if lost_by(lines, made) < LEAST_LOST or not is_clear(lines):
        return None
    seen = view(ply.before, ply.seat)
    return Judged(seen, lines, made, tags_of(seen, lines))


def _weigh(ply: Ply) -> list[Line]:
    assert ply.seat is not None
    if isinstance(ply.move, Throw):
        return [throw_line(line) for line in ranked_throws(ply.before, ply.seat)]
    return [card_line(line) for line in ranked_cards([ply], HANDS)[ply.number]]


def _made(ply: Ply) -> list[str]:
    assert isinstance(ply.move, Throw | Play)
    thrown: Iterable[Card] = ply.move.cards if isinstance(ply.move, Throw) else (ply.move.card,)
    return list(texts(sorted(thrown)))


def tags_of(seen: View, lines: Sequence[Line]) -> tuple[str, ...]:
    """Return the tags of a decision."""
    assert seen.seat is not None
    needs_little = max(seen.scores) >= seen.rules.target - ENDGAME
    is_throw = seen.phase is Phase.THROW
    holds = {
        OWN_CRIB: is_throw and seen.dealer is seen.seat,
        THEIR_CRIB: is_throw and seen.dealer is not seen.seat,
        LEAD: not is_throw and not seen.pile,
        PAIRING: not is_throw and bool(seen.pile) and _is_about_a_pair(seen, lines),
        END: needs_little,
    }
    return tuple(tag for tag in TAGS if holds[tag])


def _is_about_a_pair(seen: View, lines: Sequence[Line]) -> bool:
    """Return whether one of the playable cards pairs the last one."""
    return any(card(line["cards"][0]) >> 2 == seen.pile[-1] >> 2 for line in lines)
