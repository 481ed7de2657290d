"""The totals of a player's games: the record against each kind of opponent, and averages."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from django.db.models import Case, Count, F, Max, Q, QuerySet, Sum, When

from common.database.compiled_query import CompiledQuery, Given, Value
from game.models import Player, Scoresheet
from game.shared_decks.barrier import uncounted_games_of
from game.table.bot_accounts import BOTS, bot_name

MAX_GAMES = 10_000  # only the newest games are added up, to bound the work for one page

BEFORE_ALL_GAMES = datetime(1970, 1, 1, tzinfo=UTC)
AN_EXAMPLE = datetime(1931, 1, 1, tzinfo=UTC)  # of a time, for compiled queries

# The engine's values of a skunk and a double skunk. Neither earns extra points.
SKUNK, DOUBLE_SKUNK = 2, 4

SUMMED = (
    "deals_as_dealer",
    "deals_as_pone",
    "pegged_as_dealer",
    "pegged_as_pone",
    "hands",
    "hand_points",
    "cribs",
    "crib_points",
)
COUNTED = {
    "games": Q(),
    "wins": Q(won=True),
    "skunks": Q(won=True, value=SKUNK),
    "skunks_against": Q(won=False, value=SKUNK),
    "double_skunks": Q(won=True, value=DOUBLE_SKUNK),
    "double_skunks_against": Q(won=False, value=DOUBLE_SKUNK),
}
# A sum has another name than its field, to prevent confusion.
SUMS: dict[str, Any] = {
    "best": Max("best_hand"),
    **{f"all_{name}": Sum(name) for name in SUMMED},
    **{f"all_{name}": Count("pk", filter=such) for name, such in COUNTED.items()},
}


@dataclass(frozen=True, slots=True)
class OpponentRecord:
    """The record against one kind of opponent. `bot` is empty for people."""

    bot: str
    played: int
    won: int

    @property
    def lost(self) -> int:
        return self.played - self.won

    @property
    def percent(self) -> float:
        """Return the share of wins in per cent."""
        return 100 * self.won / self.played

    @property
    def name(self) -> str:
        """Return the opponent's name for the page."""
        return bot_name(self.bot)


@dataclass(frozen=True, slots=True)
class Averages:
    """Mean points of a hand, a crib, and a deal's pegging; None if there was none."""

    hand: float | None
    crib: float | None
    pegging_as_dealer: float | None
    pegging_as_pone: float | None
    best_hand: int | None


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Games won and lost against one opponent."""

    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Skunks:
    """How many games were won or lost by a skunk or double skunk."""

    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Record:
    """The totals of a player's finished games."""

    against: tuple[OpponentRecord, ...]
    averages: Averages
    skunks: Skunks
    double_skunks: Skunks
    is_whole: bool  # whether it includes all games, not only the newest ten thousand

    @property
    def all(self) -> OpponentRecord:
        """Return the totals over all opponents."""
        return OpponentRecord(
            "", sum(each.played for each in self.against), sum(each.won for each in self.against)
        )


def compute_record(games: "CountedGames") -> Record:
    """Return a player's record: people first, then the bots, weakest first."""
    games = games.newest(MAX_GAMES)
    bots = dict(_bots.fetch_all())
    records = (dict(zip(("bot", *SUMS), row, strict=True)) for row in _sums.fetch_all(games, tuple(bots)))
    rows: list[Any] = [{**row, "brain": bots.get(row["bot"], "")} for row in records]
    return Record(
        against=tuple(
            OpponentRecord(row["brain"], row["all_games"], row["all_wins"])
            for row in sorted(rows, key=_weakest_first)
        ),
        averages=_averages(rows),
        skunks=Skunks(_total(rows, "skunks"), _total(rows, "skunks_against")),
        double_skunks=Skunks(_total(rows, "double_skunks"), _total(rows, "double_skunks_against")),
        is_whole=games.since is None,
    )


def add_up_meetings(sheets: QuerySet[Scoresheet]) -> HeadToHead:
    """Return the totals of these games against one opponent."""
    games = sheets.aggregate(all=Count("pk"), wins=Count("pk", filter=Q(won=True)))
    return HeadToHead(games["wins"], games["all"] - games["wins"])


def counted_games(player_id: int, since: datetime | None = None) -> QuerySet[Scoresheet]:
    """Return the games that count: they have a winner, and were not voided."""
    sheets = _with_a_winner(player_id)
    # Without hidden games, the query uses the index alone.
    if hidden := uncounted_games_of(player_id):
        sheets = sheets.exclude(game__in=hidden)
    return sheets if since is None else sheets.filter(at__gte=since)


