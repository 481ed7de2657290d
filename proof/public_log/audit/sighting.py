"""Compare the log that a player was shown with the public one."""

from collections.abc import Iterator
from dataclasses import dataclass

from common.formats.signed_note import parse_verifier_key
from game.log.checkpoint import Checkpoint, open_checkpoint
from game.log.merkle import check_consistency, consistency_proof
from game.log.tiles import TiledTree
from proof.public_log.audit.memory import NOTE, RECEIPTS, Memory
from proof.public_log.audit.remote import RemoteLog
from proof.public_log.audit.tree import Finding


@dataclass(frozen=True, slots=True)
class Sighting:
    """The statements of a game's transcript about the log: its checkpoint, and the key of its receipts."""

    game: str
    checkpoint: str | None
    signer: str | None


def faults_of_sighting(
    log: RemoteLog, memory: Memory, now: Checkpoint, sighting: Sighting
) -> Iterator[Finding]:
    """Check that a player was shown this log, and receipts by a key that it names."""
    game = sighting.game
    if memory.game(game).opened is None:
        yield Finding(f"The log does not hold game {game}.")
    if sighting.signer is not None and sighting.signer not in memory.named_keys(RECEIPTS):
        yield Finding(f"The log does not name the key that signed for game {game}: {sighting.signer}")
    if sighting.checkpoint is not None and not _grew_from(log, memory, now, sighting.checkpoint):
        says = f"There are two logs: this one did not grow from the one that game {game} was shown."
        yield Finding(says, (sighting.checkpoint, memory.recall(NOTE) or ""))


def _grew_from(log: RemoteLog, memory: Memory, now: Checkpoint, note: str) -> bool:
    """Return whether the audited log grew from a checkpoint. Tiles that are wrong prove nothing."""
    try:
        shown = open_checkpoint(note, [parse_verifier_key(key) for key in memory.keys])
        if shown.size <= now.size:
            proof = consistency_proof(TiledTree(log.read_tile, now.size).hash_of, shown.size, now.size)
            check_consistency(shown.size, shown.root, now.size, now.root, proof)
            return True
    except ValueError:  # errors of notes and proofs are ValueErrors
        pass
    return False
