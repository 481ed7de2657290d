"""Who the log is: its name and the keys that sign it."""

from django.conf import settings

from common.formats.signed_note import NoteError, Signer, split_note
from game.log.checkpoint import Checkpoint, open_checkpoint, parse_checkpoint
from game.log.folder import LogFolder
from game.log.merkle import EMPTY
from game.runtime.signing_keys import LOG, all_signers, newest_signer, site_name


class LogUnreadable(Exception):
    """The log that is there is not one to go on with."""


def log_folder() -> LogFolder:
    return LogFolder(settings.LOG_ROOT)


def log_origin() -> str:
    """The name that the log began with; where none has begun, the one that it is going to have."""
    try:
        note = log_folder().read_checkpoint()
        if note is not None:
            return parse_checkpoint(split_note(note)[0]).origin
    except (NoteError, OSError):  # who publishes says so; a game can begin all the same
        pass
    return f"{site_name()}/log"


def log_signer() -> Signer:
    """What signs the log from now on."""
    return newest_signer(log_origin(), LOG)


def log_signers() -> list[Signer]:
    """What signs the log, and what signed it before, the newest first."""
    return all_signers(log_origin(), LOG)


def published_checkpoint() -> Checkpoint:
    """What the log is by its latest checkpoint, which one of our keys has signed."""
    note = log_folder().read_checkpoint()
    if note is None:
        return Checkpoint(log_origin(), 0, EMPTY)
    try:
        return open_checkpoint(note, [signer.verifier for signer in log_signers()])
    except NoteError as fault:
        says = "None of SIGNING_KEYS has signed it: add the one that did behind the newest."
        raise LogUnreadable(f"{settings.LOG_ROOT}/checkpoint: {fault} {says}") from None
