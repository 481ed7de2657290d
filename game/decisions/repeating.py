"""Repeats decisions of finished games in a worker: same view, memory and stream, same move.

Pure functions.
"""

from collections.abc import Sequence
from typing import NamedTuple

from game.bots.brain import Memory, Stream
from game.bots.registry import choose
from game.engine.moves import Move, Throw
from game.engine.view import View


class Asked(NamedTuple):
    """A recorded question to a brain, and the move that it made."""

    brain: str
    view: View
    memory: Memory
    stream: Stream
    move: Move


def repeats_all(questions: Sequence[Asked]) -> bool:
    """Return whether brains make every move again. A brain that fails does not."""
    return all(_repeats(asked) for asked in questions)


def _repeats(asked: Asked) -> bool:
    try:
        return normalize(choose(asked.brain, asked.view, asked.memory, asked.stream)) == normalize(asked.move)
    except Exception:
        return False


def normalize(move: Move) -> Move:
    """Return a move with the cards of a discard in canonical order."""
    return Throw(tuple(sorted(move.cards))) if isinstance(move, Throw) else move
