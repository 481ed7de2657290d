"""What seats sign: a page has a key for each game, and signs its commitment and its moves with it.

A signature of moves binds all that the seat made before, so the last one that fits is enough: it is written
down when the game is over, and until then all are kept in memory.
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

# Moves that the table may make for a seat: its flag falls, it is gone, its time to call muggins is up.
NOT_THE_SEATS_OWN = ("-flag", "-left", "-pass")


class SeatKey(NamedTuple):
    """A seat's public key, and its signature of the commitment that came with it."""

    key: str
    signature: str


class MoveChain(NamedTuple):
    """How many moves a seat has made, and the hash that binds them."""

    moves: int
    digest: str

    def extend(self, deal: int, token: str) -> "MoveChain":
        return MoveChain(self.moves + 1, sha256(f"{self.digest} {deal} {token}".encode()).hexdigest())


def commitment_statement(row: GameRow, seat: Seat, commitment: str, key: str) -> str:
    """What a seat signs as it commits."""
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
    """What a seat signs with each move."""
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
    """The chain of a seat that has made no move: it hangs on what it signed with its commitment."""
    statement = commitment_statement(row, seat, row.commitments[seat], row.keys[seat])
    return MoveChain(0, sha256(statement.encode()).hexdigest())


def extend_chains(chains: Mapping[Seat, MoveChain], steps: Iterable[Step]) -> dict[Seat, MoveChain]:
    """The chains of seats after these moves."""
    extended = dict(chains)
    for step in steps:
        token = step.state.record[-1]
        if step.seat in extended and not token.endswith(NOT_THE_SEATS_OWN):
            extended[step.seat] = extended[step.seat].extend(step.state.deal, token)
    return extended


class SeatSignatures:
    """What the seats of one table sign, as far as it reached this process."""

    def __init__(self, row: GameRow) -> None:
        self._game = row.id
        self._keys: dict[Seat, str] = {}
        self._chains: dict[Seat, MoveChain] = {}
        self._made: defaultdict[Seat, list[tuple[MoveChain, str]]] = defaultdict(list)
        self.update(row)

    def update(self, row: GameRow) -> None:
        """Take in the keys of seats that have committed since."""
        for seat in Seat:
            if row.keys[seat] and seat not in self._keys:
                self._keys[seat] = row.keys[seat]
                self._chains[seat] = first_link(row, seat)

    def advance(self, steps: Sequence[Step], signature: str = "") -> None:
        """Follow moves that stand; `signature` came with the first of them, and binds none after it."""
        made, *following = steps
        self._chains = extend_chains(self._chains, [made])
        if signature and made.seat in self._chains:
            self._made[made.seat].append((self._chains[made.seat], signature))
        self._chains = extend_chains(self._chains, following)

    def take_good(self) -> dict[Seat, str]:
        """The last signature of each seat that fits, as it is written down; none is kept any longer."""
        good = {seat: next(self._good_from_last(seat), None) for seat in self._made}
        self._made.clear()
        return {seat: text for seat, text in good.items() if text}

    def _good_from_last(self, seat: Seat) -> Iterator[str]:
        for chain, signature in reversed(self._made[seat]):
            if is_signed_by(self._keys[seat], moves_statement(self._game, seat, chain), signature):
                yield f"{chain.moves} {signature}"


@on_the_database_thread
def write_signatures(game_id: str, signatures: Mapping[Seat, str]) -> None:
    """Write down what seats signed last."""
    fields = {("moves_signature_a", "moves_signature_b")[seat]: text for seat, text in signatures.items()}
    Game.objects.filter(pk=game_id).update(**fields)
