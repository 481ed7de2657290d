"""Ask witnesses to cosign the log's checkpoints (https://c2sp.org/tlog-witness)."""

import base64
import logging
from collections.abc import Iterator
from typing import NamedTuple
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from django.conf import settings

from common.formats.signed_note import Verifier, parse_verifier_key
from game.log.checkpoint import COSIGNATURE, Checkpoint, cosigned_at
from game.log.folder import CHECKPOINT_FILE, LogFolder
from game.log.merkle import consistency_proof
from game.log.tiles import TiledTree

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 5
LONGEST_ANSWER = 10_000


class Witness(NamedTuple):
    """A witness: its URL and its key."""

    url: str
    verifier: Verifier


class NotCosigned(Exception):
    """A witness did not cosign."""


# The log size that each witness has seen, as far as this process knows, and the witnesses whose last request
# failed.
_seen_sizes: dict[Witness, int] = {}
_failing: set[Witness] = set()


def parse_witnesses(texts: list[str]) -> list[Witness]:
    """Return the witnesses of the settings. Raise NoteError or ValueError if one is invalid."""
    pairs = [text.split() for text in texts]
    return [Witness(url.rstrip("/"), parse_verifier_key(key, COSIGNATURE)) for url, key in pairs]


def ask_witnesses(folder: LogFolder, checkpoint: Checkpoint) -> None:
    """Add the witnesses' cosignatures to the published checkpoint. Skip witnesses that do not answer."""
    note = folder.read_checkpoint()
    assert note is not None
    lines = "".join(_cosignatures(folder, checkpoint, note))
    if lines:
        folder.write_file(CHECKPOINT_FILE, (note + lines).encode())


def _cosignatures(folder: LogFolder, checkpoint: Checkpoint, note: str) -> Iterator[str]:
    tree = TiledTree(folder.read_tile, checkpoint.size)
    for witness in parse_witnesses(settings.LOG_WITNESSES):
        try:
            yield _ask(witness, tree, checkpoint, note)
            _failing.discard(witness)
        except (NotCosigned, URLError, OSError, ValueError) as fault:
            if witness not in _failing:
                log.error("the witness %s does not cosign the public log: %s", witness.url, fault)
            _failing.add(witness)


def _ask(witness: Witness, tree: TiledTree, checkpoint: Checkpoint, note: str) -> str:
    """Return a witness's cosignature.

    If its last seen size is unknown, ask with 0 first: it answers with the size.
    """
    old = min(_seen_sizes.get(witness, 0), checkpoint.size)
    status, answer = _post(witness, old, tree, checkpoint, note)
    if status == 409 and answer.strip().isdigit():
        old = int(answer)
        if old > checkpoint.size:
            raise NotCosigned(f"it has seen {old} leaves, and there are {checkpoint.size}: the log went back")
        status, answer = _post(witness, old, tree, checkpoint, note)
    if status != 200:
        raise NotCosigned(f"it answers {status}: {answer.strip()[:200]}")
    for line in answer.splitlines(keepends=True):
        if cosigned_at(f"{note}{line}", witness.verifier) is not None:
            _seen_sizes[witness] = checkpoint.size
            return line
    raise NotCosigned("its answer is not signed by its key")


def _post(witness: Witness, old: int, tree: TiledTree, checkpoint: Checkpoint, note: str) -> tuple[int, str]:
    proof = consistency_proof(tree.hash_of, old, checkpoint.size)
    lines = [f"old {old}", *[base64.b64encode(part).decode() for part in proof], "", note]
    request = Request(f"{witness.url}/add-checkpoint", "\n".join(lines).encode())  # noqa: S310 - a host names it
    try:
        with urlopen(request, timeout=PATIENCE_SECONDS) as answer:  # noqa: S310
            return answer.status, answer.read(LONGEST_ANSWER).decode()
    except HTTPError as refusal:
        with refusal:
            return refusal.code, refusal.read(LONGEST_ANSWER).decode(errors="replace")
