"""Check a transcript's proof that the public log holds its game."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from common.formats.signed_note import NoteError, Verifier, parse_verifier_key
from game.log.checkpoint import Checkpoint, open_checkpoint
from game.log.game_counts import find_stage
from game.log.merkle import ProofError, leaf_hash, root_by_inclusion
from proof.evidence.checks.decks import Shared, source_of
from proof.evidence.checks.first_dealer import NAME as BECAUSE
from proof.evidence.document import LogLeaf, SharedTranscript, SignedTranscript
from rng.commitment import canonical_json, parse_params


def log_faults(transcript: SignedTranscript) -> Iterator[str]:
    """Check that the log is the one named in the params, and holds the game as the file describes it."""
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
    openings = (write(transcript, proof.open.at) for write in OPENINGS)
    if not any(_holds(checkpoint, proof.open, body) for body in openings):
        yield "The log is not shown to hold the game's beginning."
    if proof.close is not None:
        if transcript.result is None:
            yield "The log has the end of a game that goes on."
        elif not any(_holds(checkpoint, proof.close, write(transcript, proof.close.at)) for write in ENDINGS):
            yield "The log is not shown to hold the game's end."
        elif proof.close.index <= proof.open.index:
            yield "The log has the game's end before its beginning."


def log_of(transcript: SignedTranscript) -> Verifier | None:
    """Return the key that must have signed the log."""
    try:
        return parse_verifier_key(str((parse_params(transcript.fair.params) or {}).get("log")))
    except NoteError:
        return None


def logged_by(transcript: SignedTranscript) -> str | None:
    """Return the key of the log that holds the whole game so far, or None."""
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
    bots = (parse_params(transcript.fair.params) or {}).get("bots")
    return canonical_json({**_opening_facts(transcript, at), **_deck_facts(transcript), "bots": bots})


def _opening_without_bots(transcript: SignedTranscript, at: int) -> str:
    """Return the opening as it was written before games were counted by kind."""
    return canonical_json({**_opening_facts(transcript, at), **_deck_facts(transcript)})


def _deck_facts(transcript: SignedTranscript) -> dict[str, Any]:
    source = source_of(transcript) if isinstance(transcript, SharedTranscript) else None
    named: dict[str, Any] | None = None
    if isinstance(source, Shared):
        named = {"set": source.set, "round": source.round}
    elif source is not None:
        named = {"game": source.game}
    params = parse_params(transcript.fair.params) or {}
    reason = {BECAUSE: params[BECAUSE]} if BECAUSE in params else {}
    return {"version": transcript.fair.version, "source": named, **reason}


def _opening_without_decks(transcript: SignedTranscript, at: int) -> str:
    """Return the opening as version 1.0 wrote it."""
    return canonical_json(_opening_facts(transcript, at))


def _opening_facts(transcript: SignedTranscript, at: int) -> dict[str, Any]:
    fair = transcript.fair
    return {
        "kind": "open",
        "at": at,
        "game": fair.game,
        "params": sha256(fair.params.encode()).hexdigest(),
        "tip": fair.tip,
        "c0": fair.commitments[0],
        "c1": fair.commitments[1],
        "clock": transcript.clock,
    }


def _ending(transcript: SignedTranscript, at: int) -> str:
    reached = find_stage(transcript.fair.secrets, transcript.line.split(" "))
    return canonical_json({**_ending_facts(transcript, at), "reached": reached})


def _ending_without_stage(transcript: SignedTranscript, at: int) -> str:
    """Return the ending as it was written before games were counted by kind."""
    return canonical_json(_ending_facts(transcript, at))


def _ending_facts(transcript: SignedTranscript, at: int) -> dict[str, Any]:
    assert transcript.result is not None
    void = "unshown" if transcript.line.endswith(" -unshown") else "unplayed"
    return {
        "kind": "close",
        "at": at,
        "game": transcript.fair.game,
        "digest": sha256(transcript.line.encode()).hexdigest(),
        "how": transcript.result.ended,
        "void": void if transcript.result.ended == "void" else None,
    }


# The newest first. Games keep the leaves of the version that wrote them.
OPENINGS = (_opening, _opening_without_bots, _opening_without_decks)
ENDINGS = (_ending, _ending_without_stage)
