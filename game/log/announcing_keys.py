"""A new key is announced by the one before it, in the log."""

from common.formats.signed_note import NoteError, parse_verifier_key


def announcement(signs: str, key: str, before: str) -> str:
    """Return the text by which a key announces the next one for the same purpose."""
    return f"cribfair key\nsigns {signs}\nkey {key}\nbefore {before}\n"


def is_announced(signs: str, key: str, before: str, signature: str) -> bool:
    """Return whether the key before has signed the announcement; the signature is in hex."""
    try:
        verifier, signed = parse_verifier_key(before), bytes.fromhex(signature)
    except (NoteError, ValueError):
        return False
    return verifier.verifies(announcement(signs, key, before).encode(), signed)
