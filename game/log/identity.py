"""The log's identity: its name and its signing keys."""

from django.conf import settings

from common.formats.signed_note import NoteError, Signer, split_note
from game.log.checkpoint import Checkpoint, open_checkpoint, parse_checkpoint
from game.log.folder import LogFolder
from game.log.merkle import EMPTY
from game.runtime.signing_keys import LOG, all_signers, newest_signer, site_name


class LogUnreadable(Exception):
    """The existing log cannot be continued."""


def log_folder() -> LogFolder:
    return LogFolder(settings.LOG_ROOT)


def log_origin() -> str:
    """Return the name that the log began with, or the one that a new log will have."""
    try:
        note = log_folder().read_checkpoint()
        if note is not None:
            return parse_checkpoint(split_note(note)[0]).origin
    except (NoteError, OSError):  # the publisher reports it; a game can begin anyway
        pass
    return f"{site_name()}/log"


def log_signer() -> Signer:
    """Return the current signer of the log."""
    return newest_signer(log_origin(), LOG)


def log_signers() -> list[Signer]:
    """Return the current and earlier signers of the log, the newest first."""
    return all_signers(log_origin(), LOG)


def published_checkpoint() -> Checkpoint:
    """Return the state of the log from its latest checkpoint, verified with the site's own keys."""
    note = log_folder().read_checkpoint()
    if note is None:
        return Checkpoint(log_origin(), 0, EMPTY)
    try:
        return open_checkpoint(note, [signer.verifier for signer in log_signers()])
    except NoteError as fault:
        says = "None of SIGNING_KEYS has signed it: add the one that did behind the newest."
        raise LogUnreadable(f"{settings.LOG_ROOT}/checkpoint: {fault} {says}") from None
