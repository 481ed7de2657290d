"""The front page: a table to look at, three ways to play, and who is here."""

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from common import clock
from common.formats.json import Json, encode
from game.accounts import blocks
from game.ladder.stakes import nearest_bot, offered_bots, points_by_kind
from game.lobby.display import showcase
from game.lobby.display.figures import Figures, load_figures
from game.lobby.display.own_start import find_last_bot_game
from game.lobby.matchmaking import open_seeks, public_seeks
from game.models import Player
from game.runtime.presence import PEOPLE, SITE, presence
from game.table.tables import SEATS
from study.daily.standings import load_front_card
from study.throws.models import DailyThrow
from study.throws.voting import find_vote, labels_of, load_throw, position_json, today
from tournaments.events.show.next_event import load_next_event, minutes_left

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
    throw = load_throw(today())
    has_thrown = throw is not None and find_vote(throw, request.user) is not None
    context = {
        "next_event": find_next_event(request.user),
        "todays_throw": throw,
        "has_thrown": has_thrown,
        "six": labels_of(throw) if throw else (),
        "daily": load_front_card(request.user),
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
            showcase.first_with_both_here(live, here[SEATS]), None if has_thrown else throw, figures
        ),
    }
    return render(request, "cribbage_site/pages/front.html", context)


def find_next_event(visitor: Any) -> Json | None:
    """The event that comes next, or runs, as a line tells of it."""
    event, now = load_next_event(), clock.now()
    if event is None:
        return None
    starts_at = datetime.fromtimestamp(event.starts / 1000, UTC)
    shown = event.to_json(visitor if isinstance(visitor, Player) else None)
    return shown | {"starts_at": starts_at, "minutes_left": minutes_left(event, now)}


def what_lies_on_the_felt(live: Any, throw: DailyThrow | None, figures: Figures) -> dict[str, Any]:
    """A game that is played now, or the throw of the day, or the last game that was; or an empty board."""
    if live is not None:
        return felt("live", showcase.scores_json(live))
    if throw is not None:
        return {"felt": "throw", "position": encode(position_json(throw)).decode()}
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
