"""A seat at a table, as its frames tell of it, and what it owes. Pure: every scripted player stands on it."""

from typing import Any

from game.engine.cards import cards
from game.engine.scoring import score_hand
from rng.commitment import seat_commitment

Frame = dict[str, Any]


class Seat:
    """What one socket knows of a game; `you` is None for a watcher."""

    def __init__(self, game: str, secret: bytes) -> None:
        self.game, self.secret = game, secret
        self.you: int | None = None
        self.ply = -1
        self.view: Frame = {}
        self.fair: Frame = {}

    def update_state(self, frame: Frame) -> None:
        """Take in a frame of the table."""
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
        """Whether the links of all deals are shown."""
        return str(self.view["deal"]) in self.fair["links"]

    @property
    def protocol_answer(self) -> Frame | None:
        """What the protocol of the deal awaits of this seat."""
        if self.you is None:
            return None
        return build_protocol_answer(self.fair["must"], self.game, self.you, self.secret)


def build_protocol_answer(must: str | None, game: str, seat: int, secret: bytes) -> Frame | None:
    """The frame that a seat has to send: its commitment, or the secret it committed to."""
    match must:
        case "commit":
            return {"t": "commit", "c": seat_commitment(game, seat, secret).hex()}
        case "reveal":
            return {"t": "reveal", "secret": secret.hex()}
    return None


def score_laid_cards(laid: Frame) -> int:
    """What the hand or crib that is laid open counts."""
    hand, starter = cards(" ".join(laid["cards"])), cards(laid["starter"])[0]
    return score_hand(hand, starter, crib=laid["what"] == "crib").total
