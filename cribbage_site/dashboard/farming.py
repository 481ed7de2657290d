"""Signs of points that are collected, not won: gifts, circles of accounts, speed, two in one place.

They show from the first day on. They accuse nobody: a beginner loses much, and friends play each other.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count, F, Q, QuerySet, Sum, Value

from common import clock
from game.engine.state import Ended
from game.models import Player, Scoresheet
from game.table.ending import FULL_FROM_DEALS
from ranking.models import Change, Terms

MAX_LISTED = 10  # the length of each list
MIN_GIFTS = 4  # wins over accounts that look as if they gave points away
MIN_GIFT_SHARE = 0.5
MIN_GAMES_OF_GIVER = 3
LOSES_NEARLY_ALL = 0.9
YOUNG = timedelta(weeks=1)
YOUNG_LOSES = 0.6  # of a young account this share is enough
CIRCLE_SIZES = range(3, 6)
MIN_CIRCLE_GAMES = 10  # of each account in it
MAX_CANDIDATES = 300  # by which each query is bounded
MIN_QUICK = 3
QUICK = timedelta(minutes=2)  # for a whole game: nobody reads the cards so fast
# As values, not as columns: to group by those, SQLite would walk the whole table along an index.
PLAYER, OPPONENT = F("player_id") + Value(0), F("opponent_id") + Value(0)


@dataclass(frozen=True, slots=True)
class Named:
    """An account, to be linked to."""

    name: str
    pk: int


@dataclass(frozen=True, slots=True)
class Gifts:
    """A player whose wins are mostly over accounts that lose nearly all they play."""

    player: Named
    givers: tuple[Named, ...]
    wins: int
    of: int
    points: int


@dataclass(frozen=True, slots=True)
class Circle:
    """A few accounts that play each other, and nobody else."""

    members: tuple[Named, ...]
    games: int


@dataclass(frozen=True, slots=True)
class QuickWinner:
    """A player who won games that were over in no time."""

    player: Named
    wins: int
    opponents: int


@dataclass(frozen=True, slots=True)
class OnePlace:
    """Two accounts whose rated games counted for nothing, for they came from one place."""

    one: Named
    other: Named
    games: int


@dataclass(frozen=True, slots=True)
class FarmingSigns:
    """The four lists."""

    gifts: list[Gifts]
    circles: list[Circle]
    quick: list[QuickWinner]
    one_place: list[OnePlace]


def find_farming_signs(changes: QuerySet[Change], sheets: QuerySet[Scoresheet]) -> FarmingSigns:
    """Find what stands out among these changes and games."""
    people = changes.exclude(opponent=None)
    gifts, circles = list(_gifts(people)), list(_circles(people))
    quick, one_place = _quick_winners(sheets), _one_place(people)
    names = _names(
        *(pk for player, givers, *_ in gifts for pk in (player, *givers)),
        *(pk for members, _ in circles for pk in members),
        *(player for player, *_ in quick),
        *(pk for one, other, _ in one_place for pk in (one, other)),
    )
    return FarmingSigns(
        [Gifts(names[player], tuple(names[pk] for pk in givers), *how) for player, givers, *how in gifts],
        [Circle(tuple(names[pk] for pk in members), games) for members, games in circles],
        [QuickWinner(names[player], wins, opponents) for player, wins, opponents in quick],
        [OnePlace(names[one], names[other], games) for one, other, games in one_place],
    )


def _gifts(people: QuerySet[Change]) -> Iterator[tuple[int, tuple[int, ...], int, int, int]]:
    """Who wins mostly from givers: the player, those, the wins over them, all wins, and the points."""
    wins = Count("pk", filter=Q(won=True))
    counted = people.exclude(terms__in=(Terms.UNCOUNTED, Terms.SHARED))
    winners = dict(
        counted.values_list(PLAYER)
        .annotate(wins=wins)
        .filter(wins__gte=MIN_GIFTS)
        .order_by("-wins")[:MAX_CANDIDATES]
    )
    won = counted.filter(won=True, player__in=list(winners)).values_list(PLAYER, OPPONENT)
    from_whom: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for player, opponent, games, points in won.annotate(games=Count("*"), points=Sum("change")):
        from_whom[player].append((opponent, games, points))
    givers = _givers(counted, {opponent for rows in from_whom.values() for opponent, *_ in rows})
    found = []
    for player, rows in from_whom.items():
        given = sorted((row for row in rows if row[0] in givers), key=lambda row: -row[1])
        total = sum(games for _, games, _ in given)
        if total >= MIN_GIFTS and total >= MIN_GIFT_SHARE * winners[player]:
            points = sum(points for *_, points in given)
            found.append((player, tuple(row[0] for row in given), total, winners[player], points))
    yield from sorted(found, key=lambda gifts: -gifts[2])[:MAX_LISTED]


def _givers(counted: QuerySet[Change], players: set[int]) -> set[int]:
    """Those of these players who lose nearly all their games, or most of them with a young account."""
    young_since = clock.now() - YOUNG
    rows = (
        counted.filter(player__in=players)
        .values_list(PLAYER, "player__date_joined")
        .annotate(games=Count("*"), losses=Count("pk", filter=Q(won=False)))
    )
    return {
        player
        for player, joined, games, losses in rows
        if losses >= (YOUNG_LOSES if joined > young_since else LOSES_NEARLY_ALL) * games
        and (games >= MIN_GAMES_OF_GIVER or joined > young_since)
    }


def _circles(people: QuerySet[Change]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Closed groups of accounts, and how many games they played."""
    busy = (
        people.values_list(PLAYER)
        .annotate(games=Count("*"), others=Count("opponent", distinct=True))
        .filter(games__gte=MIN_CIRCLE_GAMES, others__lt=CIRCLE_SIZES.stop)
    )
    games = {player: count for player, count, _ in busy.order_by("-games")[:MAX_CANDIDATES]}
    opponents: dict[int, set[int]] = defaultdict(set)
    for player, opponent in people.filter(player__in=list(games)).values_list(PLAYER, OPPONENT).distinct():
        opponents[player].add(opponent)
    found, seen = [], set[int]()
    for player in opponents:
        if player in seen:
            continue
        circle, fresh = {player}, {player}
        while fresh and len(circle) < CIRCLE_SIZES.stop:
            fresh = set().union(*(opponents.get(pk, set()) for pk in fresh)) - circle
            circle |= fresh
        seen |= circle
        if len(circle) in CIRCLE_SIZES and circle <= games.keys():
            found.append((tuple(sorted(circle)), sum(games[pk] for pk in circle) // 2))
    yield from sorted(found, key=lambda circle: -circle[1])[:MAX_LISTED]


def _quick_winners(sheets: QuerySet[Scoresheet]) -> list[tuple[int, int, int]]:
    """Who won rated games against people that were given up at once, or over in two minutes."""
    won = sheets.filter(rated=True, won=True, opponent__brain="")
    at_once = ~Q(ended=Ended.PLAYED.value) & Q(deals__lt=FULL_FROM_DEALS)
    in_no_time = Q(at__lt=F("game__created_at") + QUICK)
    rows = (
        won.annotate(deals=F("deals_as_dealer") + F("deals_as_pone"))
        .filter(at_once | in_no_time)
        .values_list(PLAYER)
        .annotate(wins=Count("*"), opponents=Count("opponent", distinct=True))
        .filter(wins__gte=MIN_QUICK)
    )
    return list(rows.order_by("-wins")[:MAX_LISTED])


def _one_place(people: QuerySet[Change]) -> list[tuple[int, int, int]]:
    shared = people.filter(terms=Terms.SHARED, player__lt=F("opponent")).values_list(PLAYER, OPPONENT)
    return list(shared.annotate(games=Count("*")).order_by("-games")[:MAX_LISTED])


def _names(*players: int) -> dict[int, Named]:
    rows = Player.objects.filter(pk__in=set(players)).values_list("pk", "username")
    return {pk: Named(name, pk) for pk, name in rows}
