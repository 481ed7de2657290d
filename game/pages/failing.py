"""The answer to a request that failed by our own fault, or because the database is away."""

import sqlite3
import sys

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext
from django.views import defaults

from game.api.calls import STATUS_BY_CODE
from game.table.heartbeat import DatabaseGone
from game.table.metrics import REFUSALS

RETRY_SECONDS = 5
CODE = "try_again"


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the page of errors; while the database is away, a page or an answer of a call that says so.

    Django calls this where it handles the exception, in the views and in the middleware alike.
    """
    if not _is_away(sys.exc_info()[1]):
        return defaults.server_error(request)
    says = gettext(
        "Our database can’t be reached at the moment. Your games are safe. Try again in a few seconds."
    )
    response = _away_response(request.path, says)
    response.headers["Retry-After"] = str(RETRY_SECONDS)
    return response


def _is_away(fault: BaseException | None) -> bool:
    """Return whether the database is away. SQLite raises the same exception for a faulty statement."""
    if not isinstance(fault, DatabaseGone):
        return False
    return getattr(fault.__cause__, "sqlite_errorcode", None) != sqlite3.SQLITE_ERROR


def _away_response(path: str, says: str) -> HttpResponse:
    status = STATUS_BY_CODE[CODE]
    if path.startswith("/api/v1/"):
        REFUSALS.labels("platform", CODE).inc()
        answer = {"code": CODE, "says": says, "retry_ms": RETRY_SECONDS * 1000}
        return JsonResponse(answer, status=status, headers={"Access-Control-Allow-Origin": "*"})
    if path.startswith("/api/"):
        REFUSALS.labels("api", CODE).inc()
        return JsonResponse({"error": CODE, "says": says}, status=status)
    REFUSALS.labels("page", CODE).inc()
    context = {"heading": gettext("One moment, please"), "message": says, "code": CODE}
    return HttpResponse(
        render_to_string("refusal.html", context), status=status
    )  # its own request costs a query
