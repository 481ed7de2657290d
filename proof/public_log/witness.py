"""A witness: cosign checkpoints of known logs that have only grown (https://c2sp.org/tlog-witness)."""

import base64
import binascii
import json
import os
import re
from collections.abc import Iterable
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from threading import Lock

from common import clock
from common.formats.signed_note import NoteError, Signer, Verifier, open_note, split_note
from game.log.checkpoint import COSIGNATURE, SIZE_PATTERN, Checkpoint, cosign, parse_checkpoint
from game.log.merkle import EMPTY, HASH_LENGTH, ProofError, check_consistency
from rng import entropy

LONGEST_PROOF = 63
HEAD_PATTERN = re.compile(rf"old ({SIZE_PATTERN.pattern})")
KEY_FILE = "key"


class NotWitnessed(Exception):
    """The reason why a checkpoint is not cosigned, with the protocol's status."""

    def __init__(self, status: HTTPStatus, says: str) -> None:
        super().__init__(says)
        self.status, self.says = status, says


class Witness:
    """Stores the latest checkpoint of each log in a folder, and never cosigns another history."""

    def __init__(self, signer: Signer, logs: Iterable[Verifier], folder: Path) -> None:
        self.signer = signer
        self._logs = list(logs)
        self._folder = folder
        self._lock = Lock()

    @property
    def origins(self) -> list[str]:
        return sorted({log.name for log in self._logs})

    def add_checkpoint(self, body: str) -> str:
        """Return the cosignature for a request.

        Raise NotWitnessed if the log does not follow from its last state.
        """
        old, proof, note = _parse_request(body)
        checkpoint = self._open(note)
        with self._lock:
            seen = self.latest(checkpoint.origin)
            if old > checkpoint.size:
                raise NotWitnessed(HTTPStatus.BAD_REQUEST, "The log is smaller than what it says it was.")
            if old != seen.size or (old == checkpoint.size and seen.root != checkpoint.root):
                raise NotWitnessed(HTTPStatus.CONFLICT, f"{seen.size}\n")
            try:
                check_consistency(seen.size, seen.root, checkpoint.size, checkpoint.root, proof)
            except ProofError as fault:
                raise NotWitnessed(HTTPStatus.UNPROCESSABLE_ENTITY, str(fault)) from None
            self._keep(checkpoint)
        return cosign(checkpoint, self.signer, int(clock.seconds()))

    def latest(self, origin: str) -> Checkpoint:
        """Return the checkpoint that was last cosigned for a log."""
        try:
            kept = json.loads(self._file_of(origin).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return Checkpoint(origin, 0, EMPTY)
        return Checkpoint(origin, kept["size"], bytes.fromhex(kept["root"]))

    def _open(self, note: str) -> Checkpoint:
        try:
            origin = parse_checkpoint(split_note(note)[0]).origin
        except NoteError as fault:
            raise NotWitnessed(HTTPStatus.BAD_REQUEST, str(fault)) from None
        verifiers = [log for log in self._logs if log.name == origin]
        if not verifiers:
            raise NotWitnessed(HTTPStatus.NOT_FOUND, "This witness does not follow a log of that name.")
        try:
            return parse_checkpoint(open_note(note, verifiers))
        except NoteError as fault:
            raise NotWitnessed(HTTPStatus.FORBIDDEN, str(fault)) from None

    def _keep(self, checkpoint: Checkpoint) -> None:
        """Store a checkpoint durably before its cosignature is sent."""
        kept = {"origin": checkpoint.origin, "size": checkpoint.size, "root": checkpoint.root.hex()}
        file = self._file_of(checkpoint.origin)
        new = file.with_suffix(".new")
        with new.open("w", encoding="utf-8") as out:
            json.dump(kept, out)
            out.flush()
            os.fsync(out.fileno())
        new.replace(file)

    def _file_of(self, origin: str) -> Path:
        return self._folder / f"{sha256(origin.encode()).hexdigest()[:32]}.json"


def load_signer(folder: Path, name: str) -> Signer:
    """Return the witness's own key. Create it if there is none."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / KEY_FILE
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as out:
            out.write(entropy.secret().hex())
    except FileExistsError:
        pass
    return Signer(name, bytes.fromhex(file.read_text()), COSIGNATURE)


def _parse_request(body: str) -> tuple[int, list[bytes], str]:
    """Return the old size, the proof, and the note with the checkpoint."""
    head, blank, note = body.partition("\n\n")
    first, *lines = head.split("\n")
    match = HEAD_PATTERN.fullmatch(first)
    if not blank or match is None or len(lines) > LONGEST_PROOF:
        raise NotWitnessed(HTTPStatus.BAD_REQUEST, "This is not a valid request to add a checkpoint.")
    return int(match[1]), [_parse_hash(line) for line in lines], note


def _parse_hash(line: str) -> bytes:
    try:
        decoded = base64.b64decode(line, validate=True)
    except binascii.Error:
        decoded = b""
    if len(decoded) != HASH_LENGTH:
        raise NotWitnessed(HTTPStatus.BAD_REQUEST, "A line of the proof is not a hash.")
    return decoded
