"""The keys that the site signs receipts with, derived from the passphrases in the settings."""

from functools import cache
from urllib.parse import urlsplit

from django.conf import settings

from common.signed_note import Signer, parse_verifier_key
from rng.seal import derive_bytes

SEED_LENGTH = 32
PURPOSE = "receipt signing key"  # a part of what a key is derived from


def site_name() -> str:
    """The name that the site signs in: its host, with the port where there is one."""
    return urlsplit(settings.SITE_URL).netloc


def newest_signer(name: str) -> Signer:
    """What signs from now on, in a name."""
    return _signer(settings.SIGNING_KEYS[0], name)


def find_signer(verifier_key: str) -> Signer | None:
    """The signer with this key, newest or older; None where the site has it no more."""
    name = parse_verifier_key(verifier_key).name
    signers = (_signer(passphrase, name) for passphrase in settings.SIGNING_KEYS)
    return next((signer for signer in signers if signer.verifier_key == verifier_key), None)


@cache
def _signer(passphrase: str, name: str) -> Signer:
    return Signer(name, derive_bytes(passphrase, PURPOSE, SEED_LENGTH))
