"""The call of the replay page."""

from django.http import HttpRequest, HttpResponse

from game.web.calls import get_call
from game.web.replay import replay_response


@get_call
def replay_of(request: HttpRequest, game_id: str) -> HttpResponse:
    """Return every move of a finished game with all cards."""
    return replay_response(request, game_id)
