"""The language of somebody who comes in by a socket, where no middleware looks for it."""

from contextlib import suppress
from http.cookies import CookieError
from typing import Any

from django.http import HttpRequest, parse_cookie
from django.utils.translation import get_language_from_request


def language_of(scope: dict[str, Any]) -> str:
    """As a page would have it: what a cookie says, or else what the browser asks for."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", "")
    with suppress(CookieError):
        request.COOKIES = parse_cookie(headers.get(b"cookie", ""))
    return get_language_from_request(request)
