"""The result of a replay, as text and as JSON."""

from dataclasses import dataclass
from typing import Any

from game.decisions.replayed import ReplayedDecision


@dataclass(frozen=True, slots=True)
class Report:
    """All decisions of a game's bots, replayed by the named brain."""

    game: str
    names: tuple[str, str]
    brain: str
    stream: str  # the secret from which the bots drew, in hexadecimal
    moves: tuple[ReplayedDecision, ...]
    has_lot: bool  # whether the brain was drawn at random

    @property
    def same(self) -> int:
        return sum(move.is_same for move in self.moves)

    @property
    def differ(self) -> int:
        return sum(move.differs for move in self.moves)

    @property
    def not_asked(self) -> int:
        return len(self.moves) - self.same - self.differ

    def to_json(self) -> dict[str, Any]:
        counts = {"same": self.same, "differ": self.differ, "not_asked": self.not_asked}
        header = {"game": self.game, "players": [*self.names], "brain": self.brain, "stream": self.stream}
        return {**header, **counts, "moves": [move.to_json() for move in self.moves]}

    @property
    def description(self) -> str:
        lines = [move.describe(self.names[move.seat]) for move in self.moves if move.differs]
        lines.append(f"{self.same} of {len(self.moves)} moves are the same.")
        if self.not_asked:
            lines.append(f"{self.not_asked} can't be asked for again from what is known here.")
        if self.has_lot:
            lines.append(f"By lot this game was played by {self.brain}.")
        lines.append(f"The secret of the bot's stream: {self.stream}")
        return "\n".join(lines)
