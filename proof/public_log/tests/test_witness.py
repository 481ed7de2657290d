"""A witness cosigns a log only if it has grown, as in C2SP's tlog-witness."""

import base64
from collections.abc import Sequence
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path

import pytest

from common.formats.signed_note import Signer
from game.log.checkpoint import Checkpoint, cosigned_at, sign_checkpoint
from game.log.merkle import consistency_proof, leaf_hash, root_of
from proof.public_log.witness import NotWitnessed, Witness, load_signer

LOG = Signer("cards.example/log", bytes(32))
OTHER = Signer("other.example/log", bytes([1] * 32))
IMPOSTOR = Signer("cards.example/log", bytes([2] * 32))


def leaves(number: int, of: str = "leaf") -> list[bytes]:
    return [leaf_hash(sha256(f"{of} {n}".encode()).digest()) for n in range(number)]


def note_of(hashes: Sequence[bytes], signer: Signer = LOG) -> str:
    return sign_checkpoint(Checkpoint(signer.verifier.name, len(hashes), root_of(hashes)), [signer])


def request(old: int, hashes: Sequence[bytes], signer: Signer = LOG) -> str:
    """Return the request of a log that grew from a number of leaves."""
    proof = consistency_proof(lambda low, high: root_of(hashes[low:high]), old, len(hashes))
    lines = [f"old {old}", *[base64.b64encode(part).decode() for part in proof]]
    return "\n".join(lines) + f"\n\n{note_of(hashes, signer)}"


@pytest.fixture
def witness(tmp_path: Path) -> Witness:
    return Witness(load_signer(tmp_path, "witness.example"), [LOG.verifier], tmp_path)


def refused(witness: Witness, body: str) -> tuple[HTTPStatus, str]:
    with pytest.raises(NotWitnessed) as refusal:
        witness.add_checkpoint(body)
    return refusal.value.status, refusal.value.says


def test_grown_log_is_cosigned(witness: Witness) -> None:
    for old, size in ((0, 3), (3, 3), (3, 300)):
        line = witness.add_checkpoint(request(old, leaves(size)))
        assert cosigned_at(note_of(leaves(size)) + line, witness.signer.verifier)
        assert witness.latest(LOG.verifier.name).size == size


def test_restarted_witness_has_its_key_and_last_checkpoint(witness: Witness, tmp_path: Path) -> None:
    witness.add_checkpoint(request(0, leaves(7)))
    again = Witness(load_signer(tmp_path, "witness.example"), [LOG.verifier], tmp_path)
    assert again.signer.verifier_key == witness.signer.verifier_key
    assert again.latest(LOG.verifier.name) == witness.latest(LOG.verifier.name)
    assert (tmp_path / "key").stat().st_mode & 0o077 == 0


def test_request_from_another_size_is_answered_with_the_seen_size(witness: Witness) -> None:
    witness.add_checkpoint(request(0, leaves(7)))
    assert refused(witness, request(0, leaves(9))) == (HTTPStatus.CONFLICT, "7\n")
    assert refused(witness, request(6, leaves(9))) == (HTTPStatus.CONFLICT, "7\n")


def test_a_fork_is_never_cosigned(witness: Witness) -> None:
    witness.add_checkpoint(request(0, leaves(7)))
    forked = leaves(7, of="another")
    assert refused(witness, request(7, forked))[0] is HTTPStatus.CONFLICT, "of the same size"
    assert refused(witness, request(7, [*forked, *leaves(2)]))[0] is HTTPStatus.UNPROCESSABLE_ENTITY
    assert witness.latest(LOG.verifier.name).root == root_of(leaves(7))


def test_a_log_that_went_back_is_not_cosigned(witness: Witness) -> None:
    witness.add_checkpoint(request(0, leaves(7)))
    assert refused(witness, request(0, leaves(5))) == (HTTPStatus.CONFLICT, "7\n")
    back = request(0, leaves(5)).replace("old 0", "old 7", 1)
    assert refused(witness, back)[0] is HTTPStatus.BAD_REQUEST


def test_witness_refuses_other_logs_and_signers(witness: Witness) -> None:
    assert refused(witness, request(0, leaves(3), OTHER))[0] is HTTPStatus.NOT_FOUND
    assert refused(witness, request(0, leaves(3), IMPOSTOR))[0] is HTTPStatus.FORBIDDEN


@pytest.mark.parametrize(
    "body",
    [
        "",
        "old 0\n",
        "old 01\n\n" + note_of(leaves(1)),
        "old -1\n\n" + note_of(leaves(1)),
        "new 0\n\n" + note_of(leaves(1)),
        "old 0\nnohash\n\n" + note_of(leaves(1)),
        "old 0\n" + "QUFB\n" * 64 + "\n" + note_of(leaves(1)),
        "old 0\n\n" + note_of(leaves(1)).replace("\n1\n", "\none\n"),
        "old 0\n\nno note",
    ],
)
def test_bad_requests_are_refused_and_change_nothing(witness: Witness, body: str) -> None:
    assert refused(witness, body)[0] is HTTPStatus.BAD_REQUEST
    assert witness.latest(LOG.verifier.name).size == 0


def test_proof_for_an_empty_tree_is_refused(witness: Witness) -> None:
    body = request(0, leaves(3)).replace("old 0\n", f"old 0\n{base64.b64encode(bytes(32)).decode()}\n", 1)
    assert refused(witness, body)[0] is HTTPStatus.UNPROCESSABLE_ENTITY
