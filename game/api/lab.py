"""The discard lab, for programs and for its own page."""

from django.http import HttpRequest, JsonResponse

from common.refusal import Refusal
from game.advice.lab.form import parse_form
from game.advice.lab.weighing import weigh_in_worker
from game.advice.wire import line_json
from game.api.calls import get_call
from game.lobby.rated import require_no_rated_game


@get_call
def weigh(request: HttpRequest) -> JsonResponse:
    """What every throw from six cards is worth."""
    require_no_rated_game(request.user)
    form = parse_form(request.GET.dict())
    if form.position is None:
        raise Refusal("bad_request", next(iter(form.faults.values())))
    return JsonResponse({"lines": [line_json(line) for line in weigh_in_worker(request, form.position)]})
