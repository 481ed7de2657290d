"""Download the .crib of a finished game, and replay a pasted one."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt, csrf_protect, ensure_csrf_cookie
from django.views.decorators.http import require_http_methods

from common.formats.json import Json
from common.http.client_ip import check_rate_limit
from game.accounts.rate_limits import PASTES, TRANSCRIPTS
from game.engine.i18n import gettext_noop
from game.table.engine_texts import describe_illegal_move
from game.web.calls import get_call
from game.web.finished_game import CACHE_CONTROL, load_finished_game
from game.web.opened import refusing_sealed_secrets
from programs.crib.document import CribGame
from programs.crib.faults import CribFault
from programs.crib.of_game import load_crib
from programs.crib.reading import LONGEST, TOO_LONG, read_sheets
from programs.crib.sheet.convert import sheet_of, sides_of
from programs.crib.sheet.model import Sheet
from programs.crib.sheet.playing import Played, play_sheet
from programs.crib.web.replay_json import sheet_json
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


View = Callable[..., HttpResponse]


def refusing_long_forms(template: str) -> Callable[[View], View]:
    """Refuse a form by its size before it is parsed, since parsing a long one takes a tenth of a second.

    The site's own CSRF check would parse it, so the view is exempt from it, and has to check itself.
    """

    def as_view(view: View) -> View:
        @csrf_exempt
        @wraps(view)
        def answer(request: HttpRequest, **kwargs: str) -> HttpResponse:
            if request.method == "POST" and not _states_length(request, LONGEST_FORM):
                return render(request, template, {"longest": LONGEST, "fault": gettext(TOO_LONG)}, status=413)
            return view(request, **kwargs)

        return answer

    return as_view


def _states_length(request: HttpRequest, longest: int) -> bool:
    """Return whether a request states its length, as browsers do for forms, and is short enough."""
    length = request.headers.get("content-length", "")
    return length.isdecimal() and len(length) < 9 and int(length) <= longest


@refusing_long_forms("programs/crib/paste.html")
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
        sheet, played = play_pasted(pasted)
    except CribFault as fault:
        echo = pasted if len(pasted) <= LONGEST else ""
        context = {"longest": LONGEST, "pasted": echo, "fault": describe_fault(fault)}
        return render(request, "programs/crib/paste.html", context, status=400)
    return render(request, "programs/crib/replay.html", replay_context(sheet, played))


def play_pasted(text: str) -> tuple[Sheet, Played]:
    """Parse and play one game of either format. Raise CribFault if that can't be done."""
    if len(text) > LONGEST:
        raise CribFault(TOO_LONG)
    sheets = read_sheets(text)
    if len(sheets) > 1:
        raise CribFault(gettext_noop("This text has several games. Take one of them."))
    played = play_sheet(sheets[0])
    if not any(turn.events for turn in played.turns):
        raise CribFault(gettext_noop("There are no moves to replay."))
    return sheets[0], played


def replay_context(sheet: Sheet, played: Played) -> dict[str, Any]:
    """Return the context of the replay page of a sheet."""
    about = [sheet.tag(name) for name in ("Event", "Round", "Date", "Site")]
    shown = ("Format", "A", "B", "Rules", "Result", "Event", "Round", "Date", "Site")
    others = [(name, value) for name, value in sheet.tags if name not in shown]
    return {
        "crib": sheet,
        "players": sides_of(sheet),
        "data": sheet_json(sheet, played),
        "about": " · ".join(filter(None, about)),
        "other_tags": others,
    }


def tidy(pasted: str) -> str:
    """Undo what a form and a clipboard change in a text: line ends, and surrounding space."""
    return pasted.replace("\r\n", "\n").strip() + "\n"


def describe_fault(fault: CribFault) -> str:
    """Return the explanation of an error in a .crib, for its reader, with its line and column."""
    why = describe_illegal_move(fault.illegal) if fault.illegal else ""
    says = gettext(fault.says) % ({"why": why} | fault.values)
    if fault.at is None:
        return says
    place = {"line": fault.at.line, "column": fault.at.column, "fault": says}
    return gettext("Line %(line)s, column %(column)s: %(fault)s") % place


def pasted_json(game: CribGame) -> Json:
    """Return a whole game in the format of the replay page. It has no id on this site."""
    sheet = sheet_of(game)
    return sheet_json(sheet, play_sheet(sheet))
