"""The pages of the ladder: the leaderboard, and its rules with the calculator."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from common.rendered import rendered_once
from ranking.drawn_rows import draw_rows
from ranking.leaderboard import LeaderboardRow, load_top
from ranking.models import Kind
from ranking.own_place import OwnPlace, find_own_place
from ranking.rules.calculator import calculate
from ranking.rules.drift import MEASURED_WINS, break_even_games, games_to_level_two, measured_drifts
from ranking.rules.landmarks import landmarks, level_steps
from ranking.rules.points import BOTS, INITIAL_POINTS
from ranking.standings import OF_PEOPLE


@require_safe
def ladder(request: HttpRequest) -> HttpResponse:
    """Show the Top 50 of one kind, and the visitor's place."""
    kind = _kind_param(request)
    if kind is None:
        return _no_such_list(request)
    rows = load_top(kind)
    own_place = _visitors_place(request, kind, rows)
    own_row = own_place and own_place.row
    context = {
        "kind": kind,
        "top": draw_rows(rows, me=request.user.pk),
        "levels": _draw_levels(own_row.level if own_row else None),
    }
    return render(request, "ranking/ladder.html", context | _own_context(request, own_place))


@require_safe
def own(request: HttpRequest) -> HttpResponse:
    """Return the visitor's part of the leaderboard, for an open page while the list changes."""
    kind = _kind_param(request)
    if kind is None:
        return _no_such_list(request)
    own_place = _visitors_place(request, kind, load_top(kind))
    return render(request, "ranking/my_standing.html", {"kind": kind, **_own_context(request, own_place)})


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Explain how points are won and lost, with a calculator for any two players."""
    worked = calculate(request.GET)
    return render(
        request,
        "ranking/rules.html",
        {"calculator": worked, "steps": level_steps(), "landmarks": landmarks(), **_drift_context()},
        status=200 if worked.answer else 400,
    )


@rendered_once(100)
def _draw_levels(own: int | None) -> SafeString:
    """Render the levels, with a visitor's own one marked."""
    context = {"steps": level_steps()[::-1], "landmarks": landmarks(), "own_level": own}
    return render_to_string("ranking/levels.html", context)


def _own_context(request: HttpRequest, place: OwnPlace | None) -> dict[str, object]:
    return {"own_place": place, "around": draw_rows(place.around if place else (), me=request.user.pk)}


def _drift_context() -> dict[str, object]:
    return {
        "drifts": measured_drifts(),
        "break_even": break_even_games(INITIAL_POINTS, BOTS["intermediate"].points),
        "climb": games_to_level_two("advanced", MEASURED_WINS["intermediate"]["advanced"]),
    }


def _kind_param(request: HttpRequest) -> Kind | None:
    name = request.GET.get("kind", Kind.PEOPLE.value)
    return Kind(name) if name in OF_PEOPLE else None


def _no_such_list(request: HttpRequest) -> HttpResponse:
    one, other = (kind.value for kind in OF_PEOPLE)
    message = gettext("There’s no such list. Choose %(one)s or %(other)s.")
    message %= {"one": one, "other": other}
    return render(request, "refusal.html", {"message": message}, status=404)


def _visitors_place(request: HttpRequest, kind: Kind, rows: list[LeaderboardRow]) -> OwnPlace | None:
    return find_own_place(request.user.pk, kind, rows) if request.user.pk else None
