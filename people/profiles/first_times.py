"""A player's first times: the first win, skunk, hand of 24 and the like, each with its day and its replay.

They are computed from the score sheets, so that games of any age count and voided games do not. One pass over
an index finds the days; the sheets of those days are few.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.db.models import (
    Case,
    Exists,
    Min,
    OuterRef,
    Q,
    QuerySet,
    RowRange,
    Subquery,
    Sum,
    When,
    Window,
)
from django.urls import reverse
from django.utils.translation import gettext

from common.database.compiled_query import CompiledQuery
from common.page_parts import load_parts
from game.models import Game, Player, Scoresheet
from game.shared_decks.barrier import NO_PLAYER, hidden_from_player
from game.table.bot_accounts import BOTS
from people.profiles.record import (
    DOUBLE_SKUNK,
    SKUNK,
    CountedGames,
    CountedGamesQuery,
    counted_games,
)
from ranking.models import Change
from ranking.standings import OF_PEOPLE

HANDS = (24, 28, 29)
IN_A_ROW = 3
OLDEST_FIRST = ("at", "pk")
BOT_NAMES = tuple(bot.name for bot in BOTS.values())
NO_ACCOUNT = -1

# The values that a sheet may have in each of these columns.
Rule = Mapping[str, tuple[Any, ...]]


class ThirdWin(NamedTuple):
    """The first game that is a player's third win in a row."""

    at: datetime
    pk: int


class Sheet(NamedTuple):
    """The columns of a score sheet that rules compare."""

    pk: int
    game_id: str
    at: datetime
    won: bool | None
    value: int
    opponent_id: int
    rated: bool
    best_hand: int | None
    is_hidden: bool  # from the viewer


@dataclass(frozen=True, slots=True)
class FirstTime:
    """Something that a player does for the first time. Without `at`, it is still to come."""

    name: str
    at: datetime | None = None
    url: str = ""
    game: str = ""


def load_first_times(player: Player, viewer: Any, games: CountedGames) -> tuple[FirstTime, ...]:
    """Return a player's first times, oldest first. The player also sees those to come."""
    if player.is_any_bot:
        return ()
    known = [*_load_in_games(player, viewer, games), *load_parts("first_times", player).values()]
    done = sorted(((one.at, n, one) for n, one in enumerate(known) if one.at), key=lambda each: each[:2])
    to_come = [one for one in known if one.at is None] if viewer == player else []
    return (*(one for _, _, one in done), *to_come)


def load_first_times_in(game: Game, viewer: Any) -> tuple[FirstTime, ...]:
    """Return the first times that a game brought the viewer."""
    if not isinstance(viewer, Player) or not _may_bring_any(game, viewer):
        return ()
    return tuple(
        one for one in _load_in_games(viewer, viewer, CountedGames.of(viewer.pk)) if one.game == game.pk
    )


def matches(sheet: Sheet, rule: Rule) -> bool:
    """Return whether a sheet shows what a rule asks for."""
    return all(getattr(sheet, column) in values for column, values in rule.items())


def _may_bring_any(game: Game, player: Player) -> bool:
    """Return whether the player won or held a good hand. Most lost games need no further query."""
    return counted_games(player.pk).filter(Q(won=True) | Q(best_hand__in=HANDS), game=game).exists()


def _load_in_games(player: Player, viewer: Any, games: CountedGames) -> Iterator[FirstTime]:
    """Yield each first time that score sheets show, without those in games hidden from the viewer."""
    third = next((ThirdWin(*row) for row in _third_wins.fetch_all(games)), None)
    accounts = dict(_accounts.fetch_all())
    rules = _load_rules(player, third, accounts)
    days = {*_find_days(games, accounts), *_find_rated_days(games, player)}
    days |= {third.at} if third else set()
    viewer_id = viewer.pk if isinstance(viewer, Player) else NO_PLAYER
    rows = _sheets_of_days.fetch_all(games, tuple(sorted(days)), viewer_id)
    oldest_first = [Sheet._make(row) for row in rows]
    for name, rule in rules.items():
        first = next((sheet for sheet in oldest_first if matches(sheet, rule)), None)
        if first is None:
            yield FirstTime(name)
        elif not first.is_hidden:
            yield FirstTime(name, first.at, reverse("replay", args=[first.game_id]), first.game_id)


