"""Base64url without padding (RFC 4648, section 5), the key format of browsers' push services."""

import base64


def to_base64url(data: bytes) -> str:
    """Encode bytes."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    """Decode a text with or without padding. Raise ValueError if it is invalid."""
    bare = text.rstrip("=")
    if not bare.isascii() or set("+/") & set(bare):
        raise ValueError("this is not valid base64url")
    return base64.b64decode(bare + "=" * (-len(bare) % 4), b"-_", validate=True)
