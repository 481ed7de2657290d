"""The admin's front page: live games, games played, their results, and tasks that wait for the host.

Every figure is one query over a bounded part of a table: the rows of the last 30 days, by an index, or the
newest games, by their ids.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import sqrt
from typing import Any

from django.db.models import CharField, Count, F, Func, Max, Model, Q, QuerySet, Sum
from django.utils.translation import gettext as _

from common import clock
from common.formats.plain_data import load_cached, save_cached
from common.recent import Recent
from cribbage_site.dashboard.charts import Z_95, Bars, Share, Whisker, build_bars, build_whisker, wilson_share
from cribbage_site.dashboard.fairness import FairnessFigures, load_fairness
from cribbage_site.dashboard.farming import FarmingSigns, find_farming_signs
from cribbage_site.dashboard.suspicious_players import SuspiciousPlayers, find_suspicious_players
from game.consumers.lobby import LOBBY
from game.engine.state import Ended
from game.lobby.matchmaking import open_seeks
from game.models import Appeal, Game, Player, Report, Scoresheet
from game.runtime.presence import PROCESSES, presence
from game.table.bot_accounts import BOTS
from game.table.tables import SEATS
from ranking.models import Change
from ranking.rules.points import as_opponent, exchange
from ranking.settlement import COUNTS_NOTHING

CACHE_SECONDS = 15  # lifetime of the figures
DAYS, HOURS = 30, 24
A_DAY = 24 * 60 * 60
NEWEST = 20_000  # rows: scoresheets, two per game, and point changes
TO_121 = 121

FIRST_DEALER = 0.555  # published share of games between equal players that the first dealer wins
SCALE = (0.45, 0.65)
AROUND_NOTHING = (-0.5, 0.5)


@dataclass(frozen=True, slots=True)
class Live:
    """Current activity. The number of people is unknown while Redis does not answer."""

    games: int
    flags_due: int
    seeks: int
    in_lobby: int | None
    at_tables: int | None
    processes: int | None


@dataclass(frozen=True, slots=True)
class EndingFigures:
    """The number of games that ended in one way."""

    how: str
    count: int
    of: int

    @property
    def percent(self) -> float:
        return 100 * self.count / self.of if self.of else 0.0


@dataclass(frozen=True, slots=True)
class BotFigures:
    """A bot's rated games: the share that people won, compared with what the points of both predict."""

    name: str
    games: int
    wins: int
    expected: float
    band: float  # half the width of the confidence band of the difference
    drawn: Whisker

    @property
    def difference(self) -> float:
        """In percent of games."""
        return 100 * (self.wins - self.expected) / self.games if self.games else 0.0


@dataclass(frozen=True, slots=True)
class FirstDealer:
    """The frequency of wins for the first dealer, in games played to 121."""

    won: Share
    drawn: Whisker

    @property
    def percent(self) -> float:
        return 100 * self.won.share

    @property
    def low(self) -> float:
        return 100 * self.won.low

    @property
    def high(self) -> float:
        return 100 * self.won.high

    @property
    def agrees(self) -> bool:
        return self.won.low <= FIRST_DEALER <= self.won.high


@dataclass(frozen=True, slots=True)
class Dashboard:
    """All figures of the front page."""

    at: datetime
    live: Live
    reports: int
    appeals: int
    charts: list[Bars]
    finished: int
    ends: list[EndingFigures]
    first_dealer: FirstDealer
    bots: list[BotFigures]
    deals: int
    void: int
    fairness: FairnessFigures
    suspicious: SuspiciousPlayers
    farming: FarmingSigns


def dashboard_context() -> dict[str, Any]:
    """Return the dashboard. Compute it again when the cached one has expired."""
    return {"dashboard": recent_dashboard.get()}


def compute_dashboard() -> Dashboard:
    """Compute the dashboard."""
    now = clock.now()
    in_force, sheets = changes_in_force(), newest_rows(Scoresheet).filter(voided=False)
    changes = in_force.exclude(terms__in=COUNTS_NOTHING)
    counted = _count_finished(sheets)
    return Dashboard(
        at=now,
        live=_live(),
        reports=Report.objects.filter(ruling=None).count(),
        appeals=Appeal.objects.filter(ruling=None).count(),
        charts=_charts(now),
        finished=sum(one["games"] for one in counted),
        ends=_ending_figures(counted),
        first_dealer=_first_dealer(counted),
        bots=_all_bot_figures(changes),
        deals=sum(one["deals"] for one in counted),
        void=sum(one["games"] for one in counted if one["ended"] == Ended.VOID.value),
        fairness=load_fairness(),
        suspicious=find_suspicious_players(changes, sheets),
        farming=find_farming_signs(in_force, sheets),
    )


recent_dashboard = Recent(compute_dashboard, CACHE_SECONDS)


def newest_rows(model: type[Model]) -> QuerySet[Any]:
    """Return the newest rows of a table, up to a limit."""
    rows = model._default_manager.all()
    last = rows.aggregate(last=Max("pk"))["last"] or 0
    return rows.filter(pk__gt=last - NEWEST)


def changes_in_force() -> QuerySet[Change]:
    """Return the newest point changes, without those of games that were called off."""
    undone = Change.objects.exclude(undoes=None).values("undoes")
    return newest_rows(Change).filter(undoes=None).exclude(pk__in=undone)


def _live() -> Live:
    games = Game.objects.unfinished()
    present = presence.count((LOBBY, SEATS, PROCESSES)) or {}
    return Live(
        games=games.count(),
        flags_due=games.filter(deadline__lt=clock.milliseconds()).count(),
        seeks=open_seeks().count(),
        in_lobby=present.get(LOBBY),
        at_tables=present.get(SEATS),
        processes=present.get(PROCESSES),
    )


