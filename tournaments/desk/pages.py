"""The pages of the desk: director's page, big screen, players' score cards, and CSV."""

from collections.abc import Callable, Iterable

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_safe

from common.formats.csv_file import csv_file
from common.formats.digits import parse_digits
from common.http.client_ip import check_rate_limit, client_network
from common.http.rate_limit import RateLimited
from common.refusal import Refusal
from game.accounts.decorators import AccountRequest, account_required
from game.accounts.rate_limits import CARDS, DESKS
from game.web.codes import status_of
from tournaments.desk import actions, wire
from tournaments.desk.codes import find_by_request
from tournaments.desk.models import Evening, Sitter, Stage
from tournaments.desk.record import Record, load_record
from tournaments.formats.bracket import BEST_OF
from tournaments.formats.scoring import Ending

CHOSEN_GAMES, CHOSEN_BEST_OF = 9, 3


@require_http_methods(["GET", "HEAD", "POST"])
@account_required
@ensure_csrf_cookie
def desks(request: AccountRequest) -> HttpResponse:
    """Show a director's evenings, and the form that opens one."""
    fault = None
    if request.method == "POST":
        check_rate_limit(request, DESKS)
        try:
            evening = actions.create(
                director=request.user,
                name=request.POST.get("name", ""),
                games=_whole(request.POST, "games"),
                best_of=_whole(request.POST, "best_of"),
            )
        except Refusal as refusal:
            fault = refusal
        else:
            return redirect("desk", evening.pk)
    context = {
        "evenings": Evening.objects.filter(director=request.user).order_by("-created_at"),
        "games": actions.GAMES,
        "best_of": BEST_OF,
        "chosen": {"games": CHOSEN_GAMES, "best_of": CHOSEN_BEST_OF, **request.POST.dict()},
        "fault": fault,
    }
    return render(request, "tournaments/desk/desks.html", context, status=status_of(fault))


@require_http_methods(["GET", "HEAD", "POST"])
@account_required
@ensure_csrf_cookie
def desk(request: AccountRequest, evening_id: str) -> HttpResponse:
    """Show the director's page of an evening, whose forms offer all actions."""
    evening = find_own_evening(request, evening_id)
    fault = None
    if request.method == "POST":
        check_rate_limit(request, DESKS)
        try:
            return _do(evening, request.POST)
        except Refusal as refusal:
            fault = refusal
            evening.refresh_from_db()
    context = {**_shown(evening), "fault": fault, "names": request.POST.get("names", "")}
    return _render_live(
        request, evening, "tournaments/desk/desk.html", "tournaments/desk/desk_live.html", context, fault
    )


