"""Answer a repeated request for unchanged data with 304 and no body."""

from hashlib import sha256
from typing import cast

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response


def with_etag(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return a response with an ETag of its content, or 304 if the client has that content already.

    The tag is weak, since a proxy may compress the content.
    """
    mark = f'W/"{sha256(response.content).hexdigest()[:32]}"'
    response.headers["ETag"] = mark
    return cast(HttpResponse, get_conditional_response(request, etag=mark, response=response))
