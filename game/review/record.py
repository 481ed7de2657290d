"""A finished game as a judge is given it, and the moves of it one by one."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from game.engine.cards import Card
from game.engine.events import Event
from game.engine.moves import Move
from game.engine.notation import parse_move
from game.engine.play import act, start
from game.engine.state import Seat, State
from game.engine.transcript import parse_transcript


class Record(NamedTuple):
    """All there is to know of a game: its id, its transcript, and its decks by number."""

    game: str
    transcript: str
    decks: Mapping[int, tuple[Card, ...]]

    @property
    def deals(self) -> int:
        """How many deals there were."""
        return count_deals(parse_transcript(self.transcript)[1])


def deck_numbers(tokens: Iterable[str]) -> tuple[int, ...]:
    """The numbers of the decks that the words of a game call for; 0 is the cut for deal."""
    return tuple([int(word[1:]) for word in tokens if word[0] == "#"])


def count_deals(tokens: Iterable[str]) -> int:
    """How many deals there were in a game of these words."""
    return max(deck_numbers(tokens), default=0)


class Ply(NamedTuple):
    """A move on record: the table before it and after, and what everybody had heard by then."""

    number: int
    seat: Seat | None
    move: Move
    before: State
    after: State
    memory: tuple[Event, ...]


def plies(record: Record) -> Iterator[Ply]:
    """The moves of a game in their order."""
    rules, words = parse_transcript(record.transcript)
    state, heard = start(rules), tuple[Event, ...]()
    for number, word in enumerate(words):
        seat, move = parse_move(state.dealt, word, record.decks.__getitem__)
        after, events = act(state, seat, move)
        yield Ply(number, seat, move, state, after, heard)
        state, heard = after, (*heard, *events)
