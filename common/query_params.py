"""How the rooms of chance are asked: numbers between limits, names of a list, one shape for every no."""

from collections.abc import Callable, Collection
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext

from common.rate_limit import RateLimited

View = Callable[..., HttpResponse]


class InvalidParam(Exception):
    """What was asked makes no sense, as a sentence."""

    code, status = "bad_request", 400


def json_refusals(view: View) -> View:
    """A view whose refusals are JSON, as those of every API of this site are."""

    @wraps(view)
    def respond(request: HttpRequest, **at: Any) -> HttpResponse:
        try:
            return view(request, **at)
        except InvalidParam as fault:
            return JsonResponse({"error": fault.code, "says": str(fault)}, status=fault.status)
        except RateLimited as fault:
            return too_many_response(fault)

    return respond


def too_many_response(fault: RateLimited) -> JsonResponse:
    """No more for now, and when to come back."""
    told = {"error": "too_many", "says": fault.says}
    return JsonResponse(told, status=429, headers={"Retry-After": str(fault.retry_after)})


def int_param(request: HttpRequest, name: str, default: int, least: int, most: int) -> int:
    """A whole number that an address may name."""
    text = request.GET.get(name)
    if text is None:
        return default
    # Digits of ASCII alone, and not so many of them that reading them would take time.
    if text.isascii() and text.isdigit() and len(text) <= 18 and least <= int(text) <= most:
        return int(text)
    raise InvalidParam(
        gettext("“%(name)s” is a whole number from %(least)s to %(most)s.")
        % {"name": name, "least": least, "most": most}
    )


def choice_param(request: HttpRequest, name: str, default: str, names: Collection[str]) -> str:
    """One of several names that an address may choose."""
    text = request.GET.get(name, default)
    if text in names:
        return text
    raise InvalidParam(gettext("“%(name)s” is one of %(names)s.") % {"name": name, "names": ", ".join(names)})
