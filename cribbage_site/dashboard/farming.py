"""Find signs of point farming: gifts, circles of accounts, very short games, two accounts in one place.

The signs show from the first day on. They are no proof: a beginner loses much, and friends play each other.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, F, Q, QuerySet, Sum, Value

from common import clock
from common.database.among import id_list
from game.engine.state import Ended
from game.ladder.settling import FULL_FROM_DEALS
from game.models import Player, Scoresheet
from ranking.models import Change, Terms
from ranking.settlement import COUNTS_NOTHING

MAX_LISTED = 10  # the length of each list
MIN_GIFTS = 4  # wins over accounts that seem to give points away
MIN_GIFT_SHARE = 0.5
MIN_GAMES_OF_GIVER = 3
LOSES_NEARLY_ALL = 0.9
YOUNG = timedelta(weeks=1)
YOUNG_LOSES = 0.6  # share of losses that is enough for a young account
CIRCLE_SIZES = range(3, 6)
MIN_CIRCLE_GAMES = 10  # games of each account in the circle
MIN_QUICK = 3
QUICK = timedelta(minutes=2)  # too short for a whole game whose cards are read
MAX_CANDIDATES = 100  # of each kind; only their games are examined in full
COUNTED = ~Q(terms__in=COUNTS_NOTHING)
# The totals of a player who may be a candidate. Most have none of these, and the database leaves them out.
NOTABLE = (
    Q(wins__gte=MIN_QUICK) | Q(games__gte=MIN_CIRCLE_GAMES, others__lt=CIRCLE_SIZES.stop) | Q(shared__gt=0)
)
EVERY = Q()
# Values, not columns. To group by columns, SQLite would scan the whole table along an index.
PLAYER, OPPONENT = F("player_id") + Value(0), F("opponent_id") + Value(0)


@dataclass(frozen=True, slots=True)
class Named:
    """An account, to be linked to."""

    name: str
    pk: int


@dataclass(frozen=True, slots=True)
class Gifts:
    """A player whose wins are mostly over accounts that lose nearly all their games."""

    player: Named
    givers: tuple[Named, ...]
    wins: int
    of: int
    points: int


@dataclass(frozen=True, slots=True)
class Circle:
    """A few accounts that only play each other."""

    members: tuple[Named, ...]
    games: int


@dataclass(frozen=True, slots=True)
class QuickWinner:
    """A player who won games that were over very quickly."""

    player: Named
    wins: int
    opponents: int


@dataclass(frozen=True, slots=True)
class OnePlace:
    """Two accounts whose rated games did not count because both came from one place."""

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


class Total(NamedTuple):
    """A player's counted games with people, and the number of all games from one place."""

    player: int
    games: int
    wins: int
    others: int
    shared: int


class Met(NamedTuple):
    """The same totals of one player against one opponent, with the points of the wins."""

    player: int
    opponent: int
    games: int
    wins: int
    points: int
    shared: int


def find_farming_signs(changes: QuerySet[Change], sheets: QuerySet[Scoresheet]) -> FarmingSigns:
    """Find the signs in these changes and games, in five queries."""
    people = changes.exclude(opponent=None)
    candidates = _candidates(_load_totals(people, NOTABLE))
    met, quick = _load_met(people, candidates), _quick_winners(sheets, candidates)
    examined = Value(id_list({pk for one in met for pk in (one.player, one.opponent)}))
    totals = {total.player: total for total in _load_totals(people.filter(player__among=examined))}
    by_player: dict[int, list[Met]] = defaultdict(list)
    for one in met:
        by_player[one.player].append(one)
    known = _load_people({pk for one in met for pk in (one.player, one.opponent)} | set(candidates))
    names = {pk: Named(name, pk) for pk, (name, _) in known.items()}
    one_place = sorted((one for one in met if one.shared and one.player < one.opponent), key=_by_shared)
    return FarmingSigns(
        [
            Gifts(names[player], tuple(names[pk] for pk in givers), *how)
            for player, givers, *how in _gifts(by_player, totals, known)
        ],
        [Circle(tuple(names[pk] for pk in members), games) for members, games in _circles(by_player, totals)],
        [QuickWinner(names[player], wins, opponents) for player, wins, opponents in quick],
        [OnePlace(names[one.player], names[one.opponent], one.shared) for one in one_place[:MAX_LISTED]],
    )


def _load_totals(people: QuerySet[Change], having: Q = EVERY) -> list[Total]:
    rows = people.values_list(PLAYER).annotate(
        games=Count("pk", filter=COUNTED),
        wins=Count("pk", filter=COUNTED & Q(won=True)),
        others=Count("opponent", distinct=True),
        shared=Count("pk", filter=Q(terms=Terms.SHARED)),
    )
    return [Total(*row) for row in rows.filter(having)]


