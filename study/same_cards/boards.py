"""Two boards of the same decks beside each other, deal by deal: what each did with its cards. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from game.engine.cards import Card
from game.engine.events import Pegged
from game.engine.moves import Deal, Throw
from game.engine.state import Seat
from game.engine.tally import IN_PLAY
from game.table.record.steps import Step


@dataclass(frozen=True, slots=True)
class Part:
    """A deal as it went at one board: what was thrown of the six, and all points of it, the seat's first."""

    number: int
    is_dealer: bool
    six: tuple[Card, ...]
    thrown: tuple[Card, ...]
    starter: Card | None
    pegged: tuple[int, int]
    hands: tuple[int, int]
    crib: int  # the dealer's
    scores: tuple[int, int]  # after it
    throws: frozenset[str]  # as words, of which either may be the first
    words: tuple[str, ...]  # all that followed

    @property
    def moves(self) -> tuple[frozenset[str], tuple[str, ...]]:
        """All that was decided in it."""
        return self.throws, self.words

    @property
    def lead(self) -> int:
        """By how much the seat leads after the deal."""
        return self.scores[0] - self.scores[1]


@dataclass(frozen=True, slots=True)
class Pair:
    """A deal at both boards; None where a game was over by then."""

    number: int
    one: Part | None
    other: Part | None

    @property
    def is_same_throw(self) -> bool:
        """Whether both threw the same cards."""
        return self.one is not None and self.other is not None and {*self.one.thrown} == {*self.other.thrown}

    @property
    def is_same(self) -> bool:
        """Whether both decided the same, to the last card."""
        return self.one is not None and self.other is not None and self.one.moves == self.other.moves

    @property
    def any(self) -> Part:
        """The deal at a board that came to it: cards and dealer are the same at both."""
        part = self.one or self.other
        assert part is not None
        return part


def lay_beside(one: Sequence[Step], other: Sequence[Step], seat: Seat = Seat.A) -> tuple[Pair, ...]:
    """Every deal of two games that were dealt the same decks, as a seat played them."""
    both = zip_longest(parts_of(one, seat), parts_of(other, seat))
    return tuple(Pair(number, first, second) for number, (first, second) in enumerate(both, start=1))


def parts_of(steps: Sequence[Step], seat: Seat) -> Iterator[Part]:
    """Every deal of a game, as a seat played it."""
    begins = [n for n, step in enumerate(steps) if isinstance(step.move, Deal) and step.move.number > 0]
    for begin, end in zip_longest(begins, begins[1:]):
        yield _part_of(steps[begin:end], seat)


def _part_of(steps: Sequence[Step], seat: Seat) -> Part:
    dealt, end = steps[0].state, steps[-1].state
    pegged = [event for step in steps for event in step.events if isinstance(event, Pegged)]

    def points(whose: Seat, *kinds: str) -> int:
        return sum(event.points for event in pegged if event.seat is whose and event.kind in kinds)

    dealer = dealt.dealer
    assert dealer is not None
    seats = (seat, seat.other)
    return Part(
        number=dealt.deal,
        is_dealer=dealer is seat,
        six=tuple(sorted(dealt.dealt[seat])),
        thrown=tuple(sorted(end.throws[seat])),
        starter=end.starter,
        pegged=(points(seats[0], *IN_PLAY), points(seats[1], *IN_PLAY)),
        hands=(points(seats[0], "hand"), points(seats[1], "hand")),
        crib=points(dealer, "crib"),
        scores=(end.scores[seat], end.scores[seat.other]),
        throws=frozenset(_word(step) for step in steps if isinstance(step.move, Throw)),
        words=tuple(_word(step) for step in steps if not isinstance(step.move, Throw)),
    )


def _word(step: Step) -> str:
    """A move as it is on record."""
    return step.state.record[-1]
