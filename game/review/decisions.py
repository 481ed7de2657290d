"""Weighs decisions: each by what its seat could see, against what Advanced would do."""

from collections.abc import Sequence

from game.bots.advice import CardLine, ThrowLine, weigh_cards, weigh_throws
from game.bots.counting import correct_count
from game.engine.cards import texts
from game.engine.moves import Call, Claim, Pass, Play, Throw
from game.engine.play import act
from game.engine.state import Phase, Seat, State
from game.engine.view import view
from game.review.grades import MILLION, grade, millionths
from game.review.record import Ply
from game.review.schema import JUDGE, Decision, Line, Sort
from game.review.win_chances import current_chance
from rng.twister import stream

# The judge's chance comes from a public seed, so that the same game gets the same review.
SEED = bytes(32)
MAX_LINES = 4  # lines of a decision that are listed


def ranked_throws(state: State, seat: Seat) -> tuple[ThrowLine, ...]:
    """The fifteen ways to throw of a seat, the best first."""
    mine, theirs = state.scores[seat], state.scores[seat.other]
    is_dealer = state.dealer is seat
    lines = weigh_throws(
        state.dealt[seat], dealer=is_dealer, mine=mine, theirs=theirs, target=state.rules.target
    )
    # Of throws that win as often, the one with more points, then the lower cards: no rounding error decides.
    return tuple(sorted(lines, key=lambda line: (-millionths(line.win), -round(line.points, 2), line.thrown)))


def throw_decision(ply: Ply, lines: Sequence[ThrowLine]) -> Decision:
    """A throw among the fifteen."""
    assert isinstance(ply.move, Throw)
    thrown = set(ply.move.cards)
    made = next(n for n, line in enumerate(lines) if set(line.thrown) == thrown)
    return _decision(ply, "throw", [_throw_line(line) for line in lines], made)


def card_decision(game: str, ply: Ply) -> Decision | None:
    """A card where there was a choice."""
    assert ply.seat is not None
    assert isinstance(ply.move, Play)
    seen = view(ply.before, ply.seat)
    if len({one >> 2 for one in seen.playable}) < 2:
        return None
    chance = stream(SEED, "review", str(JUDGE), game, str(ply.number))
    weighed = weigh_cards(seen, ply.memory, chance)
    lines = sorted(weighed, key=lambda line: (-millionths(line.win), -round(line.pegging, 2), line.card))
    made = next(n for n, line in enumerate(lines) if line.card == ply.move.card)
    return _decision(ply, "card", [_card_line(line) for line in lines], made)


def count_decision(ply: Ply) -> Decision | None:
    """A claim or a call that gave points away."""
    assert ply.before.laid is not None
    assert isinstance(ply.move, Claim | Call | Pass)
    correct = correct_count(ply.before.laid)
    if ply.move == correct:
        return None
    lines = [_count_line(ply, correct), _count_line(ply, ply.move)]
    if lines[0]["points"] <= lines[1]["points"]:
        return None
    return _decision(ply, "claim" if isinstance(ply.move, Claim) else "call", lines, 1)


def _decision(ply: Ply, sort: Sort, lines: Sequence[Line], made: int) -> Decision:
    """Build a decision; the rank of equal lines is that of the first."""
    assert ply.seat is not None
    ours, best = lines[made], lines[0]
    lost = max(best["win"] - ours["win"], 0)
    return Decision(
        ply=ply.number,
        deal=ply.before.deal,
        seat=ply.seat.value,
        sort=sort,
        made=ours,
        best=best,
        lines=list(lines[:MAX_LINES]),
        rank=1 + sum([line["win"] > ours["win"] for line in lines]),
        of=len(lines),
        lost=lost,
        lost_points=round(best["points"] - ours["points"], 2),
        grade=grade(lost),
    )


def _throw_line(line: ThrowLine) -> Line:
    return Line(
        cards=list(texts(line.thrown)),
        win=millionths(line.win),
        points=round(line.points, 2),
        hand=round(line.hand, 2),
        spread=round(line.spread, 2),
        low=line.low,
        high=line.high,
        crib=round(line.crib, 2),
        pegging=round(line.pegging, 2),
    )


def _card_line(line: CardLine) -> Line:
    pegging = round(line.pegging, 2)
    return Line(
        cards=list(texts([line.card])),
        win=millionths(line.win),
        points=pegging,
        now=line.now,
        pegging=pegging,
    )


def _count_line(ply: Ply, move: Claim | Call | Pass) -> Line:
    """What a count brings once the opponent has answered it correctly, and the chance it leaves."""
    assert ply.seat is not None
    before, seat = ply.before, ply.seat
    after, _ = act(before, seat, move)
    if after.phase is Phase.CALL:
        assert after.laid is not None
        after, _ = act(after, seat.other, correct_count(after.laid))
    gained = [after.scores[side] - before.scores[side] for side in Seat]
    chance = millionths(current_chance(after))
    return Line(
        cards=[],
        claim=0 if isinstance(move, Pass) else move.points,
        win=chance if seat is Seat.A else MILLION - chance,
        points=float(gained[seat] - gained[seat.other]),
    )
