"""Reads a game's record: tokens with the charge of each move. Classifies moves that arrive late."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

from game.engine.cards import Card
from game.engine.events import Event
from game.engine.moves import Flag, Move, Pass, Resign, Throw, Void
from game.engine.notation import VOID, move_as_text, parse_move
from game.engine.play import act, start
from game.engine.state import Hands, Phase, Seat, State
from game.engine.tally import Tally
from game.table.clocks.time_control import Banks, first_to_flag

DeckSource = Callable[[int], tuple[Card, ...]]


class Step(NamedTuple):
    """One recorded move: its charge in milliseconds, the state after it, and its events."""

    seat: Seat | None
    move: Move
    charged: int
    state: State
    events: tuple[Event, ...]

    @classmethod
    def apply(cls, state: State, seat: Seat | None, move: Move, charged: int = 0) -> "Step":
        return cls(seat, move, charged, *act(state, seat, move))

    @property
    def token(self) -> str:
        """The move as written in the row, such as "b5H" or "b5H/1200"."""
        plain = self.state.record[-1]
        return f"{plain}/{self.charged}" if self.charged else plain


def parse_steps(state: State, tokens: Iterable[str], deck: DeckSource) -> list[Step]:
    """Parse further tokens of a record, starting from a state."""
    steps: list[Step] = []
    for token in tokens:
        plain, _, charged = token.partition("/")
        steps.append(Step.apply(state, *parse_move(state.dealt, plain, deck), int(charged or 0)))
        state = steps[-1].state
    return steps


def update_tally(tally: Tally, steps: Iterable[Step]) -> Tally:
    """Return the tally after these steps."""
    for step in steps:
        tally = tally.with_events(step.events)
    return tally


@dataclass(frozen=True, slots=True)
class Ack:
    """The move was accepted."""

    ply: int


@dataclass(frozen=True, slots=True)
class Refused:
    """The move was refused, and nothing has changed."""

    ply: int
    code: str
    says: str


Answer = Ack | Refused


class MoveTiming(Enum):
    """How to treat a move for a ply after which the table may have moved on."""

    FITS = auto()
    STANDS = auto()
    OVERDUE = auto()
    STALE = auto()


def classify_move(state: State, seat: Seat, ply: int, move: Move, deck: DeckSource) -> MoveTiming:
    """Classify a late move: a resend stands, after a flag it is overdue, otherwise it fits or is stale.

    A discard still fits after the other seat's discard, and so does resigning. A seat can't play a card
    before it has seen the starter.
    """
    since = state.record[ply:]
    if not since:
        return MoveTiming.FITS
    own = next((n for n, token in enumerate(since) if token[0] == "ab"[seat]), None)
    if since[0 if own is None else own] in (VOID, move_as_text(state.dealt, seat, Flag())):
        return MoveTiming.OVERDUE
    if own is None:
        fits = isinstance(move, Throw | Resign) and all(map(_is_throw, since))
        return MoveTiming.FITS if fits else MoveTiming.STALE
    try:
        resent = move_as_text(_dealt_at(state, ply + own, deck), seat, move) == since[own]
    except ValueError:  # a card that was not dealt
        resent = False
    return MoveTiming.STANDS if resent else MoveTiming.STALE


def has_begun(state: State) -> bool:
    """Return whether any seat has discarded. Before that, a game may still be void."""
    return state.deal > 1 or any(state.throws)


def timeout_move(
    state: State, banks: Banks, unrevealed_seats: Sequence[Seat] = (), *, may_stay_away: bool = False
) -> tuple[Seat | None, Move]:
    """Return the move to make when time is up.

    If both seats have committed and one has not revealed its secret, that seat loses: a player can't look at
    the other secret and walk away. With `may_stay_away`, the game is void instead.
    """
    if state.phase is Phase.CALL:
        return state.turn, Pass()
    if len(unrevealed_seats) == 1 and not may_stay_away:
        return unrevealed_seats[0], Flag()
    if not has_begun(state):
        return None, Void()
    return first_to_flag(state, banks), Flag()


def _is_throw(token: str) -> bool:
    return token[0] in "ab" and token[1:].isdigit()


def _dealt_at(state: State, ply: int, deck: DeckSource) -> Hands:
    """Return the hands that were dealt at the time of a recorded move."""
    if not any(token[0] == "#" for token in state.record[ply:]):
        return state.dealt
    earlier: Sequence[Step] = parse_steps(start(state.rules), state.record[:ply], deck)
    return earlier[-1].state.dealt
