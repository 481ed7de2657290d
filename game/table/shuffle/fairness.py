"""The shuffle's protocol in one game: who must show what, which links are due, the decks."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from common.formats.json import Json
from game.engine.cards import Card
from game.engine.play import start
from game.engine.state import Seat, State
from game.engine.transcript import parse_transcript
from game.models.games import find_absent_seat
from game.table.record.ledger import GameRow
from game.table.record.revealed_deals import revealed_numbers
from game.table.record.steps import Step, parse_steps
from rng.commitment import Chain, context, deal_key, parse_params, seat_commitment, table_code
from rng.deal import deck


@dataclass(frozen=True)
class Fairness:
    """The protocol of one game as far as it has come."""

    row: GameRow
    chain: Chain

    @property
    def is_complete(self) -> bool:
        """Whether both secrets are shown, so that every deck of the game is fixed."""
        return all(self.row.secrets)

    def next_step(self, seat: Seat) -> str | None:
        """What a seat has to do next: commit, reveal, or nothing."""
        if not self.row.commitments[seat]:
            return "commit"
        return "reveal" if all(self.row.commitments) and not self.row.secrets[seat] else None

    @property
    def unrevealed_seats(self) -> tuple[Seat, ...]:
        """The seats that have not shown their secrets, though both have committed."""
        return tuple([seat for seat in Seat if self.next_step(seat) == "reveal"])

    @property
    def absent_seat(self) -> Seat | None:
        """The seat that alone has not committed, so that the other waits for it."""
        return find_absent_seat(self.row.commitments)

    def matches_commitment(self, seat: Seat, secret: str) -> bool:
        """Whether a secret is the one its seat committed to."""
        commitment = seat_commitment(self.row.id, seat, bytes.fromhex(secret))
        return commitment.hex() == self.row.commitments[seat]

    @cached_property
    def params(self) -> Mapping[str, Any]:
        """What the server committed to beside its secret."""
        params = parse_params(self.row.params)
        assert params is not None
        return params

    @property
    def version(self) -> str:
        """The protocol that the game was made by."""
        return str(self.params["version"])

    @property
    def table_code(self) -> str | None:
        """What two players may compare; None until it can be known."""
        secrets = [bytes.fromhex(secret) if secret else None for secret in self.row.secrets]
        return table_code(self.version, self.context, secrets)

    @cached_property
    def context(self) -> bytes | None:
        """All that is fixed before any secret is shown; None until both seats have committed."""
        if not all(self.row.commitments):
            return None
        c0, c1 = (bytes.fromhex(commitment) for commitment in self.row.commitments)
        return context(self.row.params, bytes.fromhex(self.row.tip), c0, c1)

    def key(self, number: int) -> bytes:
        """The key that a deal is shuffled from."""
        if self.row.shared:
            return self.row.shared.key(number)
        assert self.context is not None
        secret0, secret1 = (bytes.fromhex(secret) for secret in self.row.secrets)
        return deal_key(self.context, number, self.chain.link(number), secret0, secret1)

    def link(self, number: int) -> bytes:
        """The server's part of a deal."""
        return (self.row.shared.chain if self.row.shared else self.chain).link(number)

    def shown_links(self, state: State) -> Iterable[int]:
        """The deals whose links are shown; of shared decks none is, until all their tables are done."""
        if self.row.is_open_board:
            return ()
        numbers = revealed_numbers(state)
        return numbers[self.row.shared.first_linked :] if self.row.shared else numbers

    def deck(self, number: int) -> tuple[Card, ...]:
        """The deck of a deal."""
        return deck(self.key(number))

    def replay_steps(self) -> list[Step]:
        """Every step of the row's transcript."""
        rules, tokens = parse_transcript(self.row.transcript)
        return parse_steps(start(rules), tokens, self.deck)

    def to_json(self, seat: Seat | None, state: State) -> Json:
        """All that may be shown by now."""
        return {
            "version": self.version,
            "game": self.row.id,
            "params": self.row.params,
            "tip": self.row.tip,
            "commitments": [commitment or None for commitment in self.row.commitments],
            "secrets": [secret or None for secret in self.row.secrets],
            "must": None if seat is None or state.is_over else self.next_step(seat),
            "links": {str(number): self.link(number).hex() for number in self.shown_links(state)},
        }


def build_fairness(row: GameRow) -> Fairness:
    """The protocol of a game as its row has it."""
    return Fairness(row, Chain(row.id, row.server_secrets.chain))


def replay_row(row: GameRow) -> list[Step]:
    """Every step of a row's transcript."""
    return build_fairness(row).replay_steps()
