"""Signatures of seats: a page has a key for each game and signs its commitment and its moves with it.

A signature of a move covers all earlier moves of the seat, so the last valid one is enough. It is saved when
the game is over; until then all signatures are held in memory.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from common.database.thread import on_the_database_thread
from common.formats.signed_note import Verifier
from game.engine.state import Seat
from game.models import Game
from game.table.record.ledger import GameRow
from game.table.record.steps import Step

# Moves that the table may make for a seat: flag, leave, and pass when the time to call muggins is up.
NOT_THE_SEATS_OWN = ("-flag", "-left", "-pass")


class SeatKey(NamedTuple):
    """A seat's public key and its signature of the commitment."""

    key: str
    signature: str


class MoveChain(NamedTuple):
    """The number of moves of a seat and the hash that covers them."""

    moves: int
    digest: str

    def extend(self, deal: int, token: str) -> "MoveChain":
        return MoveChain(self.moves + 1, sha256(f"{self.digest} {deal} {token}".encode()).hexdigest())


def commitment_statement(row: GameRow, seat: Seat, commitment: str, key: str) -> str:
    """Return the text that a seat signs with its commitment."""
    lines = (
        "cribfair/2 seat",
        f"game {row.id}",
        f"seat {seat.value}",
        f"params {sha256(row.params.encode()).hexdigest()}",
        f"tip {row.tip}",
        f"commit {commitment}",
        f"key {key}",
    )
    return "".join(f"{line}\n" for line in lines)


def moves_statement(game: str, seat: Seat, chain: MoveChain) -> str:
    """Return the text that a seat signs with each move."""
    lines = (
        "cribfair/2 moves",
        f"game {game}",
        f"seat {seat.value}",
        f"count {chain.moves}",
        f"moves {chain.digest}",
    )
    return "".join(f"{line}\n" for line in lines)


def is_signed_by(key: str, statement: str, signature: str) -> bool:
    return Verifier("a seat", bytes.fromhex(key)).verifies(statement.encode(), bytes.fromhex(signature))


def first_link(row: GameRow, seat: Seat) -> MoveChain:
    """Return the chain of a seat without moves. It starts from the signed commitment statement."""
    statement = commitment_statement(row, seat, row.commitments[seat], row.keys[seat])
    return MoveChain(0, sha256(statement.encode()).hexdigest())


def extend_chains(chains: Mapping[Seat, MoveChain], steps: Iterable[Step]) -> dict[Seat, MoveChain]:
    """Return the chains of seats after these moves."""
    extended = dict(chains)
    for step in steps:
        token = step.state.record[-1]
        if step.seat in extended and not token.endswith(NOT_THE_SEATS_OWN):
            extended[step.seat] = extended[step.seat].extend(step.state.deal, token)
    return extended


class SeatSignatures:
    """The signatures of one table's seats that have reached this process."""

    def __init__(self, row: GameRow) -> None:
        self._game = row.id
        self._keys: dict[Seat, str] = {}
        self._chains: dict[Seat, MoveChain] = {}
        self._made: defaultdict[Seat, list[tuple[MoveChain, str]]] = defaultdict(list)
        self.update(row)

    def update(self, row: GameRow) -> None:
        """Store the keys of seats that have committed since."""
        for seat in Seat:
            if row.keys[seat] and seat not in self._keys:
                self._keys[seat] = row.keys[seat]
                self._chains[seat] = first_link(row, seat)

    def fits(self, step: Step, signature: str) -> bool:
        """Return whether a signature binds a move that is about to stand, and all of its seat before.

        Any signature fits a seat without a key: nothing of it is written down.
        """
        assert step.seat is not None
        if step.seat not in self._chains:
            return True
        chain = extend_chains(self._chains, [step])[step.seat]
        statement = moves_statement(self._game, step.seat, chain)
        return is_signed_by(self._keys[step.seat], statement, signature)

    def is_unsigned(self, step: Step, signature: str) -> bool:
        """Return whether a move lacks the signature of its seat, which has a key."""
        is_own = step.seat in self._chains and not step.state.record[-1].endswith(NOT_THE_SEATS_OWN)
        return is_own and not signature

    def advance(self, steps: Sequence[Step], signature: str = "") -> None:
        """Apply accepted moves. `signature` came with the first of them and does not cover the others."""
        made, *following = steps
        self._chains = extend_chains(self._chains, [made])
        if signature and made.seat in self._chains:
            self._made[made.seat].append((self._chains[made.seat], signature))
        self._chains = extend_chains(self._chains, following)

    def take_good(self) -> dict[Seat, str]:
        """Return the last valid signature of each seat in its database form, and forget all signatures."""
        good = {seat: next(self._good_from_last(seat), None) for seat in self._made}
        self._made.clear()
        return {seat: text for seat, text in good.items() if text}

    def _good_from_last(self, seat: Seat) -> Iterator[str]:
        for chain, signature in reversed(self._made[seat]):
            if is_signed_by(self._keys[seat], moves_statement(self._game, seat, chain), signature):
                yield f"{chain.moves} {signature}"


@on_the_database_thread
def write_signatures(game_id: str, signatures: Mapping[Seat, str]) -> None:
    """Save the last signatures of the seats."""
    fields = {("moves_signature_a", "moves_signature_b")[seat]: text for seat, text in signatures.items()}
    Game.objects.filter(pk=game_id).update(**fields)
