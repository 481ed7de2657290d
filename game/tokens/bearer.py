"""Authentication of callers: by a token in the header, never by a cookie."""

from collections.abc import Callable, Iterable

from django.http import HttpRequest, HttpResponse

from game.tokens.models import Token
from game.tokens.tokens import find_token, note_use

ROOT = "/api/v1/"
SCHEME = "bearer "


def without_cookies(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Remove cookies from API platform calls, so that no other site can use a visitor's session."""

    def answer(request: HttpRequest) -> HttpResponse:
        if request.path.startswith(ROOT):
            request.META.pop("HTTP_COOKIE", None)
            request.COOKIES = {}
        return get_response(request)

    return answer


def bearer_of(header: str) -> str | None:
    """Return the unchecked token of an Authorization header; None without one."""
    return header[len(SCHEME) :].strip() if header[: len(SCHEME)].lower() == SCHEME else None


def bearer_in(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """Return the token of a socket's handshake; an empty string, which is no token, if there are several."""
    found = [value.decode("latin-1") for name, value in headers if name == b"authorization"]
    return (bearer_of(found[0]) if len(found) == 1 else "") if found else None


def identify(bearer: str) -> Token | None:
    """Return the valid token for this text, and record its use today."""
    token = find_token(bearer)
    if token is not None:
        note_use(token)
    return token
