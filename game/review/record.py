"""A finished game as a judge is given it, and the moves of it one by one."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from game.engine.cards import Card
from game.engine.events import Event
from game.engine.moves import Move
from game.engine.notation import read
from game.engine.play import act, start
from game.engine.state import Seat, State
from game.engine.transcript import split


class Record(NamedTuple):
    """All there is to know of a game: its id, its transcript, and its decks by number."""

    game: str
    line: str
    decks: Mapping[int, tuple[Card, ...]]

    @property
    def deals(self) -> int:
        """How many deals there were."""
        return deals_in(split(self.line)[1])


def dealt_in(words: Iterable[str]) -> tuple[int, ...]:
    """The numbers of the decks that the words of a game call for; 0 is the cut for deal."""
    return tuple([int(word[1:]) for word in words if word[0] == "#"])


def deals_in(words: Iterable[str]) -> int:
    """How many deals there were in a game of these words."""
    return max(dealt_in(words), default=0)


class Ply(NamedTuple):
    """A move on record: the table before it and after, and what everybody had heard by then."""

    number: int
    seat: Seat | None
    move: Move
    before: State
    after: State
    heard: tuple[Event, ...]


def plies(record: Record) -> Iterator[Ply]:
    """The moves of a game in their order."""
    rules, words = split(record.line)
    state, heard = start(rules), tuple[Event, ...]()
    for number, word in enumerate(words):
        seat, move = read(state.dealt, word, record.decks.__getitem__)
        after, events = act(state, seat, move)
        yield Ply(number, seat, move, state, after, heard)
        state, heard = after, (*heard, *events)