@dataclass(frozen=True, slots=True)
class CountedGames:
    """A player's games that count, and the hidden ones among them, which do not."""

    player_id: int
    hidden: list[str]
    since: datetime | None = None

    @staticmethod
    def of(player_id: int) -> "CountedGames":
        """Return all of a player's games."""
        return CountedGames(player_id, uncounted_games_of(player_id))

    def newest(self, games: int) -> "CountedGames":
        """Return only so many of the newest."""
        return replace(self, since=nth_newest_time(self.player_id, games))


class CountedGamesQuery:
    """A query of values about games that count, compiled for players without hidden games."""

    def __init__(self, select: Callable[..., QuerySet[Any, Any]], *examples: Value | tuple[Value]) -> None:
        """`select` gets the score sheets, and a value for each example."""
        self._select = select
        self._compiled = CompiledQuery(
            lambda player, since, *given: select(_with_a_winner(player).filter(at__gte=since), *given),
            *(-1, AN_EXAMPLE, *examples),
        )

    def fetch_all(self, games: CountedGames, *values: Given) -> list[Any]:
        """Return all rows."""
        if games.hidden:
            sheets = _with_a_winner(games.player_id).exclude(game__in=games.hidden)
            if games.since is not None:
                sheets = sheets.filter(at__gte=games.since)
            return list(self._select(sheets, *values))
        return self._compiled.fetch_all(games.player_id, games.since or BEFORE_ALL_GAMES, *values)


def _with_a_winner(player: int) -> QuerySet[Scoresheet]:
    return Scoresheet.objects.filter(player=player, voided=False, won__isnull=False)


def nth_newest_time(player_id: int, games: int) -> datetime | None:
    """Return when the oldest of a player's newest n games ended, or None if there are fewer."""
    found = _nth_newest(games).fetch(player_id)
    return found[0] if found else None


@lru_cache(10)
def _nth_newest(games: int) -> CompiledQuery:
    # Sheets that do not count are included, so that the index alone answers.
    return CompiledQuery(
        lambda player: (
            Scoresheet.objects.filter(player=player).order_by("-at").values_list("at")[games - 1 : games]
        ),
        -1,
    )


def _select_sums(sheets: QuerySet[Scoresheet], bots: tuple[int, ...]) -> QuerySet[Scoresheet, Any]:
    # People share one row: looking up each of them would cost more than adding up the games.
    bot = Case(When(opponent__in=bots, then=F("opponent")))
    return sheets.values(bot=bot).annotate(**SUMS).order_by().values_list("bot", *SUMS)


_bots = CompiledQuery(lambda: Player.objects.exclude(brain="").values_list("pk", "brain"))
_sums = CountedGamesQuery(_select_sums, (-2,))


def _averages(rows: Sequence[dict[str, Any]]) -> Averages:
    return Averages(
        hand=_average(rows, "hand_points", "hands"),
        crib=_average(rows, "crib_points", "cribs"),
        pegging_as_dealer=_average(rows, "pegged_as_dealer", "deals_as_dealer"),
        pegging_as_pone=_average(rows, "pegged_as_pone", "deals_as_pone"),
        best_hand=max(row["best"] for row in rows) if _total(rows, "hands") else None,
    )


def _average(rows: Sequence[dict[str, Any]], points: str, times: str) -> float | None:
    return _total(rows, points) / _total(rows, times) if _total(rows, times) else None


def _total(rows: Sequence[dict[str, Any]], what: str) -> int:
    return sum(row[f"all_{what}"] for row in rows)


def _weakest_first(row: dict[str, Any]) -> int:
    """Return the sort key of a row: people, then the bots from the weakest up, then removed bots."""
    order = ["", *BOTS]
    return order.index(row["brain"]) if row["brain"] in order else len(order)


def find_meetings(viewer: Any, player: Player) -> HeadToHead | None:
    """Return a viewer's games against a player, or None if they never met."""
    return load_meetings(viewer, [player.pk]).get(player.pk) if isinstance(viewer, Player) else None


def load_meetings(player: Player, opponents: Collection[int]) -> dict[int, HeadToHead]:
    """Return the series score against each of these opponents whom the player has met.

    Rated and casual games count alike, however they ended.
    """
    if hidden := uncounted_games_of(player.pk):
        totals: Iterable[Sequence[int]] = _select_meetings(player.pk, tuple(opponents)).exclude(
            game__in=hidden
        )
    else:
        totals = _meetings.fetch_all(player.pk, tuple(opponents))
    return {opponent: HeadToHead(wins, all_ - wins) for opponent, all_, wins in totals}


def _select_meetings(player: int, opponents: tuple[int, ...]) -> QuerySet[Scoresheet, Any]:
    sheets = _with_a_winner(player).filter(opponent__in=opponents).values_list("opponent").order_by()
    return sheets.annotate(all=Count("pk"), wins=Count("pk", filter=Q(won=True)))


_meetings = CompiledQuery(_select_meetings, -1, (-2,))
