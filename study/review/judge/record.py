"""The record of a finished game for the judge, and its moves."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from game.engine.cards import Card
from game.engine.events import Event
from game.engine.moves import Move
from game.engine.notation import parse_move
from game.engine.play import act, start
from game.engine.state import Seat, State
from game.engine.transcript import parse_transcript


class Record(NamedTuple):
    """The data of a game: its id, its transcript, and its decks by number."""

    game: str
    transcript: str
    decks: Mapping[int, tuple[Card, ...]]

    @property
    def deals(self) -> int:
        """Return the number of deals."""
        return count_deals(parse_transcript(self.transcript)[1])


def deck_numbers(tokens: Iterable[str]) -> tuple[int, ...]:
    """Return the numbers of the decks that these words need; 0 is the cut for deal."""
    return tuple([int(token[1:]) for token in tokens if token[0] == "#"])


def count_deals(tokens: Iterable[str]) -> int:
    """Return the number of deals in these words."""
    return max(deck_numbers(tokens), default=0)


class Ply(NamedTuple):
    """A recorded move: the states before and after it, and the events known to both players by then."""

    number: int
    seat: Seat | None
    move: Move
    before: State
    after: State
    memory: tuple[Event, ...]


def plies(record: Record) -> Sequence[Ply]:
    """Return the moves of a game in order."""
    return _play_over(record.transcript, tuple(record.decks.items()))


@lru_cache(1)
def _play_over(transcript: str, decks: tuple[tuple[int, tuple[Card, ...]], ...]) -> Sequence[Ply]:
    """Return the moves. They are cached while the deals of a game are judged one by one."""
    rules, tokens = parse_transcript(transcript)
    state, known, played = start(rules), tuple[Event, ...](), []
    deck_of = dict(decks).__getitem__
    for number, token in enumerate(tokens):
        seat, move = parse_move(state.dealt, token, deck_of)
        after, events = act(state, seat, move)
        played.append(Ply(number, seat, move, state, after, known))
        state, known = after, (*known, *events)
    return tuple(played)
