"""The discard lab, for programs and for its own page."""

from django.http import HttpRequest, JsonResponse

from common.refusal import Refusal
from game.advice.lab.form import read
from game.advice.lab.weighing import weighed
from game.advice.wire import line_json
from game.api.calls import look
from game.lobby.rated import stay_unaided


@look
def weigh(request: HttpRequest) -> JsonResponse:
    """What every throw from six cards is worth."""
    stay_unaided(request.user)
    asked = read(request.GET.dict())
    if asked.position is None:
        raise Refusal("bad_request", next(iter(asked.faults.values())))
    return JsonResponse({"lines": [line_json(line) for line in weighed(request, asked.position)]})
