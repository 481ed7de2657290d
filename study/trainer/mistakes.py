"""What a mistake is that is worth training, and what it is about. Pure: a worker process judges with it."""

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

# In millionths of a game: what a mistake costs at least, how far the second best is behind, what is right.
LEAST_LOST = 25_000
CLEAR = 10_000
RIGHT_WITHIN = 5_000
# The judge plays a card out against eight times as many hands as in a review. Of a throw it samples nothing.
HANDS = 8 * SAMPLE
# From so many points on the end of the game decides.
ENDGAME = 20

OWN_CRIB, THEIR_CRIB, LEAD, PAIRING, END = TAGS = ("own crib", "their crib", "lead", "pairing", "endgame")


class Judged(NamedTuple):
    """A decision judged once more: what the seat saw, the ways to decide, best first, and what was done."""

    view: View
    lines: list[Line]
    made: list[str]
    tags: tuple[str, ...]


def find_mistakes(review: GameReview, seat: int) -> list[int]:
    """The plies of a seat's mistakes that are worth training, as far as a review tells."""
    return [
        decision["ply"]
        for decision in review["decisions"]
        if decision["seat"] == seat and decision["sort"] in ("throw", "card") and _may_train(decision)
    ]


def _may_train(decision: Decision) -> bool:
    """A review lists the best few lines: where all of these are the best one in other suits, it may be."""
    return decision["lost"] >= LEAST_LOST and is_clear(decision["lines"])


def is_clear(lines: Sequence[Line]) -> bool:
    """Whether one way to decide stands out: the best one, whatever suits it is in."""
    best = lines[0]
    others = [line["win"] for line in lines if not _is_alike(line, best)]
    return not others or best["win"] - max(others) >= CLEAR


def _is_alike(line: Line, best: Line) -> bool:
    return _ranks(line) == _ranks(best) and best["win"] - line["win"] <= RIGHT_WITHIN


def _ranks(line: Line) -> list[str]:
    return sorted(text[0] for text in line["cards"])


def is_right(lines: Sequence[Line], made: Sequence[str]) -> bool:
    """Whether a way to decide is as good as the best, or nearly."""
    return lost_by(lines, made) <= RIGHT_WITHIN


def lost_by(lines: Sequence[Line], made: Sequence[str]) -> int:
    """What a way to decide costs, in millionths."""
    return lines[0]["win"] - next(line["win"] for line in lines if {*line["cards"]} == {*made})


def judge_again(record: Record, number: int) -> Judged | None:
    """Judge a decision once more, with many hands; None where it is no mistake then."""
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
    """What a decision is about."""
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
    """Whether one of the cards that fit pairs the last one."""
    return any(card(line["cards"][0]) >> 2 == seen.pile[-1] >> 2 for line in lines)
