"""Judge one deal: how its moves changed the chances, and the components of the difference."""

from collections.abc import Sequence
from typing import NamedTuple, TypedDict, get_args

from game.bots.advice import CardLine, ThrowLine
from game.bots.brain import Cards
from game.bots.tables.multisets import DEALER, PONE
from game.engine.moves import Call, Claim, Go, Pass, Play, Throw
from game.engine.play import act
from game.engine.state import Ended, Phase, Seat, State
from study.review.judge import decisions
from study.review.judge.grades import millionths
from study.review.judge.playouts import playouts, usual_playouts
from study.review.judge.record import Ply, Record, plies
from study.review.judge.schema import CurvePoint, Deal, Decision, Sort
from study.review.judge.shares import Shares
from study.review.judge.starters import (
    StarterPoints,
    points_by_starter,
    points_from_one_hand,
    unseen_cards,
    usual_crib,
)
from study.review.judge.win_chances import (
    chance_before_deal,
    chance_if_played_well,
    chance_in_deal,
    chance_in_play,
    current_chance,
)

SORTS: tuple[Sort, ...] = get_args(Sort)


class DealReview(TypedDict):
    """A deal's part of a review."""

    deal: Deal
    curve: list[CurvePoint]
    decisions: list[Decision]


def judge_deal(record: Record, number: int) -> DealReview:
    """Judge one deal of a game."""
    opening, *moves = [ply for ply in plies(record) if ply.after.deal == number]
    dealt = DealtHands.from_state(opening.after)
    before = millionths(chance_before_deal(opening.before, dealt.dealer))
    curve = [CurvePoint(ply=opening.number + 1, chance=millionths(dealt.chance(opening.after)))]
    curve += [CurvePoint(ply=ply.number + 1, chance=millionths(dealt.chance(ply.after))) for ply in moves]
    cards = decisions.ranked_cards(moves)
    reviewed = [one for ply in moves if (one := judge_move(dealt, cards.get(ply.number), ply))]
    played = moves[:-1] if moves and is_forfeit(moves[-1]) else moves
    shares = PlayedDeal(dealt, played, before, [moment["chance"] for moment in curve], reviewed).shares()
    return DealReview(
        deal=Deal(
            deal=number,
            dealer=dealt.dealer.value,
            ply=opening.number,
            chances=(before, curve[-1]["chance"]),
            parts=(shares.parts, shares.mirrored.parts),
        ),
        curve=curve,
        decisions=reviewed,
    )


def is_forfeit(ply: Ply) -> bool:
    """Return whether a move ends the game from outside: a player resigned, left, or ran out of time."""
    return ply.after.ended not in (None, Ended.PLAYED)


def judge_move(dealt: "DealtHands", cards: Sequence[CardLine] | None, ply: Ply) -> Decision | None:
    """Judge a move, if there was a decision: a play needs cards to choose from."""
    match ply.move:
        case Throw():
            assert ply.seat is not None
            return decisions.throw_decision(ply, dealt.lines[ply.seat])
        case Play() if cards:
            return decisions.card_decision(ply, cards)
        case Claim() | Call() | Pass():
            return decisions.count_decision(ply)
    return None


