"""Checks a transcript's proof that the public log holds its game."""

from collections.abc import Iterator
from hashlib import sha256

from common.formats.signed_note import NoteError, Verifier, parse_verifier_key
from game.log.checkpoint import Checkpoint, open_checkpoint
from game.log.merkle import ProofError, leaf_hash, root_by_inclusion
from proof.evidence.document import LogLeaf, SignedTranscript
from rng.commitment import canonical_json, parse_params


def log_faults(transcript: SignedTranscript) -> Iterator[str]:
    """Whether the log is the one that the params name, and holds the game as the file tells it."""
    proof = transcript.log
    if proof is None:
        return
    verifier = log_of(transcript)
    if verifier is None:
        yield "The params name no log."
        return
    try:
        checkpoint = open_checkpoint(proof.checkpoint, [verifier])
    except NoteError:
        yield f"The checkpoint is not one that {verifier.name} has signed."
        return
    if not _holds(checkpoint, proof.open, _opening(transcript, proof.open.at)):
        yield "The log is not shown to hold the game's beginning."
    if proof.close is not None:
        if transcript.result is None:
            yield "The log has the end of a game that goes on."
        elif not _holds(checkpoint, proof.close, _ending(transcript, proof.close.at)):
            yield "The log is not shown to hold the game's end."
        elif proof.close.index <= proof.open.index:
            yield "The log has the game's end before its beginning."


def log_of(transcript: SignedTranscript) -> Verifier | None:
    """The key that has to have signed the log."""
    try:
        return parse_verifier_key(str((parse_params(transcript.fair.params) or {}).get("log")))
    except NoteError:
        return None


def logged_by(transcript: SignedTranscript) -> str | None:
    """The key of the log that holds all of the game that there is; None where none does."""
    verifier, proof = log_of(transcript), transcript.log
    if verifier is None or proof is None or (transcript.result is not None and proof.close is None):
        return None
    return verifier.verifier_key


def _holds(checkpoint: Checkpoint, leaf: LogLeaf, body: str) -> bool:
    hashed = leaf_hash(body.encode())
    try:
        root = root_by_inclusion(hashed, leaf.index, checkpoint.size, [*map(bytes.fromhex, leaf.proof)])
    except ProofError:
        return False
    return root == checkpoint.root


def _opening(transcript: SignedTranscript, at: int) -> str:
    fair = transcript.fair
    return canonical_json(
        {
            "kind": "open",
            "at": at,
            "game": fair.game,
            "params": sha256(fair.params.encode()).hexdigest(),
            "tip": fair.tip,
            "c0": fair.commitments[0],
            "c1": fair.commitments[1],
            "clock": transcript.clock,
        }
    )


def _ending(transcript: SignedTranscript, at: int) -> str:
    assert transcript.result is not None
    void = "unshown" if transcript.line.endswith(" -unshown") else "unplayed"
    return canonical_json(
        {
            "kind": "close",
            "at": at,
            "game": transcript.fair.game,
            "digest": sha256(transcript.line.encode()).hexdigest(),
            "how": transcript.result.ended,
            "void": void if transcript.result.ended == "void" else None,
        }
    )
