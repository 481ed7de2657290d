"""What a transcript says of the public log."""

import json

import msgspec
import pytest

from game.log.checkpoint import Checkpoint, sign_checkpoint
from game.log.identity import log_signer
from game.log.merkle import leaf_hash, root_of
from proof.evidence.checks.check import verify
from proof.evidence.checks.log_proof import _ending, _opening
from proof.evidence.document import LogLeaf, LogProof, SignedTranscript, from_file, to_file
from tests.worlds.verdicts import agreed

pytestmark = pytest.mark.django_db


def in_a_log(transcript: SignedTranscript, *, closed_first: bool) -> bytes:
    """The game in a log of its two leaves, as a lying server can write and sign one."""
    leaves = [leaf_hash(body(transcript, 7).encode()) for body in (_opening, _ending)]
    order = leaves[:: -1 if closed_first else 1]
    checkpoint = Checkpoint(log_signer().verifier.name, len(order), root_of(order))
    note = sign_checkpoint(checkpoint, [log_signer()])
    opened, closed = (
        LogLeaf(at=7, index=order.index(leaf), proof=(other.hex(),))
        for leaf, other in zip(leaves, reversed(leaves), strict=True)
    )
    return to_file(msgspec.structs.replace(transcript, log=LogProof(note, opened, closed)))


@pytest.mark.slow
def test_a_game_ends_in_the_log_behind_its_beginning(transcript: SignedTranscript):
    files = [in_a_log(transcript, closed_first=each) for each in (False, True)]
    assert [found["faults"] for found in agreed(files)] == [
        [],
        ["The log has the game's end before its beginning."],
    ]


@pytest.mark.slow
def test_programs_know_a_log_by_its_key_and_people_by_its_name(files: dict[str, bytes]):
    file = files["resigned before a throw"]
    key = json.loads(from_file(file).fair.params)["log"]
    (found,) = agreed([file])
    assert found["logged_by"] == key
    assert f", in the log {key.partition('+')[0]}. Game " in verify(file).description