@require_safe
def screen(request: HttpRequest, evening_id: str) -> HttpResponse:
    """Show the page for the wall: tables, waiting players, the standings and the bracket."""
    evening = _find_evening(evening_id)
    return _render_live(
        request, evening, "tournaments/desk/screen.html", "tournaments/desk/screen_live.html", _shown(evening)
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@ensure_csrf_cookie
def card(request: HttpRequest, code: str) -> HttpResponse:
    """Show a player's own page: their table, and the score card of their game."""
    try:
        sitter = find_by_request(request, code)
    except Refusal as refusal:
        raise Http404(refusal.says) from None
    fault = None
    if request.method == "POST":
        check_rate_limit(request, DESKS)
        if wait := CARDS.acquire(sitter.pk, client_network(request)):
            raise RateLimited(wait)
        try:
            won = {"me": True, "other": False}.get(request.POST.get("won", ""))
            if won is None:
                raise Refusal("bad_request", gettext("Enter the winner."))
            actions.hand_in(code, _whole(request.POST, "number"), won, _whole(request.POST, "loser_has"))
        except Refusal as refusal:
            fault = refusal
        else:
            return redirect("desk_card", code)
    evening = _find_evening(sitter.evening_id)
    record = load_record(evening)
    context = {**_shown(evening, record), **_own_card(record, sitter), "fault": fault}
    response = _render_live(
        request, evening, "tournaments/desk/card.html", "tournaments/desk/card_live.html", context, fault
    )
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response


@require_safe
@account_required
def order_csv(request: AccountRequest, evening_id: str) -> HttpResponse:
    """Return the standings as a file."""
    return _csv(find_own_evening(request, evening_id), "order", wire.order_table)


@require_safe
@account_required
def games_csv(request: AccountRequest, evening_id: str) -> HttpResponse:
    """Return all games as a file."""
    return _csv(find_own_evening(request, evening_id), "games", wire.games_table)


def _do(evening: Evening, form: QueryDict) -> HttpResponse:
    """Run the action of a director's form, and redirect to the place that shows its result."""
    at, where, what = "desk", "", form.get("do", "")
    match what:
        case "add":
            actions.add_players(evening.pk, form.get("names", "").splitlines())
            where = "#players"
        case "pair":
            actions.pair_now(evening.pk)
            where = "#tables"
        case "home" | "back":
            actions.set_here(evening.pk, _whole(form, "player"), what == "back")
            where = "#players"
        case "decide":
            how = _ending(form.get("how", ""))
            winner = 0 if how is Ending.VOID else _whole(form, "winner")
            loser_has = _whole(form, "loser_has") if how in (Ending.PLAYED, Ending.GIVEN_UP) else 0
            actions.decide(evening.pk, _whole(form, "number"), how, winner, loser_has)
            where = "#tables"
        case "renew":
            actions.renew_codes(evening.pk, _whole(form, "player"))
            at, where = "desk_slips", f"#player-{_whole(form, 'player')}"
        case "renew_all":
            actions.renew_codes(evening.pk)
            at = "desk_slips"
        case "bracket":
            actions.begin_bracket(evening.pk)
        case "close":
            actions.close(evening.pk)
        case "delete":
            evening.delete()
            return redirect("desks")
        case _:
            raise Refusal("bad_request", gettext("We couldn’t read this form. Reload the page."))
    response = redirect(at, evening.pk)
    response["Location"] += where
    return response


def _render_live(
    request: HttpRequest,
    evening: Evening,
    whole: str,
    part: str,
    context: dict[str, object],
    fault: Refusal | None = None,
) -> HttpResponse:
    """Render a page that polls for updates: with `since`, only the changed part, or 204 if there is none."""
    since = request.GET.get("since")
    if since is None:
        return render(request, whole, context, status=status_of(fault))
    return HttpResponse(status=204) if since == str(evening.version) else render(request, part, context)


def _shown(evening: Evening, record: Record | None = None) -> dict[str, object]:
    record = record or load_record(evening)
    return {
        "evening": evening,
        "open_boards": wire.board_rows(record, is_open=True),
        "over_boards": wire.board_rows(record, is_open=False),
        "free": record.free if evening.stage == Stage.GAMES else (),
        "order": wire.order_rows(record),
        "bracket": wire.bracket_rows(record),
        "champion": wire.champion(record),
        "sitters": record.sitters.values(),
        "is_open": evening.stage != Stage.OVER,
        "in_games": evening.stage == Stage.GAMES,
    }


def _own_card(record: Record, sitter: Sitter) -> dict[str, object]:
    board = record.board_of(sitter.pk)
    place = 0 if board and board.first_id == sitter.pk else 1
    own, theirs = ("card_of_first", "card_of_second")[:: 1 if place == 0 else -1]
    behind = record.cards[sitter.pk]
    return {
        "sitter": sitter,
        "board": board,
        "deals_first": place == 0,
        "opponent": (board.second if place == 0 else board.first) if board else None,
        "own_card": getattr(board, own, None),
        "their_card": getattr(board, theirs, None),
        "place": place,
        "score_card": wire.score_card(record, sitter),
        "row": next(row for row in wire.order_rows(record) if row.sitter == sitter),
        "games_left": record.evening.games - behind.games,
    }


def find_own_evening(request: AccountRequest, evening_id: str) -> Evening:
    """Return a director's own evening."""
    evening = Evening.objects.filter(pk=evening_id, director=request.user).first()
    if evening is None:
        raise Http404(gettext("There’s no such evening."))
    return evening


def _find_evening(evening_id: str) -> Evening:
    evening = Evening.objects.filter(pk=evening_id).first()
    if evening is None:
        raise Http404(gettext("There’s no such evening."))
    return evening


def _whole(form: QueryDict, name: str) -> int:
    """Return a whole number from a form, or -1, which is never valid, for anything else."""
    number = parse_digits(form.get(name, "").strip())
    return -1 if number is None else number


def _ending(text: str) -> Ending:
    try:
        return Ending(text)
    except ValueError:
        raise Refusal("bad_request", gettext("Enter how the game ended.")) from None


def _csv(evening: Evening, name: str, rows: Callable[[Record], Iterable[list[str | int]]]) -> HttpResponse:
    return csv_file(f"{name}-{evening.pk}", rows(load_record(evening)))
