"""Fresh entropy. Only this module draws random bytes from the operating system."""

import secrets

UNAMBIGUOUS = "23456789abcdefghjkmnpqrstuvwxyz"


def secret() -> bytes:
    """Return 32 unpredictable bytes."""
    return secrets.token_bytes(32)


def nonce() -> bytes:
    """Return 12 bytes for one encryption."""
    return secrets.token_bytes(12)


def game_id() -> str:
    """Return the id of a new game: easy to read aloud and too long to guess."""
    return _random_letters(12)


def club_token() -> str:
    """Return the secret part of a club's invitation link, too long to guess."""
    return _random_letters(24)


def browser_token() -> str:
    """Return an id for a browser. It contains no information and is too long to guess."""
    return _random_letters(24)


def name_suffix() -> str:
    """Return a suffix that distinguishes guests' names."""
    return _random_letters(5)


def request_id() -> str:
    """Return an id for a request in the log."""
    return _random_letters(12)


def user_code() -> str:
    """Return a code that a person types to connect a device: short, because it is valid for minutes."""
    return _random_letters(8)


def choose_from(numbers: range, count: int) -> list[int]:
    """Return so many different, unpredictable numbers of a range."""
    return secrets.SystemRandom().sample(numbers, count)


def _random_letters(n: int) -> str:
    number, letters = secrets.randbelow(len(UNAMBIGUOUS) ** n), []
    for _ in range(n):
        number, at = divmod(number, len(UNAMBIGUOUS))
        letters.append(UNAMBIGUOUS[at])
    return "".join(letters)
