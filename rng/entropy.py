"""Fresh entropy: everything that is drawn from the operating system is drawn here."""

import secrets

UNAMBIGUOUS = "23456789abcdefghjkmnpqrstuvwxyz"


def secret() -> bytes:
    """32 bytes that nobody could know before."""
    return secrets.token_bytes(32)


def nonce() -> bytes:
    """12 bytes for one seal."""
    return secrets.token_bytes(12)


def game_id() -> str:
    """The name of a new game, easy to read aloud and too long to guess."""
    return _random_letters(12)


def club_token() -> str:
    """What a link to a club has, too long to guess."""
    return _random_letters(24)


def browser_token() -> str:
    """A name for a browser, which tells nothing about it, too long to guess."""
    return _random_letters(24)


def name_suffix() -> str:
    """What tells one guest's name from another's."""
    return _random_letters(5)


def request_id() -> str:
    """What the log calls something that was asked."""
    return _random_letters(12)


def _random_letters(n: int) -> str:
    number, letters = secrets.randbelow(len(UNAMBIGUOUS) ** n), []
    for _ in range(n):
        number, at = divmod(number, len(UNAMBIGUOUS))
        letters.append(UNAMBIGUOUS[at])
    return "".join(letters)
