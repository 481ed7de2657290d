"""What the front page tells of the whole site: counted once in a while for all who look."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from statistics import median_high

from django.db.models import Count, F, Q

from common import clock
from common.formats.plain_data import load_cached, save_cached
from game.lobby.api_bots import without_bots
from game.lobby.matchmaking import public_seeks
from game.models import Game, Seek
from game.shared_decks.barrier import without_open
from ranking.leaderboard import listed_standings
from ranking.models import Kind

LASTS = 5  # seconds
TOP, RESULTS = 5, 5
# So many of the newest games that are over are searched for some between people.
NEWEST = 300
# How long one usually waits is told once so many have waited, by those of a week.
WAITS, FEWEST_WAITS, WAITS_SINCE = 30, 5, timedelta(days=7)
NEVER = float("inf")


@dataclass(frozen=True, slots=True)
class Leader:
    """Somebody at the top of the ladder."""

    name: str
    points: int
    is_sample: bool


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game between people."""

    game: str
    players: tuple[str, str]
    scores: tuple[int, int]
    is_sample: bool


@dataclass(frozen=True, slots=True)
class Figures:
    """The site at a glance."""

    games_today: int
    bot_games_today: int
    usual_wait: int | None  # seconds
    top: tuple[Leader, ...]
    results: tuple[Result, ...]


def load_figures() -> Figures:
    """The site at a glance, some seconds old at most."""
    figures: Figures | None = load_cached("front-figures", Figures)
    if figures is None:
        figures = read_figures()
        save_cached("front-figures", figures, LASTS)
    return figures


def read_figures() -> Figures:
    """The site at a glance."""
    midnight = clock.now().replace(hour=0, minute=0, second=0, microsecond=0)
    begun = Game.objects.filter(created_at__gte=midnight, ply__gt=0)
    with_a_bot = Count("pk", filter=~Q(without_bots(), seat_a__brain="", seat_b__brain=""))
    games, bot_games = begun.aggregate(all=Count("pk"), bot=with_a_bot).values()
    return Figures(games, bot_games, usual_wait(), tuple(_top()), tuple(_results()))


def _top() -> Iterable[Leader]:
    best = listed_standings(Kind.PEOPLE).order_by("kind", "-points", "player").select_related("player")
    for own in best[:TOP]:
        yield Leader(own.player.username, own.points, own.player.is_sample)


def _results() -> Iterable[Result]:
    newest = Game.objects.exclude(finished_at=None).order_by("-finished_at").values("pk")[:NEWEST]
    of_people = without_bots() & Q(seat_a__brain="", seat_b__brain="")
    between_people = Game.objects.filter(of_people, pk__in=newest, voided_at=None)
    public = between_people.filter(ended="played", seat_a__is_private=False, seat_b__is_private=False)
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
    """How many seconds most of those who lately sought anyone waited; None if too few did, or met nobody."""
    now = clock.now()
    sought = public_seeks(Seek.objects.filter(rematch_of=None, created_at__gt=now - WAITS_SINCE))
    # One that was withdrawn tells nothing, and neither does one that still waits.
    ended = sought.exclude(game=None, expires_at=F("created_at")).exclude(game=None, expires_at__gt=now)
    times = ended.order_by("-created_at").values_list("created_at", "game__created_at")[:WAITS]
    waits = [(met - since).total_seconds() if met else NEVER for since, met in times]
    wait = median_high(waits) if len(waits) >= FEWEST_WAITS else NEVER
    return None if wait == NEVER else max(0, round(wait))
