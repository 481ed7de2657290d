"""The decks of one round as a table deals them: those of a set, or those of a finished game."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from game.engine.state import Seat
from rng import commitment, shared_decks
from rng.commitment import Chain
from rng.shared_decks import SetChain


@dataclass(frozen=True)
class RoundDecks:
    """Every deck of a round, derived from the set's root and the last link of the round."""

    round_id: int
    deck_set: str
    number: int
    tip: str
    root: str
    last_link: bytes = field(repr=False)

    first_linked = 1  # no cut for deal

    @cached_property
    def chain(self) -> SetChain:
        """The links of the round."""
        return SetChain(self.deck_set, self.number, self.last_link)

    def key(self, deal: int) -> bytes:
        """Return the key that a deal is shuffled from."""
        return shared_decks.deal_key(bytes.fromhex(self.root), self.number, deal, self.chain.link(deal))

    @cached_property
    def first_dealer(self) -> Seat:
        """The first dealer at every table."""
        return Seat(shared_decks.first_dealer(bytes.fromhex(self.root), self.number))

    @cached_property
    def bot_stream(self) -> bytes:
        """The seed of a bot's choices at every table."""
        return shared_decks.bot_stream(bytes.fromhex(self.root), self.number, self.last_link)

    @property
    def stream_name(self) -> str:
        """The name that seeds a bot's choices. A game with its own decks uses its id."""
        return f"{self.deck_set}/{self.number}"

    @property
    def params(self) -> dict[str, Any]:
        """The entry in the params of its games."""
        return {"shared": {"set": self.deck_set, "round": self.number, "tip": self.tip, "root": self.root}}


@dataclass(frozen=True)
class SameDecks:
    """Every deck of a finished game, for tables at which its cards are played again."""

    round_id: int
    game: str
    tip: str
    context: bytes
    secrets: tuple[bytes, bytes]
    first_dealer: Seat | None  # None if the players cut for deal
    chain: Chain = field(repr=False)
    bot_stream: bytes = field(repr=False)

    first_linked = 0

    def key(self, deal: int) -> bytes:
        """Return the key that a deal is shuffled from."""
        return commitment.deal_key(self.context, deal, self.chain.link(deal), *self.secrets)

    @property
    def stream_name(self) -> str:
        """The name that seeds a bot's choices."""
        return self.game

    @property
    def params(self) -> dict[str, Any]:
        """The entry in the params of its games: everything that fixes its decks, without the links."""
        secrets = [secret.hex() for secret in self.secrets]
        named = {"game": self.game, "tip": self.tip, "context": self.context.hex(), "secrets": secrets}
        return {"same_as": named}


SharedSource = RoundDecks | SameDecks
