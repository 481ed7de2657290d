"""The state of a seat at a table, from its frames, and its pending protocol steps. Pure.

Every scripted player is based on it.
"""

from typing import Any

from game.engine.cards import cards
from game.engine.scoring import score_hand
from rng.commitment import seat_commitment

Frame = dict[str, Any]


class Seat:
    """The state of a game as one socket knows it. `you` is None for a watcher."""

    def __init__(self, game: str, secret: bytes) -> None:
        self.game, self.secret = game, secret
        self.you: int | None = None
        self.ply = -1
        self.view: Frame = {}
        self.fair: Frame = {}

    def update_state(self, frame: Frame) -> None:
        """Apply a frame of the table."""
        match frame["t"]:
            case "table":
                self.you, self.fair = frame["you"], frame["fair"]
                self.ply, self.view = frame["ply"], frame["view"]
            case "event":
                self.ply, self.view = frame["ply"], {"show": self.view.get("show"), **frame["view"]}
            case "fair":
                self.fair = {key: value for key, value in frame.items() if key != "t"}

    @property
    def is_my_turn(self) -> bool:
        return self.you is not None and self.you in self.view.get("turn", ())

    @property
    def has_last_link(self) -> bool:
        """Whether the links of all deals are revealed."""
        return str(self.view["deal"]) in self.fair["links"]

    @property
    def protocol_answer(self) -> Frame | None:
        """Return the frame that the deal protocol expects from this seat, or None."""
        if self.you is None:
            return None
        return build_protocol_answer(self.fair["must"], self.game, self.you, self.secret)


def build_protocol_answer(must: str | None, game: str, seat: int, secret: bytes) -> Frame | None:
    """Return the frame that a seat has to send: its commitment, or the secret it committed to."""
    match must:
        case "commit":
            return {"t": "commit", "c": seat_commitment(game, seat, secret).hex()}
        case "reveal":
            return {"t": "reveal", "secret": secret.hex()}
    return None


def score_laid_cards(laid: Frame) -> int:
    """Return the points of the hand or crib on show."""
    hand, starter = cards(" ".join(laid["cards"])), cards(laid["starter"])[0]
    return score_hand(hand, starter, crib=laid["what"] == "crib").total
