"""The page for a refused request."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from common.refusal import Refusal
from game.runtime.metrics import REFUSALS
from game.web.codes import status_of

# Headings for refusals that need more than the default one.
HEADINGS = {
    "csrf": _("This page is out of date"),
    "engaged": _("One rated game at a time"),
    "no_account": _("You need an account"),
    "rated_game": _("No advice during a rated game"),
    "same_place": _("Play this one for fun"),
    "too_late": _("Too late"),
    "too_many": _("One moment, please"),
}


def render_refusal(request: HttpRequest, fault: Refusal) -> HttpResponse:
    """Render a refusal as a page."""
    REFUSALS.labels("page", fault.code).inc()
    context = {"heading": HEADINGS.get(fault.code), "message": fault.says, "code": fault.code}
    return render(request, "refusal.html", context, status=status_of(fault))
