"""The calls of games over the board: check a text while it is entered, and review a game."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext
from msgspec import Struct

from common.formats.json import Json
from common.http.client_ip import check_rate_limit
from common.refusal import Refusal
from game.accounts.advice_permission import require_no_rated_game
from game.accounts.rate_limits import TRANSCRIPTS
from game.engine.state import Phase, State
from game.engine.view import seats_to_move
from game.web.bodies import EmptyBody
from game.web.calls import get_call, post_call
from programs.board_games import games, reviewing
from programs.board_games.counting import Counts, missing_counts, next_counts
from programs.board_games.games import Opened
from programs.crib.faults import CribFault
from programs.crib.reading import LONGEST, TOO_LONG, read_sheets
from programs.crib.sheet.convert import sides_of
from programs.crib.sheet.model import Sheet
from programs.crib.sheet.playing import UnknownCounts, play_sheet
from programs.crib.web.pages import describe_fault

LONGEST_BODY = 4 * LONGEST + 100  # bytes


class SheetBody(Struct, forbid_unknown_fields=True, frozen=True):
    """The text of a game, as far as it has been entered."""

    crib: str


@post_call(SheetBody, max_bytes=LONGEST_BODY)
def check_sheet(request: HttpRequest, body: SheetBody) -> HttpResponse:
    """Return what a text leads to: a fault, or whose turn it is. Nothing is stored."""
    check_rate_limit(request, TRANSCRIPTS)
    try:
        return JsonResponse(_progress(body.crib))
    except CribFault as fault:
        return JsonResponse({"fault": describe_fault(fault)})


def _progress(text: str) -> Json:
    if len(text) > LONGEST:
        raise CribFault(TOO_LONG)
    sheet = read_sheets(text)[-1]
    try:
        played = play_sheet(sheet)
    except UnknownCounts as fault:
        if fault.state.deal != sheet.deals[-1].number:
            raise
        counts = missing_counts(fault.counts, fault.unknown)
        return _state_json(sheet, fault.state, counts) | {"awaits": "counts", "seats": []}
    return _state_json(sheet, played.state, next_counts(played))


def _state_json(sheet: Sheet, state: State, counts: list[Counts]) -> dict[str, Any]:
    return {
        "fault": None,
        "names": [side.name for side in sides_of(sheet)],
        "scores": state.scores,
        "deal": state.deal,
        "deals": len(sheet.deals),
        "starter": bool(sheet.deals and sheet.deals[-1].starter),
        "awaits": _awaited(state),
        "seats": [seat.value for seat in seats_to_move(state)],
        "count": state.count,
        "counts": [one._asdict() for one in counts],
    }


def _awaited(state: State) -> str:
    """Return what comes next: a deal also while its dealer is not known."""
    return "deal" if state.phase in (Phase.CUT, Phase.DEAL) else state.phase.value


def review(request: HttpRequest, game_id: str) -> HttpResponse:
    """Return the status of a game's review, with the review if it is done. POST requests it first."""
    return (post_review if request.method == "POST" else get_review)(request, game_id=game_id)


@get_call
def get_review(request: HttpRequest, game_id: str) -> JsonResponse:
    require_no_rated_game(request.user)
    return JsonResponse(reviewing.status_json(_load(request, game_id)))


@post_call(EmptyBody)
def post_review(request: HttpRequest, body: EmptyBody, game_id: str) -> JsonResponse:
    require_no_rated_game(request.user)
    opened = _load(request, game_id)
    if opened.row.owner != request.user:
        raise Refusal(
            "not_yours", gettext("Only the account that wrote this game down can have it reviewed.")
        )
    reviewing.request_review(opened)
    return JsonResponse(reviewing.status_json(_load(request, game_id)), status=202)


def _load(request: HttpRequest, game_id: str) -> Opened:
    row: Any = games.find_readable(game_id, request.user)
    if row is None:
        raise Refusal("no_game", gettext("There’s no such game."))
    return games.open_game(row)
