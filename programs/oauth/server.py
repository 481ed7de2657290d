"""The toolkit's server, and the checks that all its endpoints share."""

from functools import cache
from typing import Any

from django.http import HttpRequest
from oauth2_provider.oauth2_backends import get_oauthlib_core
from oauthlib.oauth2.rfc6749.errors import InvalidRequestError, OAuth2Error


@cache
def server() -> Any:
    """Return the toolkit's wrapper of oauthlib's server."""
    return get_oauthlib_core()


def check_readable(request: HttpRequest) -> None:
    """Raise an error of OAuth for parameters that no client has a reason to send."""
    for values in (request.GET, request.POST):
        if any("\0" in text for name in values for text in (name, *values.getlist(name))):
            raise InvalidRequestError("A parameter has a null byte.")


def issuer_of(request: HttpRequest) -> str:
    """Return the name of this server among authorization servers (RFC 8414): its origin."""
    return request.build_absolute_uri("/").rstrip("/")


def describe(error: OAuth2Error) -> str:
    """Return an error's name and description, for the author of an app."""
    return f"{error.error}: {error.description}" if error.description else str(error.error)
