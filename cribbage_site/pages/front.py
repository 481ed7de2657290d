"""The front page: a table to look at, three ways to play, and who is here."""

from collections.abc import Collection
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from common.formats.json import Json, encode
from common.page_parts import load_parts
from game.accounts import blocks
from game.ladder.stakes import nearest_bot, offered_bots, points_by_kind
from game.lobby.display import showcase
from game.lobby.display.figures import Figures, load_figures
from game.lobby.display.own_start import find_last_bot_game
from game.lobby.matchmaking import open_seeks, public_seeks
from game.models import Player
from game.runtime.presence import PEOPLE, SITE, presence
from game.table.tables import SEATS

TARGET = 121


@require_safe
@ensure_csrf_cookie
def front(request: HttpRequest) -> HttpResponse:
    """The front page is the lobby: a game is one click away."""
    here = presence.find((PEOPLE, SITE, SEATS))
    points = points_by_kind(request.user)
    last = find_last_bot_game(request.user)
    figures = load_figures()
    live = showcase.live_games()
    waiting = count_waiting(request.user)
    parts = load_parts("front", request.user)
    context = {
        **parts,
        "bots": offered_bots(points),
        "points": points,
        "fitting": last.bot if last else nearest_bot(points),
        "length": last.target if last else TARGET,
        "running": last if last and not last.is_over else None,
        "waiting": waiting,
        "usual_minutes": usual_minutes(figures.usual_wait),
        "figures": figures,
        "people": count_people(here[PEOPLE] | here[SITE], request.user, waiting),
        "games_to_watch": sum(game.seat_of(request.user) is None for game in live),
        **what_lies_on_the_felt(
            showcase.first_with_both_here(live, here[SEATS]), parts.get("position"), figures
        ),
    }
    return render(request, "cribbage_site/pages/front.html", context)


def what_lies_on_the_felt(live: Any, position: str | None, figures: Figures) -> dict[str, Any]:
    """Return a game that is played now, the throw of the day, the last game that ended, or an empty board."""
    if live is not None:
        return felt("live", showcase.scores_json(live))
    if position is not None:
        return {"felt": "throw"}
    for result in figures.results:
        if (still := showcase.still_json(result.game)) is not None:
            return felt("still", still)
    return {"felt": "empty"}


def felt(kind: str, game: Json) -> dict[str, Any]:
    """What the felt's template needs of a game."""
    return {"felt": kind, "game": game, "game_json": encode(game).decode()}


def count_people(connected: Collection[str], visitor: Any, waiting: int) -> int:
    """Count the visitor, whose page is about to connect, and all others: at least one where others wait."""
    others = len({*connected} - {str(visitor.pk)})
    return 1 + max(others, min(waiting, 1))


def count_waiting(visitor: Any) -> int:
    """How many others wait whom this visitor may play."""
    seeks = public_seeks(open_seeks())
    if not (isinstance(visitor, Player) and visitor.has_account):
        seeks = seeks.filter(rated=False)
    if not isinstance(visitor, Player):
        return seeks.count()
    owners = list(seeks.exclude(player=visitor).values_list("player", flat=True))
    apart = blocks.blocked_pairs([visitor.pk]) if owners else set()
    return sum(frozenset((owner, visitor.pk)) not in apart for owner in owners)


def usual_minutes(seconds: int | None) -> int | None:
    """A usual wait in whole minutes, rounded up; None where it is too long to be promised."""
    minutes = None if seconds is None else max(1, -(-seconds // 60))
    return minutes if minutes is not None and minutes <= 30 else None
