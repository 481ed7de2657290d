"""The pages of games over the board: the list, a new game, its replay and its settings."""

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.csrf import csrf_protect, ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_safe

from common.http.client_ip import check_rate_limit
from common.refusal import Refusal
from game.accounts.rate_limits import PASTES, TRANSCRIPTS
from game.models import Player
from game.sharing.drawing import picture_response
from game.sharing.frame import WIDTH, check_embeds, describe_title, height_of, iframe_line
from game.sharing.picture import Picture
from game.web.codes import status_of
from programs.board_games import games, reports
from programs.board_games.models import BoardGame
from programs.board_games.sharing import illustrate_board_game, share_board_game
from programs.crib.faults import CribFault
from programs.crib.reading import LONGEST
from programs.crib.web.pages import describe_fault, refusing_long_forms, replay_context, tidy
from programs.crib.web.replay_json import sheet_json
from programs.embedding.pages import answer_board, answer_shut

FORM = "programs/board_games/form.html"


def find_account(request: HttpRequest) -> Player | None:
    """Return the reader if they have an account."""
    user = request.user
    return user if isinstance(user, Player) and user.has_account else None


@require_safe
@ensure_csrf_cookie
def board_games(request: HttpRequest) -> HttpResponse:
    """List the games that the reader has written down."""
    account = find_account(request)
    if account is None:
        return redirect_to_login(request.get_full_path())
    rows = BoardGame.objects.filter(owner=account).defer("text", "review").order_by("-created_at", "pk")
    return render(request, "programs/board_games/list.html", {"rows": rows, "most": games.MOST_GAMES})


@refusing_long_forms(FORM)
@csrf_protect
@require_http_methods(["GET", "HEAD", "POST"])
@ensure_csrf_cookie
def new_board_game(request: HttpRequest) -> HttpResponse:
    """Write a game down."""
    account = find_account(request)
    if account is None:
        return redirect_to_login(request.get_full_path())
    if request.method != "POST":
        return render(request, FORM, {"longest": LONGEST})
    check_rate_limit(request, PASTES)
    written = tidy(request.POST.get("crib", ""))
    try:
        return redirect("board_game", games.save(account, written).pk)
    except (CribFault, Refusal) as fault:
        return _render_fault(request, written, fault, None)


@refusing_long_forms(FORM)
@csrf_protect
@require_http_methods(["GET", "HEAD", "POST"])
@ensure_csrf_cookie
def edit_board_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """Correct a game of the reader's own."""
    row = _load_own(request, game_id)
    if request.method != "POST":
        return render(request, FORM, {"longest": LONGEST, "pasted": row.text, "row": row})
    check_rate_limit(request, PASTES)
    written = tidy(request.POST.get("crib", ""))
    try:
        games.correct(row, written)
    except CribFault as fault:
        return _render_fault(request, written, fault, row)
    return redirect("board_game", row.pk)


def _render_fault(
    request: HttpRequest, written: str, fault: CribFault | Refusal, row: BoardGame | None
) -> HttpResponse:
    says = fault.says if isinstance(fault, Refusal) else describe_fault(fault)
    echo = written if len(written) <= LONGEST else ""
    context = {"longest": LONGEST, "pasted": echo, "fault": says, "row": row}
    return render(request, FORM, context, status=status_of(fault) if isinstance(fault, Refusal) else 400)


@require_http_methods(["GET", "HEAD", "POST"])
@ensure_csrf_cookie
def board_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """Replay a game. Its owner may share or delete it."""
    if request.method == "POST" and request.POST.get("do") == "report":
        return _report(request, _load_readable(request, game_id))
    if request.method == "POST":
        return _change(request, _load_own(request, game_id))
    row = _load_readable(request, game_id)
    check_rate_limit(request, TRANSCRIPTS)
    return _render_replay(request, row)


def _change(request: HttpRequest, row: BoardGame) -> HttpResponse:
    do = request.POST.get("do")
    if do == "delete":
        row.delete()
        return redirect("board_games")
    if do in ("share", "unshare"):
        try:
            games.set_shared(row, do == "share")
        except Refusal as fault:
            return _render_replay(request, row, fault)
    return redirect("board_game", row.pk)


def _report(request: HttpRequest, row: BoardGame) -> HttpResponse:
    account = find_account(request)
    if account is None:
        return redirect_to_login(request.get_full_path())
    try:
        reports.report(player=account, game=row, why=request.POST.get("why", ""))
    except Refusal as fault:
        return _render_replay(request, row, fault)
    messages.success(request, gettext("Thank you. The host will look at it."))
    return redirect("board_game", row.pk)


def _render_replay(request: HttpRequest, row: BoardGame, fault: Refusal | None = None) -> HttpResponse:
    opened = games.open_game(row)
    context = replay_context(opened.sheet, opened.played)
    is_own = row.owner == request.user
    if opened.can_be_reviewed and (is_own or row.review):
        context["data"]["review"] = reverse("board_game_review", args=[row.pk])
    if games.is_public(row):
        context |= {"sharing": share_board_game(opened), "embed": _iframe_of(request, row)}
    link = request.build_absolute_uri(reverse("board_game", args=[row.pk]))
    context |= {"row": row, "is_own": is_own, "link": link, "fault": fault, "longest_why": reports.MAX_WHY}
    return render(request, "programs/board_games/replay.html", context, status=status_of(fault))


def _iframe_of(request: HttpRequest, row: BoardGame) -> str:
    """Return the HTML line that embeds a game on another site."""
    address = request.build_absolute_uri(reverse("embedded_board_game", args=[row.pk]))
    return iframe_line(address, describe_title(row.name_a, row.name_b), WIDTH, height_of(WIDTH))


@require_safe
async def board_game_picture(request: HttpRequest, game_id: str) -> HttpResponse:
    """Serve the picture of a shared game. It is not cached, because its owner may stop sharing the game."""

    def load() -> Picture:
        row = games.find_public(game_id)
        if row is None:
            raise Http404(gettext("There’s no such game."))
        return illustrate_board_game(games.open_game(row))

    return await picture_response(request, load, cache_control="no-cache")


@require_safe
@xframe_options_exempt
def embedded_board_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show a shared game move by move in an iframe on another site."""
    check_embeds(request)
    row = games.find_public(game_id)
    if row is None:
        return answer_shut(request, gettext("There’s no game to show here."))
    opened = games.open_game(row)
    replay = sheet_json(opened.sheet, opened.played)
    # It is not cached, because its owner may stop sharing the game.
    page = reverse("board_game", args=[row.pk])
    return answer_board(request, replay, (row.name_a, row.name_b), page, "no-cache")


@require_safe
def download_board_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """Return a game as a .crib download."""
    row = _load_readable(request, game_id)
    disposition = f'attachment; filename="every-other-board-{row.pk}.crib"'
    headers = {"Content-Disposition": disposition, "Cache-Control": "private, no-store"}
    return HttpResponse(row.text, content_type="text/plain; charset=utf-8", headers=headers)


def _load_readable(request: HttpRequest, game_id: str) -> BoardGame:
    row = games.find_readable(game_id, request.user)
    if row is None:
        raise Http404(gettext("There’s no such game."))
    return row


def _load_own(request: HttpRequest, game_id: str) -> BoardGame:
    row = _load_readable(request, game_id)
    if row.owner != request.user:
        raise Http404(gettext("There’s no such game."))
    return row
