"""Evaluate decisions by what the seat could see, compared to Advanced's choice."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from game.bots.advanced.playing import SAMPLE
from game.bots.advice import CardLine, ThrowLine, weigh_choices, weigh_throws
from game.bots.counting import correct_count
from game.engine.cards import texts
from game.engine.moves import Call, Claim, Pass, Play, Throw
from game.engine.play import act
from game.engine.state import Phase, Seat, State
from game.engine.view import View, view
from rng.twister import stream
from study.review.judge.grades import MILLION, grade, millionths
from study.review.judge.record import Ply
from study.review.judge.schema import JUDGE, Decision, Line, Sort
from study.review.judge.win_chances import current_chance

# The judge uses a public seed, so that the same decision gets the same review.
SEED = bytes(32)
MAX_LINES = 4  # lines listed for a decision

Weighed = TypeVar("Weighed", ThrowLine, CardLine)


def ranked_throws(state: State, seat: Seat) -> tuple[ThrowLine, ...]:
    """Return a seat's fifteen discards, best first."""
    mine, theirs = state.scores[seat], state.scores[seat.other]
    is_dealer = state.dealer is seat
    lines = weigh_throws(
        state.dealt[seat], dealer=is_dealer, mine=mine, theirs=theirs, target=state.rules.target
    )
    # Discards with equal chances are ordered by points, then by lower cards, so that rounding never decides.
    return tuple(sorted(lines, key=lambda line: (-millionths(line.win), -round(line.points, 2), line.thrown)))


def throw_decision(ply: Ply, lines: Sequence[ThrowLine]) -> Decision:
    """Return the decision of a discard among the fifteen."""
    assert isinstance(ply.move, Throw)
    thrown = set(ply.move.cards)
    made = next(n for n, line in enumerate(lines) if set(line.thrown) == thrown)
    return _decision(ply, "throw", _lines_needed(throw_line, lines, made), made, len(lines))


def ranked_cards(moves: Iterable[Ply], hands: int = SAMPLE) -> dict[int, list[CardLine]]:
    """Return the playable cards of each choice, best first, by ply, evaluated against so many hands."""
    choices = [(ply, seen) for ply in moves if isinstance(ply.move, Play) and (seen := _choice(ply))]
    weighed = weigh_choices(
        [(seen, stream(SEED, "review", str(JUDGE), choice_text(seen))) for _, seen in choices], hands
    )
    return {
        ply.number: sorted(
            lines, key=lambda line: (-millionths(line.win), -round(line.pegging, 2), line.card)
        )
        for (ply, _), lines in zip(choices, weighed, strict=True)
    }


def _choice(ply: Ply) -> View | None:
    """Return what a seat saw if it had a choice of cards."""
    assert ply.seat is not None
    seen = view(ply.before, ply.seat)
    return seen if len({one >> 2 for one in seen.playable}) > 1 else None


def choice_text(seen: View) -> str:
    """Return a choice of card as text: all that the seat knows of the deal, and nothing that it does not see.

    The text seeds the sample of the decision, so equal decisions are judged alike in every game.
    """
    seat = seen.seat
    assert seat is not None
    starter = () if seen.starter is None else (seen.starter,)
    cards = [texts(sorted(seen.hand)), texts(sorted(seen.throw)), texts(starter)]
    cards += [texts([card for by, card in seen.played if by is side]) for side in (seat, seat.other)]
    role = "dealer" if seen.dealer is seat else "pone"
    scores = f"{seen.scores[seat]}-{seen.scores[seat.other]} of {seen.rules.target}"
    order = "".join("+" if by is seat else "-" for by, _ in seen.played)
    return " | ".join((role, scores, order, *(" ".join(some) for some in cards), " ".join(texts(seen.pile))))


def card_decision(ply: Ply, lines: Sequence[CardLine]) -> Decision:
    """Return the decision of a card, if there was a choice."""
    assert isinstance(ply.move, Play)
    made = next(n for n, line in enumerate(lines) if line.card == ply.move.card)
    return _decision(ply, "card", _lines_needed(card_line, lines, made), made, len(lines))


def count_decision(ply: Ply) -> Decision | None:
    """Return the decision of a claim or call that gave points away, or None."""
    assert ply.before.laid is not None
    assert isinstance(ply.move, Claim | Call | Pass)
    correct = correct_count(ply.before.laid)
    if ply.move == correct:
        return None
    lines = [_count_line(ply, correct), _count_line(ply, ply.move)]
    if lines[0]["points"] <= lines[1]["points"]:
        return None
    return _decision(ply, "claim" if isinstance(ply.move, Claim) else "call", lines, made=1, of=2)


def _lines_needed(as_line: Callable[[Weighed], Line], weighed: Sequence[Weighed], made: int) -> list[Line]:
    """Return the lines that a decision needs: the listed ones, and all down to the one made."""
    return [as_line(one) for one in weighed[: max(MAX_LINES, made + 1)]]


def _decision(ply: Ply, sort: Sort, lines: Sequence[Line], made: int, of: int) -> Decision:
    """Return a decision from the best lines of so many. Equal lines have the rank of the first."""
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
        of=of,
        lost=lost,
        lost_points=round(best["points"] - ours["points"], 2),
        grade=grade(lost),
    )


def throw_line(line: ThrowLine) -> Line:
    """Return a discard as a line of a decision."""
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


def card_line(line: CardLine) -> Line:
    """Return a card as a line of a decision."""
    pegging = round(line.pegging, 2)
    return Line(
        cards=list(texts([line.card])),
        win=millionths(line.win),
        points=pegging,
        now=line.now,
        pegging=pegging,
    )


def _count_line(ply: Ply, move: Claim | Call | Pass) -> Line:
    """Return the value of a count after the opponent's correct answer, and the remaining chance."""
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
