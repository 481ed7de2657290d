"""The decks of one round, as a table deals from them."""

from dataclasses import dataclass, field
from functools import cached_property

from game.engine.state import Seat
from rng import shared_decks
from rng.shared_decks import SetChain


@dataclass(frozen=True)
class RoundDecks:
    """Every deck of a round: it follows from the set's root and the last link of the round."""

    round_id: int
    deck_set: str
    number: int
    tip: str
    root: str
    last_link: bytes = field(repr=False)
    is_open: bool = True  # whether any table still plays them, so that nothing of them may be shown

    @cached_property
    def chain(self) -> SetChain:
        """The links of the round."""
        return SetChain(self.deck_set, self.number, self.last_link)

    def key(self, deal: int) -> bytes:
        """The key that a deal is shuffled from."""
        return shared_decks.deal_key(bytes.fromhex(self.root), self.number, deal, self.chain.link(deal))

    @cached_property
    def first_dealer(self) -> Seat:
        """Who deals first, at every table."""
        return Seat(shared_decks.first_dealer(bytes.fromhex(self.root), self.number))

    @cached_property
    def bot_stream(self) -> bytes:
        """What a bot draws its choices from, at every table."""
        return shared_decks.bot_stream(bytes.fromhex(self.root), self.number, self.last_link)

    @property
    def stream_name(self) -> str:
        """What a bot's choices are drawn in the name of, where a game by itself has its id."""
        return f"{self.deck_set}/{self.number}"

    @property
    def params(self) -> dict[str, str | int]:
        """What the params of its games say of it."""
        return {"set": self.deck_set, "round": self.number, "tip": self.tip, "root": self.root}
