"""Download the .crib of a finished game, and replay a pasted one."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt, csrf_protect, ensure_csrf_cookie
from django.views.decorators.http import require_http_methods
from msgspec import to_builtins

from common.formats.json import Json
from common.http.client_ip import check_rate_limit
from game.accounts.rate_limits import PASTES, TRANSCRIPTS
from game.engine.play import start
from game.table.engine_texts import describe_illegal_move
from game.table.record.steps import parse_steps
from game.web.calls import get_call
from game.web.finished_game import CACHE_CONTROL, load_finished_game
from game.web.opened import refusing_sealed_secrets
from game.web.replay_wire import Terms, build_replay_json
from game.wire.frames import PlayerAtTable
from programs.crib.document import CribGame
from programs.crib.of_game import load_crib
from programs.crib.reading import LONGEST, TOO_LONG, CribFault, parse_crib
from programs.crib.writing import write_crib

# In bytes: a form may encode every character as three, and also sends its CSRF token.
LONGEST_FORM = 3 * LONGEST + 4096


@get_call
def download_crib(request: HttpRequest, game_id: str) -> HttpResponse:
    """Return a finished game as a .crib download."""
    game = load_finished_game(game_id, request.user)
    check_rate_limit(request, TRANSCRIPTS)
    with refusing_sealed_secrets():
        text = write_crib(load_crib(game.pk))
    headers = {
        "Cache-Control": CACHE_CONTROL,
        "Content-Disposition": f'attachment; filename="every-other-{game.pk}.crib"',
    }
    return HttpResponse(text, content_type="text/plain; charset=utf-8", headers=headers)


def refusing_long_forms(view: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Refuse a form by its size before it is parsed, since parsing a long one takes a tenth of a second.

    The site's own CSRF check would parse it, so this view is exempt from it, and `view` has to check.
    """

    @csrf_exempt
    @wraps(view)
    def answer(request: HttpRequest) -> HttpResponse:
        if request.method == "POST" and not _states_length(request, LONGEST_FORM):
            context = {"longest": LONGEST, "fault": gettext(TOO_LONG)}
            return render(request, "programs/crib/paste.html", context, status=413)
        return view(request)

    return answer


def _states_length(request: HttpRequest, longest: int) -> bool:
    """Return whether a request states its length, as browsers do for forms, and is short enough."""
    length = request.headers.get("content-length", "")
    return length.isdecimal() and len(length) < 9 and int(length) <= longest


@refusing_long_forms
@csrf_protect
@require_http_methods(["GET", "POST"])
@ensure_csrf_cookie
def paste(request: HttpRequest) -> HttpResponse:
    """Replay a pasted game. Nothing of it is stored."""
    if request.method == "GET":
        return render(request, "programs/crib/paste.html", {"longest": LONGEST})
    check_rate_limit(request, PASTES)
    pasted = tidy(request.POST.get("crib", ""))
    try:
        game = parse_crib(pasted)
    except CribFault as fault:
        echo = pasted if len(pasted) <= LONGEST else ""
        context = {"longest": LONGEST, "pasted": echo, "fault": describe_fault(fault)}
        return render(request, "programs/crib/paste.html", context, status=400)
    context = {"crib": game, "players": game.sides, "data": pasted_json(game)}
    return render(request, "programs/crib/replay.html", context)


def tidy(pasted: str) -> str:
    """Undo what a form and a clipboard change in a text: line ends, and surrounding space."""
    return pasted.replace("\r\n", "\n").strip() + "\n"


def describe_fault(fault: CribFault) -> str:
    """Return the explanation of an error in a .crib, for its reader."""
    why = describe_illegal_move(fault.illegal) if fault.illegal else ""
    return gettext(fault.says) % ({"why": why} | fault.values)


def pasted_json(game: CribGame) -> Json:
    """Return a pasted game in the format of the replay page. It has no id on this site."""
    first, second = [PlayerAtTable(side.name, bool(side.bot), False, None) for side in game.sides]
    players = (first, second)
    steps = parse_steps(start(game.rules), game.words, game.deck)
    replay: Json = to_builtins(
        build_replay_json(None, players, Terms(clock=game.clock, rated=bool(game.rated)), steps)
    )
    return replay
