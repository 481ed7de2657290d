"""The site's signing keys, derived from the passphrases in the settings."""

from functools import cache
from urllib.parse import urlsplit

from django.conf import settings

from common.formats.signed_note import Signer, parse_verifier_key
from rng.seal import derive_bytes

SEED_LENGTH = 32
# The purpose of a key is part of its derivation.
RECEIPTS = "receipt signing key"
LOG = "log signing key"


def site_name() -> str:
    """Return the name that the site signs with: its host, with the port if there is one."""
    return urlsplit(settings.SITE_URL).netloc


def newest_signer(name: str, purpose: str = RECEIPTS) -> Signer:
    """Return the current signer for a name."""
    return _signer(settings.SIGNING_KEYS[0], name, purpose)


def all_signers(name: str, purpose: str = RECEIPTS) -> list[Signer]:
    """Return the current and earlier signers, the newest first."""
    return [_signer(passphrase, name, purpose) for passphrase in settings.SIGNING_KEYS]


def find_signer(verifier_key: str, purpose: str = RECEIPTS) -> Signer | None:
    """Return the signer with this key, current or earlier; None if the site no longer has it."""
    signers = all_signers(parse_verifier_key(verifier_key).name, purpose)
    return next((signer for signer in signers if signer.verifier_key == verifier_key), None)


@cache
def _signer(passphrase: str, name: str, purpose: str) -> Signer:
    return Signer(name, derive_bytes(passphrase, purpose, SEED_LENGTH))
