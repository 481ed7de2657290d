"""A recorded decision of a bot, and the one that its brain makes now."""

from collections.abc import Callable
from typing import Any, NamedTuple

from game.bots.brain import Decision, Memory
from game.decisions.fallback import fallback_move
from game.decisions.record import MadeDecision
from game.decisions.repeating import normalize
from game.engine.cards import texts
from game.engine.moves import Call, Claim, Go, Move, Pass, Play, Throw
from game.engine.state import Seat
from game.engine.view import View, view
from rng.twister import Twister


class ReplayedDecision(NamedTuple):
    """One recorded move of a bot and the move its brain chooses now: None if the brain fails.

    `was_asked` is false if the brain cannot be asked, such as a remote engine.
    """

    ply: int
    deal: int
    seat: Seat
    original: Move
    repeated: Move | None
    fallback: Move  # played if a brain has no answer
    was_asked: bool = True

    @property
    def is_same(self) -> bool:
        return self.original == self.repeated

    @property
    def differs(self) -> bool:
        return self.was_asked and not self.is_same

    def to_json(self) -> dict[str, Any]:
        return {
            "ply": self.ply,
            "deal": self.deal,
            "seat": self.seat,
            "made": describe_move(self.original),
            "again": describe_move(self.repeated),
            "asked": self.was_asked,
            "same": self.is_same,
            "stood_in": self.differs and self.original == self.fallback,
        }

    def describe(self, name: str) -> str:
        """Describe a move that differs."""
        again = f"now {describe_move(self.repeated)}" if self.repeated else "now its brain fails"
        note = ", the simplest move" if self.original == self.fallback else ""
        return f"ply {self.ply}, deal {self.deal}: {name} made {describe_move(self.original)}{note}; {again}"


def describe_move(move: Move | None) -> str | None:
    match move:
        case Throw(cards):
            return f"throw {' '.join(texts(cards))}"
        case Play(card):
            return f"play {texts((card,))[0]}"
        case Claim(points) | Call(points):
            return f"{type(move).__name__.lower()} {points}"
        case Go() | Pass():
            return type(move).__name__.lower()
    return None


def replay(
    made: MadeDecision, ask: Callable[[View, Memory, Twister], Decision] | None, randomness: Twister
) -> ReplayedDecision:
    """Ask a brain for a decision again; `ask` is None where it cannot be asked."""
    own_view = view(made.state, made.seat)
    return ReplayedDecision(
        made.ply,
        made.state.deal,
        made.seat,
        normalize(made.move),
        None if ask is None else _ask_again(ask, own_view, made.memory, randomness),
        normalize(fallback_move(own_view)),
        ask is not None,
    )


def _ask_again(
    ask: Callable[[View, Memory, Twister], Decision], own_view: View, memory: Memory, randomness: Twister
) -> Move | None:
    try:
        return normalize(ask(own_view, memory, randomness))
    except Exception:  # a brain that fails here must not stop the replay of later decisions
        return None
