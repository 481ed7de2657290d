"""Who calls: by a token in the header, and never by a cookie."""

from collections.abc import Callable, Iterable

from django.http import HttpRequest, HttpResponse

from game.tokens.models import Token
from game.tokens.tokens import find_token, note_use

ROOT = "/api/v1/"
SCHEME = "bearer "


def without_cookies(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Takes a call of the platform for one that came without cookies, so that no other site can use them."""

    def answer(request: HttpRequest) -> HttpResponse:
        if request.path.startswith(ROOT):
            request.META.pop("HTTP_COOKIE", None)
            request.COOKIES = {}
        return get_response(request)

    return answer


def bearer_of(header: str) -> str | None:
    """The token in an Authorization header, unchecked; None where there is none."""
    return header[len(SCHEME) :].strip() if header[: len(SCHEME)].lower() == SCHEME else None


def bearer_in(headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """The same of a socket's handshake; empty, which is no token, where there are several."""
    found = [value.decode("latin-1") for name, value in headers if name == b"authorization"]
    return (bearer_of(found[0]) if len(found) == 1 else "") if found else None


def identify(bearer: str) -> Token | None:
    """The token that somebody shows, and that it was used today."""
    token = find_token(bearer)
    if token is not None:
        note_use(token)
    return token
