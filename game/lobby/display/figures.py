"""The figures on the front page, counted every few seconds for all visitors together."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, timedelta
from statistics import median_high

from django.db.models import Count, F, QuerySet
from django.db.models.functions import ExtractHour

from common import clock
from common.formats.plain_data import load_cached, save_cached
from game.lobby.api_bots import without_bots
from game.lobby.matchmaking import public_seeks
from game.models import Game, Seek
from game.shared_decks.barrier import without_open

LASTS = 5  # seconds
RESULTS = 5
# Search this many of the newest finished games for games between people.
NEWEST = 300
# The usual wait is shown once this many players have waited within a week.
WAITS, FEWEST_WAITS, WAITS_SINCE = 30, 5, timedelta(days=7)
NEVER = float("inf")
# The busiest hour is shown once people have begun this many games with each other.
FEWEST_GAMES, HOURS_SINCE, HOUR_LASTS = 20, timedelta(days=28), 3600


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game between people."""

    game: str
    players: tuple[str, str]
    scores: tuple[int, int]
    is_sample: bool


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of the front page."""

    usual_wait: int | None  # seconds
    wait_today: int | None  # seconds
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class BusiestHour:
    """The hour of the day (UTC) in which people begin most games with each other, if there are enough."""

    hour: int | None


def load_figures() -> Figures:
    """Return the figures, at most some seconds old."""
    figures: Figures | None = load_cached("front-figures", Figures)
    if figures is None:
        figures = read_figures()
        save_cached("front-figures", figures, LASTS)
    return figures


def read_figures() -> Figures:
    """Count the figures."""
    return Figures(usual_wait(), wait_today(), tuple(_results()))


def load_busiest_hour() -> int | None:
    """Return the busiest hour, at most an hour old."""
    kept: BusiestHour | None = load_cached("busiest-hour", BusiestHour)
    if kept is None:
        kept = BusiestHour(read_busiest_hour())
        save_cached("busiest-hour", kept, HOUR_LASTS)
    return kept.hour


def read_busiest_hour() -> int | None:
    """Return the hour in which people began most games lately, or None if they played too few."""
    recent = between_two_people(Game.objects.filter(created_at__gt=clock.now() - HOURS_SINCE, ply__gt=0))
    by_hour = recent.annotate(hour=ExtractHour("created_at", tzinfo=UTC)).values_list("hour")
    counts: dict[int, int] = dict(by_hour.annotate(games=Count("pk")).order_by("hour"))
    if sum(counts.values()) < FEWEST_GAMES:
        return None
    return max(counts, key=lambda hour: counts[hour])


def between_two_people(games: QuerySet[Game]) -> QuerySet[Game]:
    """Filter games without any bot."""
    return games.filter(without_bots(), seat_a__brain="", seat_b__brain="")


def _results() -> Iterable[Result]:
    newest = Game.objects.exclude(finished_at=None).order_by("-finished_at").values("pk")[:NEWEST]
    public = between_two_people(Game.objects.filter(pk__in=newest, voided_at=None)).filter(
        ended="played", seat_a__is_private=False, seat_b__is_private=False
    )
    played_out = without_open(public)
    for game in played_out.select_related("seat_a", "seat_b").order_by("-finished_at")[:RESULTS]:
        players = (game.seat_a, game.seat_b)
        yield Result(
            game.pk,
            (players[0].username, players[1].username),
            (game.score_a, game.score_b),
            any(player.is_sample for player in players),
        )


def usual_wait() -> int | None:
    """Return the median wait in seconds of recent players who sought any opponent.

    None if too few waited, or if most of them found no opponent.
    """
    now = clock.now()
    sought = public_seeks(Seek.objects.filter(rematch_of=None, created_at__gt=now - WAITS_SINCE))
    # Withdrawn seeks and open seeks say nothing about the wait.
    ended = sought.exclude(game=None, expires_at=F("created_at")).exclude(game=None, expires_at__gt=now)
    times = ended.order_by("-created_at").values_list("created_at", "game__created_at")[:WAITS]
    waits = [(met - since).total_seconds() if met else NEVER for since, met in times]
    wait = median_high(waits) if len(waits) >= FEWEST_WAITS else NEVER
    return None if wait == NEVER else max(0, round(wait))


def wait_today() -> int | None:
    """Return the median wait in seconds of the players who sought any opponent today and found one."""
    midnight = clock.now().replace(hour=0, minute=0, second=0, microsecond=0)
    met = public_seeks(Seek.objects.filter(rematch_of=None, created_at__gte=midnight)).exclude(game=None)
    times = met.order_by("-created_at").values_list("created_at", "game__created_at")[:WAITS]
    waits = [max(0, round((begun - since).total_seconds())) for since, begun in times]
    return median_high(waits) if waits else None
