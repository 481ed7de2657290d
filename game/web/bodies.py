"""Parses the bodies and parameters of calls, and refuses those that cannot be read."""

from collections.abc import Mapping
from typing import TypeVar

import msgspec
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, RawPostDataException, UnreadablePostError
from django.utils.translation import gettext

from common.refusal import Refusal
from game.wire.moves import DECODE_ERRORS

T = TypeVar("T")

MAX_BODY = 4096


class EmptyBody(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The body of a call that needs only its URL."""


def parse_body(request: HttpRequest, decoder: msgspec.json.Decoder[T], max_bytes: int = MAX_BODY) -> T:
    """Parse the body of a call. A missing body counts as an empty object."""
    try:
        raw = request.body
    except (RawPostDataException, RequestDataTooBig, UnreadablePostError):
        raise Refusal("bad_request", gettext("Can’t read this request: its body must be JSON.")) from None
    if len(raw) > max_bytes:
        raise Refusal("too_long", gettext("A request can have at most %(most)s bytes.") % {"most": max_bytes})
    try:
        return decoder.decode(raw or b"{}")
    except DECODE_ERRORS as fault:
        raise unreadable(fault) from None


def parse_query(request: HttpRequest, query: type[T]) -> T:
    """Parse the parameters of a URL, each given once."""
    for name, values in request.GET.lists():
        if len(values) > 1:
            raise Refusal("bad_request", gettext("Give “%(name)s” only once.") % {"name": name[:20]})
    return convert(request.GET.dict(), query)


def convert(fields: Mapping[str, object], kind: type[T]) -> T:
    """Convert the texts of a URL or a form to a typed value."""
    try:
        return msgspec.convert(fields, kind, strict=False)
    except (msgspec.ValidationError, UnicodeError) as fault:
        raise unreadable(fault) from None


def unreadable(fault: Exception) -> Refusal:
    """Return the refusal of a malformed request."""
    return Refusal("bad_request", gettext("Can’t read this request: %(fault)s.") % {"fault": fault})
