"""Two boards of the same decks side by side, deal by deal. Pure."""

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
    """A deal at one board: the discard from the six, and all its points, the seat's first."""

    number: int
    is_dealer: bool
    six: tuple[Card, ...]
    thrown: tuple[Card, ...]
    starter: Card | None
    pegged: tuple[int, int]
    hands: tuple[int, int]
    crib: int  # the dealer's
    scores: tuple[int, int]  # after the deal
    throws: frozenset[str]  # as words, in either order
    words: tuple[str, ...]  # all later moves

    @property
    def moves(self) -> tuple[frozenset[str], tuple[str, ...]]:
        """Return all decisions of the deal."""
        return self.throws, self.words

    @property
    def lead(self) -> int:
        """Return the seat's lead after the deal."""
        return self.scores[0] - self.scores[1]


@dataclass(frozen=True, slots=True)
class Pair:
    """A deal at both boards; None if a game was over by then."""

    number: int
    one: Part | None
    other: Part | None

    @property
    def is_same_throw(self) -> bool:
        """Return whether both discarded the same cards."""
        return self.one is not None and self.other is not None and {*self.one.thrown} == {*self.other.thrown}

    @property
    def is_same(self) -> bool:
        """Return whether both made exactly the same decisions."""
        return self.one is not None and self.other is not None and self.one.moves == self.other.moves

    @property
    def any(self) -> Part:
        """Return the deal at a board that reached it: cards and dealer are the same at both."""
        part = self.one or self.other
        assert part is not None
        return part


def lay_beside(one: Sequence[Step], other: Sequence[Step], seat: Seat = Seat.A) -> tuple[Pair, ...]:
    """Return every deal of two games with the same decks, from a seat's side."""
    both = zip_longest(parts_of(one, seat), parts_of(other, seat))
    return tuple(Pair(number, first, second) for number, (first, second) in enumerate(both, start=1))


def parts_of(steps: Sequence[Step], seat: Seat) -> Iterator[Part]:
    """Yield every deal of a game, from a seat's side."""
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
    """Return a move in the notation of the record."""
    return step.state.record[-1]
