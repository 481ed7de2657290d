"""The shuffle protocol in one game: pending steps of the seats, links that are due, and the decks."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from game.engine.cards import Card
from game.engine.play import start
from game.engine.state import Seat, State
from game.engine.transcript import parse_transcript
from game.models.games import find_absent_seat
from game.table.record.ledger import GameRow
from game.table.record.revealed_deals import revealed_numbers
from game.table.record.steps import Step, parse_steps
from game.wire.frames import Fair
from rng.commitment import Chain, context, deal_key, parse_params, seat_commitment, table_code
from rng.deal import deck


@dataclass(frozen=True)
class Fairness:
    """The state of the protocol in one game."""

    row: GameRow
    chain: Chain

    @property
    def is_complete(self) -> bool:
        """Whether both secrets are revealed, so that every deck of the game is fixed."""
        return all(self.row.secrets)

    def next_step(self, seat: Seat) -> Literal["commit", "reveal"] | None:
        """Return a seat's next step: commit, reveal, or None."""
        if not self.row.commitments[seat]:
            return "commit"
        return "reveal" if all(self.row.commitments) and not self.row.secrets[seat] else None

    @property
    def unrevealed_seats(self) -> tuple[Seat, ...]:
        """The seats that have not revealed their secrets, though both have committed."""
        return tuple([seat for seat in Seat if self.next_step(seat) == "reveal"])

    @property
    def absent_seat(self) -> Seat | None:
        """The only seat that has not committed, if the other one has."""
        return find_absent_seat(self.row.commitments)

    def matches_commitment(self, seat: Seat, secret: str) -> bool:
        """Return whether a secret matches the seat's commitment."""
        commitment = seat_commitment(self.row.id, seat, bytes.fromhex(secret))
        return commitment.hex() == self.row.commitments[seat]

    @property
    def params(self) -> Mapping[str, Any]:
        """The values that the server committed to beyond its secret. They are parsed again each time."""
        params = parse_params(self.row.params)
        assert params is not None
        return params

    @cached_property
    def version(self) -> str:
        """The protocol version of the game."""
        return str(self.params["version"])

    @property
    def table_code(self) -> str | None:
        """The code that two players can compare, or None until it is known."""
        secrets = [bytes.fromhex(secret) if secret else None for secret in self.row.secrets]
        return table_code(self.version, self.context, secrets)

    @cached_property
    def context(self) -> bytes | None:
        """The hash of everything fixed before any secret is revealed.

        None until both seats have committed.
        """
        if not all(self.row.commitments):
            return None
        c0, c1 = (bytes.fromhex(commitment) for commitment in self.row.commitments)
        return context(self.row.params, bytes.fromhex(self.row.tip), c0, c1)

    def key(self, number: int) -> bytes:
        """Return the key that a deal is shuffled from."""
        if self.row.shared:
            return self.row.shared.key(number)
        assert self.context is not None
        secret0, secret1 = (bytes.fromhex(secret) for secret in self.row.secrets)
        return deal_key(self.context, number, self.chain.link(number), secret0, secret1)

    def link(self, number: int) -> bytes:
        """Return the server's part of a deal."""
        return (self.row.shared.chain if self.row.shared else self.chain).link(number)

    def shown_links(self, state: State) -> Iterable[int]:
        """Return the deals whose links are public. Shared decks have none until all their tables are done."""
        if self.row.is_open_board:
            return ()
        numbers = revealed_numbers(state)
        return numbers[self.row.shared.first_linked :] if self.row.shared else numbers

    def deck(self, number: int) -> tuple[Card, ...]:
        """Return the deck of a deal."""
        return deck(self.key(number))

    def replay_steps(self) -> list[Step]:
        """Replay every step of the row's transcript."""
        rules, tokens = parse_transcript(self.row.transcript)
        return parse_steps(start(rules), tokens, self.deck)

    def to_json(self, seat: Seat | None, state: State, begin_in_ms: int | None = None) -> Fair:
        """Return all protocol values that may be public by now, with the time left to begin."""
        (c0, c1), (secret0, secret1) = self.row.commitments, self.row.secrets
        return Fair(
            version=self.version,
            game=self.row.id,
            params=self.row.params,
            tip=self.row.tip,
            commitments=(c0 or None, c1 or None),
            secrets=(secret0 or None, secret1 or None),
            must=None if seat is None or state.is_over else self.next_step(seat),
            links={str(number): self.link(number).hex() for number in self.shown_links(state)},
            begin_in_ms=begin_in_ms,
        )


def build_fairness(row: GameRow) -> Fairness:
    """Build the protocol state of a game from its row."""
    return Fairness(row, Chain(row.id, row.server_secrets.chain))


def replay_row(row: GameRow) -> list[Step]:
    """Replay every step of a row's transcript."""
    return build_fairness(row).replay_steps()
