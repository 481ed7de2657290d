"""Measure reads of events, clubs, daily games, Strength and notifications, and calls of the API."""

from collections.abc import Iterator
from itertools import cycle

from django.core.cache import cache
from django.test import Client

from bench.scale.dataset import DatasetSize
from bench.scale.pages import Path, client_of, measure_pages, most_active_player, some_players
from bench.scale.timing import measure_work
from game.models import Player
from game.tokens.scopes import Scope
from game.tokens.tokens import make_token
from people.clubs.models import Club
from people.notices.listing import load_notices
from study.daily.models import DailyEntry
from tournaments.archive.totals import load_winners
from tournaments.events.models import Event, Pairing

PUBLIC = (
    "/events", "/events/past", "/archive/winners", "/clubs", "/clubs?name=7", "/daily", "/strength",
    "/ladder/bots", "/seasons", "/sitemap.xml",
)  # fmt: skip
OWN = ("/events", "/events/calendar", "/friends", "/strength", "/improve", "/settings/notices")
LISTS = (
    "me", "me/games", "following", "blocks", "events", "archive/events", "archive/winners", "clubs?name=club",
    "bots?max=100", "bots/online", "ladder/people", "ladder/house", "ladder/bots", "daily",
)  # fmt: skip


def measure(size: DatasetSize, rounds: int) -> None:
    """Measure as a stranger, as the most active player, and as that player's program."""
    keen = most_active_player()
    _, token = make_token(player=keen, name="bench", scopes=(Scope.PLAY, Scope.FOLLOW), days=1)
    program = Client(headers={"authorization": f"Bearer {token}"})
    of_days = list(day_pages())
    pages = [*zip(PUBLIC, PUBLIC, strict=True), *of_days, *event_and_club_pages()]
    measure_pages("a stranger", client_of(None), pages, rounds)
    measure_pages("the keenest player", client_of(keen), [*zip(OWN, OWN, strict=True), *of_days], rounds)
    measure_pages("a program", program, calls(size, keen), rounds)
    measure_work("a player's notifications", lambda turn: load_notices([keen.pk]), None, rounds)
    measure_work("winners of events, once a minute", lambda turn: add_up_winners(), None, rounds)


def day_pages() -> Iterator[tuple[str, str]]:
    """Yield the pages of the day that most have played."""
    day = DailyEntry.objects.order_by("-pk")[0].daily_id
    yield "a past daily game", f"/daily/{day}"
    yield "its month", f"/daily/month/{day:%Y-%m}"
    yield "its call", f"/api/v1/daily/{day}"


def event_and_club_pages() -> Iterator[tuple[str, Path | str]]:
    """Yield pages about another event and another club every time."""
    events, clubs = cycle(event_ids()), cycle(club_slugs())
    middle = Event.objects.order_by("starts_at")[Event.objects.count() // 2].pk
    yield "past events, in the middle", f"/events/past?before={middle}"
    yield "an event", lambda turn: f"/events/{next(events)}"
    yield "its pairings", lambda turn: f"/events/{next(events)}/pairings"
    yield "a club", lambda turn: f"/club/{next(clubs)}"
    yield "its past events", lambda turn: f"/club/{next(clubs)}/past"
    yield "its all-time table", lambda turn: f"/club/{next(clubs)}/table"


def calls(size: DatasetSize, keen: Player) -> Iterator[tuple[str, Path | str]]:
    """Yield the lists of the API."""
    events, clubs, people = cycle(event_ids()), cycle(club_slugs()), cycle(some_players(size))
    for name in LISTS:
        yield f"GET {name}", f"/api/v1/{name}"
    yield "GET events/EVENT", lambda turn: f"/api/v1/events/{next(events)}"
    yield "GET clubs/CLUB", lambda turn: f"/api/v1/clubs/{next(clubs)}"
    yield "GET clubs/CLUB/table", lambda turn: f"/api/v1/clubs/{next(clubs)}/table"
    yield "GET players/NAME", lambda turn: f"/api/v1/players/{next(people).username}"
    yield "GET pair/ONE/OTHER", lambda turn: f"/api/v1/pair/{keen.username}/{next(people).username}"
    # Without a maximum, the answer is a stream of all games, and so it is of all bots.
    for part in ("games?max=100", "curve", "events", "opponents", "trophies"):
        yield f"GET players/KEENEST/{part}", f"/api/v1/players/{keen.username}/{part}"


def event_ids() -> list[str]:
    """Return some events with tables."""
    return list(Pairing.objects.order_by("-pk").values_list("event_id", flat=True)[:2000:50])


def club_slugs() -> list[str]:
    """Return some of the largest clubs."""
    return [str(club.slug) for club in Club.objects.filter(slug__startswith="club-").order_by("pk")[:40]]


def add_up_winners() -> None:
    """Add up the winners of events, for which one visitor a minute waits."""
    cache.delete("archive-winners")
    load_winners(1)
