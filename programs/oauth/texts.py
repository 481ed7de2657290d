"""The texts of ids, codes and tokens that this server gives to apps."""

from typing import Any

from common.formats.base64url import to_base64url
from game.tokens.tokens import new_text
from rng import entropy


def new_access_token(request: Any) -> str:
    """Return a new access token, which looks like any token of the API."""
    return new_text()


def new_refresh_token(request: Any) -> str:
    return "eor_" + to_base64url(entropy.secret())


def new_secret() -> str:
    """Return a new secret of an app that runs on a server of its own."""
    return "eos_" + to_base64url(entropy.secret())


class ClientIds:
    """The toolkit's interface for the ids of apps."""

    def hash(self) -> str:
        return f"app_{entropy.game_id()}"


def new_user_code() -> str:
    """Return a new code that a person types to connect a device."""
    return as_user_code(entropy.user_code())


def as_user_code(typed: str) -> str:
    """Return a typed code as it is stored: "ABCD-EFGH"."""
    letters = "".join(filter(str.isalnum, typed.upper()))
    return f"{letters[:4]}-{letters[4:]}"
