"""Find suspicious accounts, each with a figure. A figure is no proof, but a host should look at it."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

from django.db.models import Count, F, FloatField, Q, QuerySet, Sum, Value
from django.db.models.functions import Cast, Greatest, Least

from game.models import Player, Scoresheet
from game.table.record.ending import FORFEIT_ENDINGS
from ranking.models import Change
from ranking.rules.points import EVEN_STAKE, MAX_STAKE, MIN_STAKE, POINTS_PER_STEP

MAX_LISTED = 10  # the length of each list
GAMES = 20  # fewer are not significant
MIN_Z = 3.0  # standard deviations: one honest player in 700 gets this far by luck
MIN_PAIR_SHARE = 0.5
MIN_LEFT = 3
# Values, not columns. To group by columns, SQLite would scan the whole table along an index.
PLAYER, OPPONENT = F("player_id") + Value(0), F("opponent_id") + Value(0)


@dataclass(frozen=True, slots=True)
class Lucky:
    """A player who wins far more often than the points of both sides predict."""

    player: str
    pk: int
    games: int
    wins: int
    expected: float
    z: float


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players, one of whom plays most of their rated games with people against the other."""

    player: str
    pk: int
    partner: str
    games: int
    of: int

    @property
    def percent(self) -> float:
        return 100 * self.games / self.of


@dataclass(frozen=True, slots=True)
class Leaver:
    """A player who leaves games that they are losing."""

    player: str
    pk: int
    left: int


@dataclass(frozen=True, slots=True)
class SuspiciousPlayers:
    """The three lists."""

    lucky: list[Lucky]
    pairs: list[Pair]
    leavers: list[Leaver]


def find_suspicious_players(changes: QuerySet[Change], sheets: QuerySet[Scoresheet]) -> SuspiciousPlayers:
    """Find the players who stand out among these games."""
    lucky, pairs, leavers = _lucky(changes), _pairs(changes), _leavers(sheets)
    names = _names([row[0] for rows in (lucky, leavers, pairs) for row in rows] + [row[1] for row in pairs])
    with_people = dict(
        changes.filter(player__in=[player for player, *_ in pairs])
        .exclude(opponent=None)
        .values_list("player")
        .annotate(of=Count("*"))
    )
    return SuspiciousPlayers(
        lucky=[
            Lucky(names[player], player, games, wins, expected, z)
            for player, games, wins, expected, z in lucky
        ],
        pairs=[
            Pair(names[player], player, names[partner], games, with_people[player])
            for player, partner, games in pairs
            if games >= MIN_PAIR_SHARE * with_people[player]
        ][:MAX_LISTED],
        leavers=[Leaver(names[player], player, left) for player, left in leavers],
    )


def _lucky(changes: QuerySet[Change]) -> list[tuple[int, int, int, float, float]]:
    """Compare wins with the prediction of a linear Elo, in standard deviations."""
    apart = Cast(F("opponents") - F("own"), FloatField())
    share = Value(0.5) - apart / Value(2.0 * EVEN_STAKE * POINTS_PER_STEP)
    worst, best = MIN_STAKE / (MIN_STAKE + MAX_STAKE), MAX_STAKE / (MIN_STAKE + MAX_STAKE)
    rows = (
        changes.annotate(p=Least(Greatest(share, Value(worst)), Value(best)))
        .values_list(PLAYER)
        .annotate(
            games=Count("*"),
            wins=Count("pk", filter=Q(won=True)),
            expected=Sum("p"),
            variance=Sum(F("p") * (1 - F("p"))),
        )
        .filter(games__gte=GAMES)
    )
    scores = [
        (player, games, wins, expected, (wins - expected) / sqrt(variance))
        for player, games, wins, expected, variance in rows
    ]
    return sorted((one for one in scores if one[-1] >= MIN_Z), key=lambda one: -one[-1])[:MAX_LISTED]


def _pairs(changes: QuerySet[Change]) -> list[tuple[int, int, int]]:
    rows = changes.exclude(opponent=None).values_list(PLAYER, OPPONENT).annotate(games=Count("*"))
    return list(rows.filter(games__gte=GAMES).order_by("-games")[: 5 * MAX_LISTED])


def _leavers(sheets: QuerySet[Scoresheet]) -> list[tuple[int, int]]:
    behind = sheets.filter(won=False, ended__in=FORFEIT_ENDINGS, points__lt=F("points_against"))
    rows = behind.values_list(PLAYER).annotate(left=Count("*")).filter(left__gte=MIN_LEFT)
    return list(rows.order_by("-left")[:MAX_LISTED])


def _names(players: Iterable[int]) -> dict[int, str]:
    return dict(Player.objects.filter(pk__in=set(players)).values_list("pk", "username"))