def _load_rules(player: Player, third: ThirdWin | None, accounts: Mapping[str, int]) -> dict[str, Rule]:
    """Return the rule of each first time by its name. `third` is the third win in a row."""
    won: Rule = {"won": (True,)}
    rules: dict[str, Rule] = {
        gettext("First win"): won,
        gettext("First three wins in a row"): {"pk": (third and third.pk,)},
        gettext("First skunk"): {**won, "value": (SKUNK, DOUBLE_SKUNK)},
    }
    for bot in filter(accounts.__contains__, BOT_NAMES):
        rules[gettext("First win against %(name)s") % {"name": bot}] = {
            **won,
            "opponent_id": (accounts[bot],),
        }
    if player.has_account:
        rules[gettext("First rated win")] = {**won, "rated": (True,)}
    for points in HANDS:
        rules[gettext("First hand of %(points)s") % {"points": points}] = {"best_hand": (points,)}
    return rules


def _select_third_wins(sheets: QuerySet[Scoresheet]) -> QuerySet[Scoresheet, Any]:
    """Select the first game that is the third won in a row."""
    win = Case(When(won=True, then=1), default=0)
    last_three = Window(Sum(win), order_by=OLDEST_FIRST, frame=RowRange(start=1 - IN_A_ROW, end=0))
    thirds = sheets.annotate(wins=last_three).filter(wins=IN_A_ROW)
    return thirds.order_by(*OLDEST_FIRST).values_list("at", "pk")[:1]


def _find_days(games: CountedGames, accounts: Mapping[str, int]) -> Iterator[datetime]:
    """Yield when a player first had a sheet that matches, for each rule that the index can answer."""
    bots = (accounts.get(name, NO_ACCOUNT) for name in BOT_NAMES)
    return (day for row in _days.fetch_all(games, *bots) for day in row if day)


def _select_days(sheets: QuerySet[Scoresheet], *bots: int) -> QuerySet[Scoresheet, Any]:
    won = Q(won=True)
    against = (won & Q(opponent=bot) for bot in bots)
    held = (Q(best_hand=points) for points in HANDS)
    such = [won, won & Q(value__in=(SKUNK, DOUBLE_SKUNK)), *against, *held]
    days = {f"first_{n}": Min("at", filter=each) for n, each in enumerate(such)}
    return sheets.order_by().values("player").annotate(**days).values_list(*days)


def _select_sheets(
    sheets: QuerySet[Scoresheet], days: tuple[datetime, ...], viewer: int
) -> QuerySet[Scoresheet, Any]:
    shown = sheets.filter(at__in=days).annotate(is_hidden=hidden_from_player(viewer, "game"))
    return shown.order_by(*OLDEST_FIRST).values_list(*Sheet._fields)


def _find_rated_days(games: CountedGames, player: Player) -> Iterable[datetime]:
    """Return when a player first won a rated game against people, and against house bots."""
    if not player.has_account:
        return ()
    return [day for (day,) in _rated_days.fetch_all(games, player.pk)]


def _select_rated_days(sheets: QuerySet[Scoresheet], player: int) -> QuerySet[Change, Any]:
    # A player whose opponent did not come wins points, but has no sheet.
    has_sheet = Exists(sheets.filter(game=OuterRef("game")))
    won = Change.objects.filter(has_sheet, player=player, won=True, undoes=None)
    bots, people = (Subquery(won.filter(kind=kind).order_by("pk").values("pk")[:1]) for kind in OF_PEOPLE)
    return Change.objects.filter(Q(pk=bots) | Q(pk=people)).values_list("at")


_accounts = CompiledQuery(
    lambda: Player.objects.filter(username__in=BOT_NAMES, brain__in=BOTS).values_list("username", "pk")
)
_third_wins = CountedGamesQuery(_select_third_wins)
_days = CountedGamesQuery(_select_days, *range(-100, -100 + len(BOT_NAMES)))
_sheets_of_days = CountedGamesQuery(_select_sheets, (datetime(1911, 1, 1, tzinfo=UTC),), -2)
_rated_days = CountedGamesQuery(_select_rated_days, -2)
