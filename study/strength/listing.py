"""The list of Strength, and the history of a player's Strength."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, When

from common.database.compiled_query import CompiledModelQuery, CompiledQuery
from game.models import Player
from game.table.bot_accounts import BOTS
from ranking.standings import select_withheld_players
from study.strength.models import PlayerStrength, Title, WeighedGame
from study.strength.rating import BOT_STRENGTHS, SHOWN_FROM, SHOWN_VARIANCE, Strength
from study.strength.titles import NAMES

MOST_LISTED = 100
MOST_MOMENTS = 500  # of a curve: the newest ones


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A row of the list. Bots are listed by strength, without a place."""

    rank: int | None
    player: Player | None
    name: str
    strength: Strength
    title: str = ""


@dataclass(frozen=True, slots=True)
class Moment:
    """A player's Strength after a game."""

    at: datetime
    percent: float
    margin: float

    @property
    def low(self) -> float:
        return self.percent - self.margin

    @property
    def high(self) -> float:
        return self.percent + self.margin


def load_list() -> list[ListedPlayer]:
    """Return the strongest players by Strength, with the bots among them."""
    shown = PlayerStrength.objects.filter(
        games__gte=SHOWN_FROM,
        variance__lte=SHOWN_VARIANCE,
        player__is_active=True,
        player__is_private=False,
        player__is_sample=False,
    )
    # Checked for each listed player, because a set of all withheld players takes all standings.
    withheld = select_withheld_players().filter(player=OuterRef("player"))
    by_strength = shown.filter(~Exists(withheld)).order_by("-strength", "player")
    rows = list(by_strength.select_related("player")[:MOST_LISTED])
    titles = titles_of([row.player_id for row in rows])
    people = [
        ListedPlayer(rank, row.player, row.player.username, strength_of(row), titles.get(row.player_id, ""))
        for rank, row in enumerate(rows, 1)
    ]
    bots = [
        ListedPlayer(None, None, BOTS[brain].name, Strength(its, 0.0))
        for brain, its in BOT_STRENGTHS.items()
        if brain in BOTS
    ]
    return sorted([*people, *bots], key=lambda row: -row.strength.strength)


def titles_of(players: Iterable[int]) -> dict[int, str]:
    """Return the highest title of each of these players who has one."""
    held: dict[int, set[str]] = {}
    for player, name in Title.objects.filter(player__in=players).values_list("player", "name"):
        held.setdefault(player, set()).add(name)
    return {
        player: str(next(said for name, said in NAMES.items() if name in own)) for player, own in held.items()
    }


def strength_of(row: PlayerStrength) -> Strength:
    """Return a stored Strength as a value."""
    return Strength(row.strength, row.variance, row.games)


def load_strength(player_id: int) -> Strength | None:
    """Return the current Strength of a player, or None if they have no game yet."""
    row = _strength.fetch(player_id)
    return None if row is None else strength_of(row)


def load_moments(player_id: int) -> tuple[Moment, ...]:
    """Return a player's Strength after each of the newest games, oldest first."""
    return tuple(_moments(reversed(_newest_moments.fetch_all(player_id))))


def _select_moments(player_id: int) -> QuerySet[WeighedGame, Any]:
    games = WeighedGame.objects.filter(
        Q(game__seat_a=player_id) | Q(game__seat_b=player_id), number__isnull=False, is_void=False
    )
    own = games.annotate(
        strength=Case(When(game__seat_a=player_id, then=F("strength_a")), default=F("strength_b")),
        variance=Case(When(game__seat_a=player_id, then=F("variance_a")), default=F("variance_b")),
    )
    newest = own.exclude(strength=None).order_by("-number")
    return newest.values_list("game__finished_at", "strength", "variance")[:MOST_MOMENTS]


_strength = CompiledModelQuery(
    PlayerStrength, lambda player: PlayerStrength.objects.filter(player=player), -1
)
_newest_moments = CompiledQuery(_select_moments, -1)


def _moments(rows: Iterable[Any]) -> Iterator[Moment]:
    for at, strength, variance in rows:
        its = Strength(strength, variance)
        yield Moment(at, its.percent, its.margin)
