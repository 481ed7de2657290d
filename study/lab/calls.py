"""The discard lab's call, for programs and its own page."""

from collections.abc import Mapping

from django.http import HttpRequest, JsonResponse

from common.formats.json import Json
from common.refusal import Refusal
from game.accounts.advice_permission import require_no_rated_game
from game.advice.wire import line_json
from game.web.calls import get_call
from study.lab.form import parse_form
from study.lab.weighing import weigh_in_worker


@get_call
def weigh(request: HttpRequest) -> JsonResponse:
    """Return the value of every discard from six cards."""
    return JsonResponse({"lines": weigh_form(request, request.GET.dict())})


def weigh_form(request: HttpRequest, entered: Mapping[str, str]) -> list[Json]:
    """Return every discard from the entered six cards, best first."""
    require_no_rated_game(request.user)
    form = parse_form(entered)
    if form.position is None:
        raise Refusal("bad_request", next(iter(form.faults.values())))
    return [line_json(line) for line in weigh_in_worker(request, form.position)]
