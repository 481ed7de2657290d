"""One deal, judged: what its moves did to the chances, and what the difference is made of."""

from collections.abc import Sequence
from typing import NamedTuple, TypedDict, get_args

from game.bots.advice import ThrowLine
from game.bots.brain import Cards
from game.bots.tables.multisets import DEALER, PONE
from game.engine.moves import Call, Claim, Go, Pass, Play, Throw
from game.engine.play import act
from game.engine.state import Ended, Phase, Seat, State
from game.review import decisions
from game.review.grades import millionths
from game.review.playouts import courses, usual
from game.review.record import Ply, Record, plies
from game.review.schema import Deal, Decision, Moment, Sort
from game.review.shares import Shares
from game.review.starters import Cut, alone, cut, unseen, usual_crib
from game.review.win_chances import as_it_stands, before_deal, in_deal, in_play

SORTS: tuple[Sort, ...] = get_args(Sort)


class DealJudged(TypedDict):
    """A deal's part of a review."""

    deal: Deal
    curve: list[Moment]
    decisions: list[Decision]


def judge_deal(record: Record, number: int) -> DealJudged:
    """Judge one deal of a game."""
    opening, *moves = [ply for ply in plies(record) if ply.after.deal == number]
    dealt = Dealt.weighed(opening.after)
    before = millionths(before_deal(opening.before, dealt.dealer))
    curve = [Moment(ply=opening.number + 1, chance=millionths(dealt.chance(opening.after)))]
    curve += [Moment(ply=ply.number + 1, chance=millionths(dealt.chance(ply.after))) for ply in moves]
    judged = [one for ply in moves if (one := decision(record.game, dealt, ply))]
    played = moves[:-1] if moves and gave_up(moves[-1]) else moves
    shares = Played(dealt, played, before, [moment["chance"] for moment in curve], judged).shares()
    return DealJudged(
        deal=Deal(
            deal=number,
            dealer=dealt.dealer.value,
            ply=opening.number,
            chances=(before, curve[-1]["chance"]),
            parts=(shares.parts, shares.mirrored.parts),
        ),
        curve=curve,
        decisions=judged,
    )


def gave_up(ply: Ply) -> bool:
    """Whether a move is no move at all: somebody resigned, left, or ran out of time."""
    return ply.after.ended not in (None, Ended.PLAYED)


def decision(game: str, dealt: "Dealt", ply: Ply) -> Decision | None:
    """What there is to say of a move, where there was something to decide."""
    match ply.move:
        case Throw():
            assert ply.seat is not None
            return decisions.throw(ply, dealt.lines[ply.seat])
        case Play():
            return decisions.card(game, ply)
        case Claim() | Call() | Pass():
            return decisions.count_of(ply)
    return None


class Dealt(NamedTuple):
    """A deal before its throws, and the throws of both seats weighed, the best first."""

    state: State
    lines: tuple[tuple[ThrowLine, ...], tuple[ThrowLine, ...]]

    @classmethod
    def weighed(cls, state: State) -> "Dealt":
        return cls(state, (decisions.throws_of(state, Seat.A), decisions.throws_of(state, Seat.B)))

    @property
    def dealer(self) -> Seat:
        assert self.state.dealer is not None
        return self.state.dealer

    def alone(self, seat: Seat) -> int:
        """The chance of seat 0 by the six cards of one seat alone, well thrown."""
        best = self.lines[seat][0]
        role = DEALER if seat is self.dealer else PONE
        cut = alone(role, best.kept, best.thrown, unseen(self.state.dealt[seat]))
        return millionths(in_deal(self.state, usual(), cut))

    def chance(self, state: State) -> float:
        """The chance of seat 0 in this deal as it stands; who has not thrown is taken to throw well."""
        if state.phase is not Phase.THROW:
            return as_it_stands(state)
        thrown = self.thrown(state)
        return in_deal(self.state, courses(thrown), self.cut(thrown))

    def usually(self, thrown: State) -> int:
        """The chance of seat 0 before the cut, with all cards known but the play as it usually goes."""
        return millionths(in_deal(self.state, usual(), self.cut(thrown)))

    def foreseen(self, thrown: State) -> int:
        """The same with as much in the crib as the two throws, each for itself, let expect."""
        cut = self.cut(thrown)
        more = self.crib(thrown) - float(cut.crib.mean())
        return millionths(in_deal(self.state, usual(), cut.with_crib(more)))

    def thrown(self, state: State) -> State:
        """The first card of the play, as both have thrown or would; at no score, so that it comes to that."""
        table = self.state.after(scores=(0, 0))
        for seat in Seat:
            table, _ = act(table, seat, Throw(self.throw(state, seat)))
        return table

    def throw(self, state: State, seat: Seat) -> Cards:
        return state.throws[seat] or self.lines[seat][0].thrown

    def cut(self, thrown: State) -> Cut:
        """What comes of every starter that neither seat holds."""
        kept = thrown.kept(self.dealer.other), thrown.kept(self.dealer)
        return cut(*kept, thrown.crib, unseen(*self.state.dealt))

    def crib(self, thrown: State) -> float:
        """What the crib should hold by what either seat expects of its own throw."""
        expected = [
            line.crib
            for seat in Seat
            for line in self.lines[seat]
            if set(line.thrown) == set(thrown.throws[seat])
        ]
        return sum(expected) - usual_crib()


class Played(NamedTuple):
    """What became of a deal: the chance of seat 0 before it, then once it was dealt and after each move."""

    dealt: Dealt
    moves: Sequence[Ply]  # without the one by which somebody gave the game up
    before: int
    chances: Sequence[int]
    decisions: Sequence[Decision]

    def shares(self) -> Shares:
        """What helped seat 0 in this deal; how the hands met is all that is left over."""
        dealt, end = self.dealt, self.moves[-1].after if self.moves else self.dealt.state
        mine, theirs = dealt.alone(Seat.A), dealt.alone(Seat.B)
        both = dealt.foreseen(dealt.thrown(dealt.state))
        # What comes of two hands together is neither's alone: each has half of it.
        your_cards = (mine - self.before + both - theirs) // 2
        thrown = dealt.thrown(end)
        to_come = dealt.usually(thrown)
        cuts, pegging = self.in_the_play(to_come)
        shares = Shares(
            your_cards=your_cards,
            their_cards=both - self.before - your_cards,
            cuts=cuts,
            crib=to_come - dealt.foreseen(thrown),
            pegging=pegging,
            your_play=-self.lost(Seat.A, *SORTS),
            their_play=self.lost(Seat.B, *SORTS),
            ended=self.chances[-1] - self.chances[len(self.moves)],
        )
        return shares._replace(met=self.chances[-1] - self.before - sum(shares))

    def in_the_play(self, to_come: int) -> tuple[int, int]:
        """What the starter did against all it might have been, and the play against the usual one."""
        turned = next((ply.after for ply in self.moves if ply.after.starter is not None), None)
        if turned is None:
            return 0, self.chances[len(self.moves)] - to_come
        over = turned.winner is not None
        cut = millionths(as_it_stands(turned) if over else in_play(turned, usual()))
        last = max(n for n, ply in enumerate(self.moves, 1) if isinstance(ply.move, Throw | Play | Go))
        mistakes = self.lost(Seat.B, "card") - self.lost(Seat.A, "card")
        return cut - to_come, self.chances[last] - cut - mistakes

    def lost(self, seat: Seat, *sorts: Sort) -> int:
        """What a seat's decisions of some sorts cost it."""
        return sum([one["lost"] for one in self.decisions if one["seat"] == seat and one["sort"] in sorts])
