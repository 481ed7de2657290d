"""Checkpoints and cosignatures: a published one verifies, and an unsigned one does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.formats.signed_note import NoteError, Signer, open_note, parse_verifier_key
from game.log.checkpoint import (
    COSIGNATURE,
    Checkpoint,
    cosign,
    cosigned_at,
    open_checkpoint,
    parse_checkpoint,
    sign_checkpoint,
)

# A checkpoint of Go's checksum database, and the key built into every Go installation.
PUBLISHED_KEY = "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8"
PUBLISHED = """\
go.sum database tree
63096908
8lHrQPRYe4KT4WQ9/Qk8/taKnD6IRHbFgfN7vQE2Y54=

— sum.golang.org Az3gri/oVBN1jAhNZ/iS+W31psFAWRT20/GyrhpU6taFwulQGetBkH5S7wpGXdS935jiIGiUUAXBVHzT/P6fYhqAmAk=
"""

LOG = Signer("cards.example/log", bytes(32))
OLDER = Signer("cards.example/log", bytes([1] * 32))
WITNESS = Signer("witness.example", bytes([2] * 32), COSIGNATURE)
CHECKPOINT = Checkpoint("cards.example/log", 7, bytes(range(32)))


def test_a_published_checkpoint_opens_with_its_published_key() -> None:
    checkpoint = parse_checkpoint(open_note(PUBLISHED, [parse_verifier_key(PUBLISHED_KEY)]))
    assert (checkpoint.origin, checkpoint.size) == ("go.sum database tree", 63096908)
    assert checkpoint.text == PUBLISHED.partition("\n\n")[0] + "\n"


@pytest.mark.parametrize("signer", [LOG, OLDER])
def test_checkpoint_signed_by_two_keys_opens_with_either(signer: Signer) -> None:
    assert open_checkpoint(sign_checkpoint(CHECKPOINT, [LOG, OLDER]), [signer.verifier]) == CHECKPOINT


def test_checkpoint_of_another_log_is_refused_despite_a_valid_signature() -> None:
    note = LOG.sign(Checkpoint("cards.example/other", 7, bytes(32)).text)
    with pytest.raises(NoteError, match="another log"):
        open_checkpoint(note, [LOG.verifier])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a\n",
        "a\n1\n",
        "a\n01\nAAAA\n",
        "a\n-1\nAAAA\n",
        "a\n1\n!\n",
        "a\n1\nAAAA\n",
        f"\n1\n{'A' * 43}=\n",
    ],
)
def test_invalid_checkpoint_gets_an_explanation(text: str) -> None:
    with pytest.raises(NoteError, match="no checkpoint"):
        parse_checkpoint(text)


@given(st.integers(0, 2**63 - 1))
def test_witness_signature_has_the_time_of_sighting(at: int) -> None:
    note = sign_checkpoint(CHECKPOINT, [LOG]) + cosign(CHECKPOINT, WITNESS, at)
    assert open_checkpoint(note, [LOG.verifier]) == CHECKPOINT
    assert cosigned_at(note, WITNESS.verifier) == at
    assert cosigned_at(note, Signer("witness.example", bytes(32), COSIGNATURE).verifier) is None


def test_cosignature_of_another_checkpoint_is_invalid() -> None:
    other = Checkpoint(CHECKPOINT.origin, 8, CHECKPOINT.root)
    note = sign_checkpoint(other, [LOG]) + cosign(CHECKPOINT, WITNESS, 1)
    assert cosigned_at(note, WITNESS.verifier) is None


def test_witness_key_is_no_signing_key() -> None:
    assert parse_verifier_key(WITNESS.verifier_key, COSIGNATURE) == WITNESS.verifier
    with pytest.raises(NoteError):
        parse_verifier_key(WITNESS.verifier_key)
