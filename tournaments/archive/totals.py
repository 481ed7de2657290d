"""The totals of players over many events: the winners of the site, and a club's all-time table.

Both name only players who still have their account, and whose profile the visitor may see. Events of sample
players count for sample players only.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Q, QuerySet, Sum

from common.formats.plain_data import load_cached, save_cached
from game.models import Player
from people.clubs.models import Club
from tournaments.archive.paging import PAGE, Page, cut
from tournaments.events.models import Entry, Event
from tournaments.events.show.snapshot import is_shown_to

PODIUM = 3
LASTS = 60  # seconds
MOST_LISTED = 20 * PAGE


@dataclass(frozen=True, slots=True)
class Winner:
    """A player with the number of events that they have won, and in which they were among the first three."""

    player: Player
    wins: int
    podiums: int
    last: datetime


@dataclass(frozen=True, slots=True)
class Member:
    """A player's totals in all events of a club."""

    player: Player
    events: int
    titles: int
    games: int
    won: int
    points: int
    spread: int

    @property
    def lost(self) -> int:
        return self.games - self.won


@dataclass(frozen=True, slots=True)
class _Wins:
    """A winner's totals as they are stored. Names are not: they may change."""

    player: int
    wins: int
    podiums: int
    last: datetime


@dataclass(frozen=True, slots=True)
class _Totals:
    """A club player's totals as they are stored."""

    player: int
    events: int
    titles: int
    games: int
    won: int
    points: int
    spread: int


def load_winners(number: int) -> Page[Winner]:
    """Return a page of the players who have won events, most wins first. Events inside clubs do not count.

    The totals are a minute old at most.
    """
    totals: list[_Wins] | None = load_cached("archive-winners", list[_Wins])
    if totals is None:
        totals = _add_up_winners()
        save_cached("archive-winners", totals, LASTS)
    shown = _load_shown([each.player for each in totals], Q(is_private=False))
    rows = [
        Winner(shown[each.player], each.wins, each.podiums, each.last)
        for each in totals
        if each.player in shown
    ]
    return cut(rows, number)


def load_members(club: Club, number: int, *, for_member: bool) -> Page[Member]:
    """Return a page of a club's all-time table, most points first. Members also see private players.

    The totals are a minute old at most.
    """
    key = f"archive-club-{club.pk}"
    totals: list[_Totals] | None = load_cached(key, list[_Totals])
    if totals is None:
        totals = _add_up_members(club)
        save_cached(key, totals, LASTS)
    shown = _load_shown([each.player for each in totals], Q() if for_member else Q(is_private=False))
    rows = [
        Member(shown[each.player], each.events, each.titles, each.games, each.won, each.points, each.spread)
        for each in totals
        if each.player in shown
    ]
    return cut(rows, number)


def _add_up_winners() -> list[_Wins]:
    public = Event.objects.filter(is_shown_to(None), state=Event.State.OVER)
    best = Entry.objects.filter(event__in=public, place__lte=PODIUM, played__gt=0, is_disqualified=False)
    sums = (
        _of_people(best)
        .values("player")
        .annotate(wins=Count("pk", filter=Q(place=1)), podiums=Count("pk"), last=Max("event__starts_at"))
        .filter(wins__gt=0)
        .order_by("-wins", "-podiums", "player")
    )
    return [_Wins(**row) for row in sums[:MOST_LISTED]]


def _add_up_members(club: Club) -> list[_Totals]:
    """Add up a club's events. In a duel, only the players of its own side count for it."""
    over = Event.objects.filter(Q(club=club) | Q(rival=club), state=Event.State.OVER)
    rivals = dict(over.values_list("pk", "rival"))
    inside = [event for event, rival in rivals.items() if rival is None]
    duels = [event for event, rival in rivals.items() if rival is not None]
    own_side = Q(event__in=duels) & (Q(club=club) | Q(team__club=club))
    sums = (
        _of_people(Entry.objects.filter(Q(event__in=inside) | own_side).exclude(place=None))
        .values("player")
        .annotate(
            events=Count("pk"),
            titles=Count("pk", filter=Q(place=1, played__gt=0)),
            games=Sum("played"),
            won=Sum("wins"),
            all_points=Sum("points"),
            all_spread=Sum("spread"),
        )
        .order_by("-all_points", "-all_spread", "player")
        .values_list("player", "events", "titles", "games", "won", "all_points", "all_spread")
    )
    return [_Totals(*row) for row in sums[:MOST_LISTED]]


def _load_shown(players: list[int], which: Q) -> dict[int, Player]:
    """Return those of these players who may be named: accounts that are not deleted."""
    found = Player.objects.filter(which, pk__in=players, brain="", is_guest=False, is_active=True)
    return found.in_bulk()


def _of_people(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """Leave out house bots, and people in events of sample players."""
    found = entries.filter(player__brain="")
    return found.exclude(event__by__is_sample=True, player__is_sample=False)
