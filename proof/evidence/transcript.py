"""The download of a game's transcript."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from common.http.client_ip import check_rate_limit
from common.refusal import Refusal
from game.accounts.rate_limits import TRANSCRIPTS
from game.models import Game
from game.shared_decks.barrier import check_shown
from game.web.calls import get_call
from game.web.finished_game import CACHE_CONTROL
from game.web.opened import refusing_sealed_secrets
from proof.evidence.builder import load_transcript
from proof.evidence.document import to_file


@get_call
def transcript(request: HttpRequest, game_id: str) -> HttpResponse:
    """Return the transcript: of a finished game to anyone, of a live one to its players as far as revealed.

    While other tables play the same cards, only players who had the transcript before get it.
    """
    return transcript_response(request, game_id)


def transcript_response(request: HttpRequest, game_id: str) -> HttpResponse:
    """Return the transcript, or raise a refusal."""
    game = Game.objects.filter(pk=game_id).only("finished_at", "seat_a", "seat_b").first()
    if game is None:
        raise Refusal("no_game", gettext("There’s no such game."))
    if game.finished_at is None and game.seat_of(request.user) is None:
        message = gettext("This game isn’t over yet. Until then only its players can see the transcript.")
        raise Refusal("not_over", message)
    check_shown(game_id, request.user)
    check_rate_limit(request, TRANSCRIPTS)
    with refusing_sealed_secrets():
        document = load_transcript(game.pk)
    headers = {
        "Cache-Control": "no-store" if document.result is None else CACHE_CONTROL,
        "Content-Disposition": f'attachment; filename="every-other-{game.pk}.json"',
    }
    return HttpResponse(to_file(document), content_type="application/json", headers=headers)
