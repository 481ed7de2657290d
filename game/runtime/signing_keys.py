"""The keys that the site signs with, derived from the passphrases in the settings."""

from functools import cache
from urllib.parse import urlsplit

from django.conf import settings

from common.formats.signed_note import Signer, parse_verifier_key
from rng.seal import derive_bytes

SEED_LENGTH = 32
# What keys are for is a part of what they are derived from.
RECEIPTS = "receipt signing key"
LOG = "log signing key"


def site_name() -> str:
    """The name that the site signs in: its host, with the port where there is one."""
    return urlsplit(settings.SITE_URL).netloc


def newest_signer(name: str, purpose: str = RECEIPTS) -> Signer:
    """What signs from now on, in a name."""
    return _signer(settings.SIGNING_KEYS[0], name, purpose)


def all_signers(name: str, purpose: str = RECEIPTS) -> list[Signer]:
    """What signs, and what signed before, the newest first."""
    return [_signer(passphrase, name, purpose) for passphrase in settings.SIGNING_KEYS]


def find_signer(verifier_key: str) -> Signer | None:
    """The signer of receipts with this key, newest or older; None where the site has it no more."""
    signers = all_signers(parse_verifier_key(verifier_key).name)
    return next((signer for signer in signers if signer.verifier_key == verifier_key), None)


@cache
def _signer(passphrase: str, name: str, purpose: str) -> Signer:
    return Signer(name, derive_bytes(passphrase, purpose, SEED_LENGTH))
