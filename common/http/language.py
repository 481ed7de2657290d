"""The language of a socket's user. Django's middleware does not handle sockets."""

from contextlib import suppress
from http.cookies import CookieError
from typing import Any

from django.http import HttpRequest, parse_cookie
from django.utils.translation import get_language_from_request


def language_of(scope: dict[str, Any]) -> str:
    """Return the language that a page would use: the cookie's, or else the browser's preference."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", "")
    with suppress(CookieError):
        request.COOKIES = parse_cookie(headers.get(b"cookie", ""))
    return get_language_from_request(request)
