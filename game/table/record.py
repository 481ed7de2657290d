"""A game's record as its table reads it: words with what each move was charged, and moves that come late."""

from collections.abc import Callable, Iterable, Sequence
from enum import Enum, auto
from typing import NamedTuple

from game.engine.cards import Card
from game.engine.events import Event
from game.engine.moves import Flag, Move, Pass, Resign, Throw, Void
from game.engine.notation import VOID, read, write
from game.engine.play import act, start
from game.engine.state import Hands, Phase, Seat, State
from game.engine.tally import Tally
from game.table.time_control import Banks, fallen

Deck = Callable[[int], tuple[Card, ...]]


class Step(NamedTuple):
    """One move on record, what it was charged in milliseconds, what it led to, and what is told of it."""

    seat: Seat | None
    move: Move
    charged: int
    state: State
    events: tuple[Event, ...]

    @classmethod
    def after(cls, state: State, seat: Seat | None, move: Move, charged: int = 0) -> "Step":
        return cls(seat, move, charged, *act(state, seat, move))

    @property
    def word(self) -> str:
        """The move as it lies in the row: "b5H", "b5H/1200"."""
        word = self.state.record[-1]
        return f"{word}/{self.charged}" if self.charged else word


def steps(state: State, words: Iterable[str], deck: Deck) -> list[Step]:
    """The steps that further words of a record stand for."""
    taken: list[Step] = []
    for word in words:
        plain, _, charged = word.partition("/")
        taken.append(Step.after(state, *read(state.dealt, plain, deck), int(charged or 0)))
        state = taken[-1].state
    return taken


def tallied(tally: Tally, taken: Iterable[Step]) -> Tally:
    """A tally once these steps are taken."""
    for step in taken:
        tally = tally.after(step.events)
    return tally


class Late(Enum):
    """What a move is that names a ply the table may have moved on from."""

    FITS = auto()
    STANDS = auto()
    OVERDUE = auto()
    STALE = auto()


def late(state: State, seat: Seat, ply: int, move: Move, deck: Deck) -> Late:
    """A resend stands already; after a flag it is overdue; a throw fits though the other has thrown since.

    So does giving up; but no card is played by who has not seen the starter.
    """
    since = state.record[ply:]
    if not since:
        return Late.FITS
    mine = next((n for n, word in enumerate(since) if word[0] == "ab"[seat]), None)
    if since[0 if mine is None else mine] in (VOID, write(state.dealt, seat, Flag())):
        return Late.OVERDUE
    if mine is None:
        fits = isinstance(move, Throw | Resign) and all(map(_is_throw, since))
        return Late.FITS if fits else Late.STALE
    try:
        resent = write(_dealt(state, ply + mine, deck), seat, move) == since[mine]
    except ValueError:  # a card that was not dealt
        resent = False
    return Late.STANDS if resent else Late.STALE


def has_begun(state: State) -> bool:
    """Whether anybody has thrown: before that a game may be void."""
    return state.deal > 1 or any(state.throws)


def time_is_up(state: State, banks: Banks, owing: Sequence[Seat] = ()) -> tuple[Seat | None, Move]:
    """The move that the clock makes; `owing` are the seats that have committed, and not shown their secrets.

    So nobody can look at what the other showed and walk away: who alone owes his part has lost.
    """
    if state.phase is Phase.CALL:
        return state.turn, Pass()
    if len(owing) == 1:
        return owing[0], Flag()
    if not has_begun(state):
        return None, Void()
    return fallen(state, banks), Flag()


def _is_throw(word: str) -> bool:
    return word[0] in "ab" and word[1:].isdigit()


def _dealt(state: State, ply: int, deck: Deck) -> Hands:
    """The cards as they were dealt when a move of the record was made."""
    if not any(word[0] == "#" for word in state.record[ply:]):
        return state.dealt
    earlier: Sequence[Step] = steps(start(state.rules), state.record[:ply], deck)
    return earlier[-1].state.dealt