class DealtHands(NamedTuple):
    """A deal before its discards, with the discards of both seats evaluated, best first."""

    state: State
    lines: tuple[tuple[ThrowLine, ...], tuple[ThrowLine, ...]]

    @classmethod
    def from_state(cls, state: State) -> "DealtHands":
        return cls(state, (decisions.ranked_throws(state, Seat.A), decisions.ranked_throws(state, Seat.B)))

    @property
    def dealer(self) -> Seat:
        assert self.state.dealer is not None
        return self.state.dealer

    def chance_from_one_hand(self, seat: Seat) -> int:
        """Return the chance of seat 0 by the six cards of one seat alone, assuming a good discard."""
        best = self.lines[seat][0]
        role = DEALER if seat is self.dealer else PONE
        cut = points_from_one_hand(role, best.kept, best.thrown, unseen_cards(self.state.dealt[seat]))
        return millionths(chance_in_deal(self.state, usual_playouts(), cut))

    def chance(self, state: State) -> float:
        """Return the current chance of seat 0. A seat that has not discarded is assumed to discard well."""
        if state.phase is not Phase.THROW:
            return current_chance(state)
        thrown = self.after_throws(state)
        ways = playouts(thrown)
        chance = chance_in_deal(self.state, ways, self.starter_points(thrown))
        return chance_if_played_well(self.state, chance, ways)

    def chance_before_cut(self, thrown: State) -> int:
        """Return the chance of seat 0 before the cut, with all cards known and average pegging."""
        return millionths(chance_in_deal(self.state, usual_playouts(), self.starter_points(thrown)))

    def chance_with_expected_crib(self, thrown: State) -> int:
        """Return the same with the crib that both discards, each on its own, let a player expect."""
        cut = self.starter_points(thrown)
        more = self.expected_crib(thrown) - float(cut.crib.mean())
        return millionths(chance_in_deal(self.state, usual_playouts(), cut.with_crib(more)))

    def after_throws(self, state: State) -> State:
        """Return the state at the first pegging card, with actual or expected discards and scores of 0."""
        table = self.state.replace(scores=(0, 0))
        for seat in Seat:
            table, _ = act(table, seat, Throw(self.throw_of(state, seat)))
        return table

    def throw_of(self, state: State, seat: Seat) -> Cards:
        return state.throws[seat] or self.lines[seat][0].thrown

    def starter_points(self, thrown: State) -> StarterPoints:
        """Return the points for every starter that neither seat holds."""
        kept = thrown.kept(self.dealer.other), thrown.kept(self.dealer)
        return points_by_starter(*kept, thrown.crib, unseen_cards(*self.state.dealt))

    def expected_crib(self, thrown: State) -> float:
        """Return the expected points of the crib, by each seat's expectation of its own discard."""
        expected = [
            line.crib
            for seat in Seat
            for line in self.lines[seat]
            if set(line.thrown) == set(thrown.throws[seat])
        ]
        return sum(expected) - usual_crib()


class PlayedDeal(NamedTuple):
    """The course of a deal: the chance of seat 0 before it, after dealing, and after each move."""

    dealt: DealtHands
    moves: Sequence[Ply]  # without a move that resigned the game
    before: int
    chances: Sequence[int]
    decisions: Sequence[Decision]

    def shares(self) -> Shares:
        """Return the components of seat 0's change in this deal. The remainder is how the hands met."""
        dealt, end = self.dealt, self.moves[-1].after if self.moves else self.dealt.state
        mine, theirs = dealt.chance_from_one_hand(Seat.A), dealt.chance_from_one_hand(Seat.B)
        both = dealt.chance_with_expected_crib(dealt.after_throws(dealt.state))
        # The interaction of two hands belongs to neither alone, so each gets half of it.
        your_cards = (mine - self.before + both - theirs) // 2
        thrown = dealt.after_throws(end)
        to_come = dealt.chance_before_cut(thrown)
        cuts, pegging = self.cut_and_pegging(to_come)
        shares = Shares(
            your_cards=your_cards,
            their_cards=both - self.before - your_cards,
            cuts=cuts,
            crib=to_come - dealt.chance_with_expected_crib(thrown),
            pegging=pegging,
            your_play=-self.lost(Seat.A, *SORTS),
            their_play=self.lost(Seat.B, *SORTS),
            ended=self.chances[-1] - self.chances[len(self.moves)],
        )
        return shares._replace(met=self.chances[-1] - self.before - sum(shares))

    def cut_and_pegging(self, to_come: int) -> tuple[int, int]:
        """Return the effect of the starter compared to all others, and of the pegging compared to average."""
        turned = next((ply.after for ply in self.moves if ply.after.starter is not None), None)
        if turned is None:
            return 0, self.chances[len(self.moves)] - to_come
        over = turned.winner is not None
        cut = millionths(current_chance(turned) if over else chance_in_play(turned, usual_playouts()))
        last = max(n for n, ply in enumerate(self.moves, 1) if isinstance(ply.move, Throw | Play | Go))
        mistakes = self.lost(Seat.B, "card") - self.lost(Seat.A, "card")
        return cut - to_come, self.chances[last] - cut - mistakes

    def lost(self, seat: Seat, *kinds: Sort) -> int:
        """Return the loss from a seat's decisions of some sorts."""
        return sum([one["lost"] for one in self.decisions if one["seat"] == seat and one["sort"] in kinds])