def _candidates(totals: Iterable[Total]) -> list[int]:
    """Return the players to examine of the notable ones, who win most, met few, or played in one place."""
    by_net_wins = sorted(totals, key=lambda one: one.games - 2 * one.wins)
    winners = [one for one in by_net_wins if one.wins >= MIN_QUICK][:MAX_CANDIDATES]
    secluded = [
        one for one in by_net_wins if one.games >= MIN_CIRCLE_GAMES and one.others < CIRCLE_SIZES.stop
    ][:MAX_CANDIDATES]
    in_one_place = [one for one in by_net_wins if one.shared][:MAX_CANDIDATES]
    return sorted({one.player for one in (*winners, *secluded, *in_one_place)})


def _by_shared(one: Met) -> int:
    return -one.shared


def _load_met(people: QuerySet[Change], candidates: Sequence[int]) -> list[Met]:
    rows = (
        people.filter(player__in=candidates)
        .values_list(PLAYER, OPPONENT)
        .annotate(
            games=Count("pk", filter=COUNTED),
            wins=Count("pk", filter=COUNTED & Q(won=True)),
            points=Sum("change", filter=Q(won=True), default=0),
            shared=Count("pk", filter=Q(terms=Terms.SHARED)),
        )
    )
    return [Met(*row) for row in rows]


def _load_people(players: set[int]) -> dict[int, tuple[str, datetime]]:
    known = Player.objects.filter(pk__among=Value(id_list(players)))
    rows = known.values_list("pk", "username", "date_joined")
    return {pk: (name, joined) for pk, name, joined in rows}


def _gifts(
    by_player: Mapping[int, list[Met]],
    totals: Mapping[int, Total],
    known: Mapping[int, tuple[str, datetime]],
) -> list[tuple[int, tuple[int, ...], int, int, int]]:
    """Return winners over giving accounts: player, givers, wins over them, all wins, and points.

    An opponent has no total if their own changes are older than the examined ones.
    """
    found = []
    for player, met in by_player.items():
        given = [
            one
            for one in met
            if one.wins and one.opponent in totals and _is_giver(totals[one.opponent], known[one.opponent][1])
        ]
        wins, of = sum(one.wins for one in given), totals[player].wins
        if wins >= MIN_GIFTS and wins >= MIN_GIFT_SHARE * of:
            ranked = sorted(given, key=lambda one: -one.wins)
            points = sum(one.points for one in given)
            found.append((player, tuple(one.opponent for one in ranked), wins, of, points))
    return sorted(found, key=lambda gifts: -gifts[2])[:MAX_LISTED]


def _is_giver(total: Total, joined: datetime) -> bool:
    """Return whether a player loses nearly all their games, or most of them with a young account."""
    is_young = joined > clock.now() - YOUNG
    share, least = (YOUNG_LOSES, 1) if is_young else (LOSES_NEARLY_ALL, MIN_GAMES_OF_GIVER)
    return total.games >= least and total.games - total.wins >= share * total.games


def _circles(
    by_player: Mapping[int, list[Met]], totals: Mapping[int, Total]
) -> list[tuple[tuple[int, ...], int]]:
    """Return closed groups of accounts, and the number of games they played."""
    opponents = {player: {one.opponent for one in met if one.games} for player, met in by_player.items()}
    games = {player: totals[player].games for player in by_player}
    found, seen = [], set[int]()
    for player in by_player:
        if player in seen:
            continue
        circle, fresh = {player}, {player}
        while fresh and len(circle) < CIRCLE_SIZES.stop:
            fresh = set().union(*(opponents.get(pk, set()) for pk in fresh)) - circle
            circle |= fresh
        seen |= circle if not fresh else {player}
        is_closed = not fresh and len(circle) in CIRCLE_SIZES
        if is_closed and all(games.get(pk, 0) >= MIN_CIRCLE_GAMES for pk in circle):
            found.append((tuple(sorted(circle)), sum(games[pk] for pk in circle) // 2))
    return sorted(found, key=lambda circle: -circle[1])[:MAX_LISTED]


def _quick_winners(sheets: QuerySet[Scoresheet], candidates: Sequence[int]) -> list[tuple[int, int, int]]:
    """Return winners of rated games against people that were resigned at once or over in two minutes."""
    won = sheets.filter(rated=True, won=True, opponent__brain="", player__in=candidates)
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