class Hour(Func):
    """The hour of a time in UTC, as "2026-12-31 18". Django's own truncation is slow on SQLite."""

    output_field = CharField()
    template = "DATE_TRUNC('hour', %(expressions)s AT TIME ZONE 'UTC')"

    def as_sqlite(self, compiler: Any, connection: Any, **extra_context: Any) -> Any:
        return self.as_sql(compiler, connection, template="SUBSTR(%(expressions)s, 1, 13)", **extra_context)


def _charts(now: datetime) -> list[Bars]:
    """Return charts of games begun in the last 24 hours, by hour, and the last 30 days, by day."""
    hours = [now - timedelta(hours=ago) for ago in reversed(range(HOURS))]
    days = [now - timedelta(days=ago) for ago in reversed(range(DAYS))]
    people = Player.objects.filter(brain="")
    charts = []
    for name, title, rows, field in (
        ("games", _("Games begun"), Game.objects.all(), "created_at"),
        ("accounts", _("New accounts"), people.filter(is_guest=False), "date_joined"),
        ("guests", _("New guests"), people.filter(is_guest=True), "date_joined"),
    ):
        since = days[0].replace(hour=0, minute=0, second=0, microsecond=0)
        by_hour = _count_by_hour(name, rows, field, since, now)
        by_day: Counter[str] = Counter()
        for hour, count in by_hour.items():
            by_day[hour[:10]] += count
        charts += [
            build_bars(
                _("%(what)s, by the hour") % {"what": title},
                [(f"{hour:%H}:00", by_hour[f"{hour:%Y-%m-%d %H}"]) for hour in hours],
            ),
            build_bars(
                _("%(what)s, by the day") % {"what": title},
                [(f"{day.day} {day:%b}", by_day[f"{day:%Y-%m-%d}"]) for day in days],
            ),
        ]
    return charts


def _count_by_hour(
    name: str, rows: QuerySet[Any], field: str, since: datetime, now: datetime
) -> Counter[str]:
    """Count the rows that began in each hour, by "2026-12-31 18". Past hours are cached for a day."""
    settled = now.replace(minute=0, second=0, microsecond=0) - timedelta(hours=1)
    name = f"begun:{name}:{settled:%Y-%m-%d}"
    kept_to, counted = load_cached(name, tuple[datetime, dict[str, int]]) or (since, {})
    kept = Counter(counted)
    if kept_to < settled:
        kept = kept + _query_by_hour(
            rows.filter(**{f"{field}__gte": kept_to, f"{field}__lt": settled}), field
        )
        save_cached(name, (settled, kept), A_DAY)
    return kept + _query_by_hour(rows.filter(**{f"{field}__gte": settled}), field)


def _query_by_hour(rows: QuerySet[Any], field: str) -> Counter[str]:
    counted = rows.annotate(hour=Hour(F(field))).values_list("hour").annotate(rows=Count("*"))
    return Counter({str(hour)[:13]: count for hour, count in counted})


def _count_finished(sheets: QuerySet[Scoresheet]) -> list[dict[str, Any]]:
    """Count finished games by their ending, and by whether the first seat dealt first and won."""
    rows = sheets.filter(seat=0).values("ended", "dealt_first", "won")
    counted = rows.annotate(
        games=Count("*"),
        to_121=Count("pk", filter=Q(points__gte=TO_121) | Q(points_against__gte=TO_121)),
        deals=Sum(F("deals_as_dealer") + F("deals_as_pone")),
    )
    return [dict(row) for row in counted]


def _ending_figures(counted: Sequence[dict[str, Any]]) -> list[EndingFigures]:
    games: Counter[str] = Counter()
    for one in counted:
        games[one["ended"]] += one["games"]
    return [EndingFigures(end.value, games[end.value], games.total()) for end in Ended]


def _first_dealer(counted: Sequence[dict[str, Any]]) -> FirstDealer:
    played = [one for one in counted if one["ended"] == Ended.PLAYED.value]
    won_by_dealer = sum(one["to_121"] for one in played if one["won"] == one["dealt_first"])
    won = wilson_share(won_by_dealer, sum(one["to_121"] for one in played))
    return FirstDealer(won, build_whisker(won.low, won.share, won.high, FIRST_DEALER, SCALE))


def _all_bot_figures(changes: QuerySet[Change]) -> list[BotFigures]:
    """Compute the bots' figures. Expected wins follow from the stakes.

    A player who stands to win w or lose l is expected to win l games of w + l.
    """
    rows = changes.exclude(bot="").values_list("bot", "own", "opponents")
    games, wins, expected, variance = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for bot, own, points, count, won in rows.annotate(games=Count("*"), wins=Count("pk", filter=Q(won=True))):
        stake = exchange(own, as_opponent(bot, points))
        if stake.win == 0:  # a game behind its gate has no stake
            continue
        p = stake.loss / (stake.win + stake.loss)
        games[bot] += count
        wins[bot] += won
        expected[bot] += p * count
        variance[bot] += p * (1 - p) * count
    rated = [(key, bot.name) for key, bot in BOTS.items() if bot.is_rated]
    return [_bot_figures(name, games[key], wins[key], expected[key], variance[key]) for key, name in rated]


def _bot_figures(name: str, games: int, wins: int, expected: float, variance: float) -> BotFigures:
    difference = (wins - expected) / games if games else 0.0
    half = Z_95 * sqrt(variance) / games if games else 1.0
    drawn = build_whisker(difference - half, difference, difference + half, 0.0, AROUND_NOTHING)
    return BotFigures(name, games, wins, expected, 100 * half, drawn)
