"""The statements of a transcript about the public log."""

import json
from collections.abc import Callable

import msgspec
import pytest

from game.log.checkpoint import Checkpoint, sign_checkpoint
from game.log.identity import log_signer
from game.log.merkle import leaf_hash, root_of
from proof.evidence.checks.check import verify
from proof.evidence.checks.log_proof import ENDINGS, OPENINGS, _ending, _opening
from proof.evidence.document import LogLeaf, LogProof, SignedTranscript, from_file, to_file
from tests.worlds.verdicts import agreed

pytestmark = pytest.mark.django_db


Write = Callable[[SignedTranscript, int], str]


def in_a_log(
    transcript: SignedTranscript,
    *,
    closed_first: bool = False,
    opening: Write = _opening,
    ending: Write = _ending,
) -> bytes:
    """Return the game in a log of its two leaves, as a lying server could write and sign it."""
    leaves = [leaf_hash(body(transcript, 7).encode()) for body in (opening, ending)]
    order = leaves[:: -1 if closed_first else 1]
    checkpoint = Checkpoint(log_signer().verifier.name, len(order), root_of(order))
    note = sign_checkpoint(checkpoint, [log_signer()])
    opened, closed = (
        LogLeaf(at=7, index=order.index(leaf), proof=(other.hex(),))
        for leaf, other in zip(leaves, reversed(leaves), strict=True)
    )
    return to_file(msgspec.structs.replace(transcript, log=LogProof(note, opened, closed)))


@pytest.mark.slow
def test_end_of_a_game_must_follow_its_beginning_in_the_log(transcript: SignedTranscript):
    files = [in_a_log(transcript, closed_first=each) for each in (False, True)]
    assert [found["faults"] for found in agreed(files)] == [
        [],
        ["The log has the game's end before its beginning."],
    ]


@pytest.mark.slow
def test_the_leaves_of_every_version_are_read(transcript: SignedTranscript) -> None:
    files = [in_a_log(transcript, opening=write) for write in OPENINGS]
    files += [in_a_log(transcript, ending=write) for write in ENDINGS]
    assert [found["faults"] for found in agreed(files)] == [[]] * len(files)


@pytest.mark.slow
def test_leaves_that_do_not_follow_from_the_game_are_found(transcript: SignedTranscript) -> None:
    def lie(write: Write, old: str, new: str) -> Write:
        def write_lie(transcript: SignedTranscript, at: int) -> str:
            body = write(transcript, at)
            assert old in body
            return body.replace(old, new)

        return write_lie

    files = [
        in_a_log(transcript, opening=lie(_opening, '"source":null', '"source":{"game":"g1"}')),
        in_a_log(transcript, opening=lie(_opening, '"bots":[', '"bots":[0')),
        in_a_log(transcript, ending=lie(_ending, '"discard"', '"secrets"')),
    ]
    beginning, end = (f"The log is not shown to hold the game's {part}." for part in ("beginning", "end"))
    assert [found["faults"] for found in agreed(files)] == [[beginning], [beginning], [end]]


@pytest.mark.slow
def test_programs_know_a_log_by_its_key_and_people_by_its_name(files: dict[str, bytes]):
    file = files["resigned before a throw"]
    key = json.loads(from_file(file).fair.params)["log"]
    (found,) = agreed([file])
    assert found["logged_by"] == key
    assert f", in the log {key.partition('+')[0]}. Game " in verify(file).description
