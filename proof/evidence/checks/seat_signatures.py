"""Check the seats' signatures in a transcript: of their commitments and of their moves."""

from collections.abc import Iterator, Sequence
from hashlib import sha256

from common.formats.signed_note import Verifier
from proof.evidence.document import Signatures, SignedTranscript

# Moves that the clock makes for a seat, which the seat does not sign.
NOT_THE_SEATS_OWN = ("-flag", "-left", "-pass")


def signature_faults(transcript: SignedTranscript) -> Iterator[str]:
    """Check that each seat with a key signed its commitment and the stated number of moves."""
    for seat, signed in enumerate(transcript.signatures):
        if signed is not None:
            yield from _faults_of_seat(transcript, seat, signed)


def _faults_of_seat(transcript: SignedTranscript, seat: int, signed: Signatures) -> Iterator[str]:
    fair = transcript.fair
    statement = _text(
        "cribfair/2 seat",
        f"game {fair.game}",
        f"seat {seat}",
        f"params {sha256(fair.params.encode()).hexdigest()}",
        f"tip {fair.tip}",
        f"commit {fair.commitments[seat]}",
        f"key {signed.key}",
    )
    if not _verifies(signed.key, statement, signed.commit):
        yield f"The signature of seat {seat} does not fit its commitment."
    own = own_moves(transcript, seat)
    if signed.moves > len(own):
        yield f"Seat {seat} made fewer moves than it is said to have signed."
    elif (signed.signature is None) != (signed.moves == 0):
        yield f"The signature of seat {seat} and the number of moves that it signed do not fit."
    elif signed.signature is not None:
        digest = sha256(statement.encode()).hexdigest()
        for move in own[: signed.moves]:
            digest = sha256(f"{digest} {move}".encode()).hexdigest()
        chain = _text(
            "cribfair/2 moves",
            f"game {fair.game}",
            f"seat {seat}",
            f"count {signed.moves}",
            f"moves {digest}",
        )
        if not _verifies(signed.key, chain, signed.signature):
            yield f"The signature of seat {seat} does not fit its first {signed.moves} moves."


def count_moves(transcript: SignedTranscript) -> tuple[tuple[int, int] | None, ...] | None:
    """Count by seat the moves that its player has signed, and all it made; None while the game goes on."""
    if transcript.result is None:
        return None
    seats = enumerate(zip(transcript.players, transcript.signatures, strict=True))
    return tuple(
        None if player.bot else (signed.moves if signed else 0, len(own_moves(transcript, seat)))
        for seat, (player, signed) in seats
    )


def own_moves(transcript: SignedTranscript, seat: int) -> Sequence[str]:
    """Return each move that a seat made itself, preceded by the number of its deal."""
    deal, own = 0, []
    for word in (move.move for move in transcript.moves):
        if word[0] == "#":
            deal = int(word[1:])
        elif word[0] == "ab"[seat] and not word.endswith(NOT_THE_SEATS_OWN):
            own.append(f"{deal} {word}")
    return own


def _text(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def _verifies(key: str, text: str, signature: str) -> bool:
    return Verifier("a seat", bytes.fromhex(key)).verifies(text.encode(), bytes.fromhex(signature))
