"""Query parameters: numbers between limits, choices of a list, and one format for refusals."""

from collections.abc import Callable, Collection
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from common.formats.digits import parse_digits
from common.http.rate_limit import RateLimited
from common.http.refusal_shapes import SITE, rate_limited_json, refusal_json

View = Callable[..., HttpResponse]


class InvalidParam(Exception):
    """An invalid parameter. The message is a sentence for the user."""

    code, status = "bad_request", 400


def json_refusals(view: View) -> View:
    """Make a view return its refusals as JSON, as every API of this site does."""

    @wraps(view)
    def respond(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, **kwargs)
        except InvalidParam as fault:
            return refusal_json(SITE, fault.code, str(fault), fault.status)
        except RateLimited as fault:
            return rate_limited_json(SITE, fault)

    return respond


def int_param(request: HttpRequest, name: str, default: int, least: int, most: int) -> int:
    """Parse a parameter as a whole number between two limits."""
    text = request.GET.get(name)
    if text is None:
        return default
    number = parse_digits(text, longest=18)
    if number is not None and least <= number <= most:
        return number
    raise InvalidParam(
        gettext("“%(name)s” must be a whole number from %(least)s to %(most)s.")
        % {"name": name, "least": least, "most": most}
    )


def choice_param(request: HttpRequest, name: str, default: str, names: Collection[str]) -> str:
    """Parse a parameter as one of several names."""
    text = request.GET.get(name, default)
    if text in names:
        return text
    raise InvalidParam(
        gettext("“%(name)s” must be one of %(names)s.") % {"name": name, "names": ", ".join(names)}
    )
