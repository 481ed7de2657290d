"""Respond to a request that failed through our own error, or because the database is unavailable."""

import sqlite3
import sys

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext
from django.views import defaults

from common.http.refusal_shapes import OPEN_API, open_to_other_sites, shape_of
from game.runtime.metrics import REFUSALS
from game.table.record.heartbeat import DatabaseGone
from game.web.codes import STATUS_BY_CODE
from game.web.frame import refusal_response

RETRY_SECONDS = 5
CODE = "try_again"


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the error page. During a database outage, return a page or an API response that says so."""
    if not _is_away(sys.exc_info()[1]):
        return defaults.server_error(request)
    says = gettext(
        "Our database can’t be reached at the moment. Your games are safe. Try again in a few seconds."
    )
    return _away_response(request.path, says)


def _is_away(fault: BaseException | None) -> bool:
    """Return whether the database is away. SQLite raises the same exception for a faulty statement."""
    if not isinstance(fault, DatabaseGone):
        return False
    return getattr(fault.__cause__, "sqlite_errorcode", None) != sqlite3.SQLITE_ERROR


def _away_response(path: str, says: str) -> HttpResponse:
    shape = shape_of(path)
    if shape is None:
        return _away_page(says)
    response = refusal_response(shape, CODE, says, RETRY_SECONDS)
    if shape is OPEN_API:
        open_to_other_sites(response)
    return response


def _away_page(says: str) -> HttpResponse:
    REFUSALS.labels("page", CODE).inc()
    context = {"heading": gettext("One moment, please"), "message": says, "code": CODE}
    page = render_to_string("refusal.html", context)  # without a request, which would cost a query
    return HttpResponse(page, status=STATUS_BY_CODE[CODE], headers={"Retry-After": str(RETRY_SECONDS)})
