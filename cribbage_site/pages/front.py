"""The front page: a table to look at, three ways to play, and the people who are here."""

from collections.abc import Collection
from datetime import UTC, datetime
from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from common import clock
from common.database.compiled_query import CompiledModelQuery
from common.formats.json import Json, encode
from common.page_parts import load_parts
from game.accounts import blocks
from game.ladder.stakes import offered_bots, points_by_kind
from game.lobby.display import showcase
from game.lobby.display.figures import Figures, load_busiest_hour, load_figures
from game.lobby.display.own_start import find_last_bot_game, load_next_bot
from game.lobby.display.snapshot import MAX_SEEKS
from game.lobby.matchmaking import open_seek_filter, public_seeks
from game.models import Player, Seek
from game.runtime.presence import PEOPLE, SITE, presence
from game.table.tables import SEATS

TARGET = 121
EXAMPLE = ("5H", "5S", "6D", "JC", "QH", "KS")  # on the felt where nothing was played yet


@require_safe
@ensure_csrf_cookie
def front(request: HttpRequest) -> HttpResponse:
    """The front page is the lobby: a game is one click away."""
    here = presence.find((PEOPLE, SITE, SEATS))
    points = points_by_kind(request.user)
    last = find_last_bot_game(request.user)
    figures = load_figures()
    live = showcase.live_games()
    waiting = load_waiting(request.user)
    parts = load_parts("front", request.user)
    context = {
        **parts,
        **load_parts("front_people", request.user, here),
        "bots": offered_bots(points),
        "points": points,
        "next_bot": load_next_bot(request.user, last),
        "length": last.target if last else TARGET,
        "running": last if last and not last.is_over else None,
        "waiting": waiting,
        "usual_minutes": usual_minutes(figures.usual_wait),
        "minutes_today": usual_minutes(figures.wait_today),
        "busiest_hour": load_busiest_hour(),
        "figures": figures,
        "people": count_people(here[PEOPLE] | here[SITE], request.user, len(waiting)),
        "games_to_watch": [game for game in live if game.seat_of(request.user) is None],
        **what_lies_on_the_felt(showcase.first_with_both_here(live, here[SEATS]), parts, figures),
    }
    return render(request, "cribbage_site/pages/front.html", context)


def what_lies_on_the_felt(live: Any, parts: dict[str, Any], figures: Figures) -> dict[str, Any]:
    """Return a live game, the throw of the day, the last finished game, or six cards at the start."""
    if live is not None:
        return felt("live", showcase.scores_json(live))
    if "position" in parts:
        return {"felt": "throw"}
    for result in figures.results:
        if (still := showcase.still_json(result.game)) is not None:
            return felt("still", still)
    throw = parts.get("todays_throw")
    return {"felt": "empty", "cards": encode(throw.six if throw else EXAMPLE).decode()}


def felt(kind: str, game: Json) -> dict[str, Any]:
    """Return the context for the felt's template."""
    return {"felt": kind, "game": game, "game_json": encode(game).decode()}


def count_people(connected: Collection[str], visitor: Any, waiting: int) -> int:
    """Count the visitor, whose page is about to connect, and all others: at least one where others wait."""
    others = len({*connected} - {str(visitor.pk)})
    return 1 + max(others, min(waiting, 1))


def load_waiting(visitor: Any) -> list[Seek]:
    """Return the requests of waiting players whom this visitor may play, oldest first."""
    has_account = isinstance(visitor, Player) and visitor.has_account
    found = _waiting[has_account].fetch_all(clock.now())
    if not isinstance(visitor, Player):
        return found
    others = [seek for seek in found if seek.player_id != visitor.pk]
    apart = blocks.blocked_pairs([visitor.pk]) if others else set()
    return [seek for seek in others if frozenset((seek.player_id, visitor.pk)) not in apart]


def _select_waiting(has_account: bool, now: datetime) -> QuerySet[Seek]:
    seeks = public_seeks(Seek.objects.filter(open_seek_filter(now)))
    allowed = seeks if has_account else seeks.filter(rated=False)
    return allowed.order_by("created_at", "pk")[:MAX_SEEKS]


_waiting = {
    has_account: CompiledModelQuery(
        Seek, partial(_select_waiting, has_account), datetime(1, 1, 1, tzinfo=UTC), related=("player",)
    )
    for has_account in (True, False)
}


def usual_minutes(seconds: int | None) -> int | None:
    """Return a usual wait in whole minutes, rounded up, or None if it is too long to promise."""
    minutes = None if seconds is None else max(1, -(-seconds // 60))
    return minutes if minutes is not None and minutes <= 30 else None
