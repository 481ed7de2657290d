"""The lab's page, rendered on the server for links to a position and for browsers without scripts."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from common.refusal import Refusal
from game.accounts.advice_permission import require_no_rated_game
from game.web.refusal_page import render_refusal
from study.lab.form import parse_form
from study.lab.rows import SORTS, rows
from study.lab.weighing import weigh_in_worker


@require_safe
def lab(request: HttpRequest) -> HttpResponse:
    """Show the lab at the position in the URL."""
    form = parse_form(request.GET.dict())
    sort = request.GET.get("sort", "")
    try:
        require_no_rated_game(request.user)
        lines = weigh_in_worker(request, form.position) if form.position else ()
    except Refusal as fault:
        return render_refusal(request, fault)
    sort = sort if sort in SORTS else SORTS[0]
    faults = form.faults if request.GET else {}
    table = rows(lines, dealer=form.entered["dealer"] == "1", sort=sort)
    context = {"entered": form.entered, "faults": faults, "rows": table, "sort": sort}
    return render(request, "study/lab/lab.html", context, status=400 if faults else 200)
