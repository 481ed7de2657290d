"""The lab's page, worked out here for whoever opens a link to a position or has no script."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from common.refusal import Refusal
from game.advice.lab.form import read
from game.advice.lab.rows import SORTS, rows
from game.advice.lab.weighing import weighed
from game.api.calls import STATUS
from game.lobby.rated import stay_unaided
from game.pages.play import refused


@require_safe
def lab(request: HttpRequest) -> HttpResponse:
    """The lab at the position its address tells."""
    asked = read(request.GET.dict())
    sort = request.GET.get("sort", "")
    try:
        stay_unaided(request.user)
        lines = weighed(request, asked.position) if asked.position else ()
    except Refusal as fault:
        return refused(request, fault)
    sort = sort if sort in SORTS else SORTS[0]
    faults = asked.faults if request.GET else {}
    table = rows(lines, dealer=asked.entered["dealer"] == "1", sort=sort)
    shown = {"entered": asked.entered, "faults": faults, "rows": table, "sort": sort}
    return render(request, "lab/lab.html", shown, status=STATUS["bad_request"] if faults else 200)
