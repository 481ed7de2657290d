"""The discard lab, for programs and for its own page."""

from django.http import HttpRequest, JsonResponse

from game.advice_json import line_json
from game.api.answers import look
from game.lab.asked import read
from game.lab.weighing import weighed
from game.lobby.rated import stay_unaided
from game.lobby.refusal import Refusal


@look
def weigh(request: HttpRequest) -> JsonResponse:
    """What every throw from six cards is worth."""
    stay_unaided(request.user)
    asked = read(request.GET.dict())
    if asked.position is None:
        raise Refusal("bad_request", next(iter(asked.faults.values())))
    return JsonResponse({"lines": [line_json(line) for line in weighed(request, asked.position)]})
