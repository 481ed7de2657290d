"""Dispatch calls of the open API: authenticate the caller, check scopes and rate limits, run the view."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import msgspec
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt

from common.formats.json import encode
from common.http.etag import with_etag
from common.http.refusal_shapes import OPEN_API, open_to_other_sites, preflight_response
from common.refusal import Refusal
from game.accounts.bans import find_ban
from game.tokens.bearer import bearer_of
from game.web.api.call import Call
from game.web.api.caller import set_caller
from game.web.api.paging import cursor_in, link_next
from game.web.bodies import EmptyBody, parse_body, parse_query
from game.web.frame import respond_or_refuse, wrong_method_response
from programs.api.idempotency import run_once
from programs.api.turns import count_request, counted, describe_turn


def view_of(calls: Sequence[Call]) -> Callable[..., HttpResponseBase]:
    """Return the view of one path, which dispatches to its calls by HTTP method."""
    by_method: dict[str, Call] = {call.method: call for call in calls}
    allowed = sorted([*by_method, "OPTIONS", *["HEAD"] * ("GET" in by_method)])

    @counted
    def refuse_method(request: HttpRequest) -> HttpResponseBase:
        return wrong_method_response(OPEN_API, allowed)

    @csrf_exempt
    def view(request: HttpRequest, **path: str) -> HttpResponseBase:
        method = "GET" if request.method == "HEAD" else request.method
        if method == "OPTIONS":
            return _preflight(
                request, by_method.get(request.headers.get("access-control-request-method", ""))
            )
        call = by_method.get(method or "")
        if call is None:
            return refuse_method(request)
        return answer_call(call, request, path)

    return view


def answer_call(call: Call, request: HttpRequest, path: dict[str, str]) -> HttpResponseBase:
    """Answer one call, or refuse it."""
    bearer = bearer_of(request.headers.get("authorization", ""))

    def respond() -> HttpResponseBase:
        admit(call, request, bearer)
        arguments = _arguments(call, request)
        return run_once(
            call,
            request,
            arguments.get("body"),
            lambda: _to_response(call, request, call.view(request, **arguments, **path)),
        )

    response = respond_or_refuse(OPEN_API, call.name, respond)
    describe_turn(request, response)
    open_to_other_sites(response)
    return response


def admit(call: Call, request: HttpRequest, bearer: str | None) -> None:
    """Authenticate the caller, and refuse callers that may not make this call.

    Afterwards `request.user` is the player, or anonymous if the token may read public data only.
    """
    token = count_request(request)
    if bearer is None:
        if call.scopes is not None:
            raise Refusal("no_token", gettext("This call needs a token: make one under Settings."))
        return
    if token is None:
        raise Refusal("bad_token", gettext("This token is unknown, has expired or was revoked."))
    request.user = token.player
    set_caller(request, token.player)
    if language := token.player.chosen_language:
        translation.activate(language)
    if (ban := find_ban(token.player)) is not None:
        raise Refusal("banned", ban.description)
    if call.scopes and not token.allows(frozenset(call.scopes), before_upgrade=call.is_before_upgrade):
        if token.allows(frozenset(call.scopes), before_upgrade=True):
            message = gettext("The scope “bot” is for bots: make the account one by POST /bots/upgrade.")
            raise Refusal("not_a_bot", message)
        wanted = ", ".join(sorted(call.scopes))
        raise Refusal(
            "no_scope", gettext("This token lacks the scope for this: %(wanted)s.") % {"wanted": wanted}
        )
    if not token.reads_as_owner:
        _read_as_stranger(call, request)


def _read_as_stranger(call: Call, request: HttpRequest) -> None:
    """Treat a caller whose token is only for a bot or an engine as anonymous; refuse private calls."""
    if call.is_private:
        message = gettext("A token that is only for a bot or an engine can’t read this.")
        raise Refusal("no_scope", message)
    if call.scopes is None:
        request.user = AnonymousUser()


def _to_response(call: Call, request: HttpRequest, answer: Any) -> HttpResponseBase:
    if isinstance(answer, HttpResponseBase):
        response = answer
    else:
        response = HttpResponse(encode(answer), content_type="application/json")
        if call.has_pages and (cursor := cursor_in(answer)) is not None:
            link_next(request, response, cursor)
    if call.method == "GET" and isinstance(response, HttpResponse):
        return with_etag(request, response)
    return response


@cache
def _decoder(body: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(body)


def _arguments(call: Call, request: HttpRequest) -> dict[str, Any]:
    """Return the parsed body and query as arguments of the view, if the call takes any."""
    arguments: dict[str, Any] = {}
    if call.method in ("POST", "PUT"):
        body = parse_body(request, _decoder(call.body or EmptyBody), call.max_bytes)
        if call.body is not None:
            arguments["body"] = body
    if call.query is not None:
        arguments["query"] = parse_query(request, call.query)
    return arguments


def _preflight(request: HttpRequest, call: Call | None) -> HttpResponse:
    """Answer a CORS preflight request. Pages of any site may call, because calls ignore cookies."""
    if call is None:
        return HttpResponse(status=204)
    return preflight_response(call.method, "Authorization, Content-Type, Idempotency-Key, If-None-Match")
