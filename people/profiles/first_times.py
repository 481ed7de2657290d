"""A player's first times: the first win, skunk, hand of 24 and the like, each with its day and its replay.

They are computed from the score sheets, so that games of any age count and voided games do not. One pass over
an index finds the days; the sheets of those days are few.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Exists, Min, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse
from django.utils.translation import gettext

from common.page_parts import load_parts
from game.models import Game, Player, Scoresheet
from game.shared_decks.barrier import hidden_from
from game.table.bot_accounts import BOTS
from people.profiles.record import DOUBLE_SKUNK, MAX_GAMES, SKUNK, counted_games
from ranking.models import Change
from ranking.standings import OF_PEOPLE

HANDS = (24, 28, 29)
IN_A_ROW = 3
READ_FIRST = 100  # most players have won three in a row within these games
OLDEST_FIRST = ("at", "pk")
IN_THE_INDEX = {"won", "value", "opponent_id", "best_hand"}

# The values that a sheet may have in each of these columns.
Rule = Mapping[str, tuple[Any, ...]]


class Result(NamedTuple):
    """A finished game's result for its player."""

    won: bool | None
    at: datetime
    pk: int


@dataclass(frozen=True, slots=True)
class FirstTime:
    """Something that a player does for the first time. Without `at`, it is still to come."""

    name: str
    at: datetime | None = None
    url: str = ""
    game: str = ""


def load_first_times(player: Player, viewer: Any) -> tuple[FirstTime, ...]:
    """Return a player's first times, oldest first. The player also sees those to come."""
    if player.is_any_bot:
        return ()
    known = [*_load_in_games(player, viewer), *load_parts("first_times", player).values()]
    done = sorted(((one.at, n, one) for n, one in enumerate(known) if one.at), key=lambda each: each[:2])
    to_come = [one for one in known if one.at is None] if viewer == player else []
    return (*(one for _, _, one in done), *to_come)


def load_first_times_in(game: Game, viewer: Any) -> tuple[FirstTime, ...]:
    """Return the first times that a game brought the viewer."""
    if not isinstance(viewer, Player) or not _may_bring_any(game, viewer):
        return ()
    return tuple(one for one in _load_in_games(viewer, viewer) if one.game == game.pk)


def matches(sheet: Scoresheet, rule: Rule) -> bool:
    """Return whether a sheet shows what a rule asks for."""
    return all(getattr(sheet, column) in values for column, values in rule.items())


def find_row(oldest_first: Iterable[Result]) -> Result | None:
    """Return the game that is the third won in a row, or None if there is none."""
    in_a_row = 0
    for result in oldest_first:
        in_a_row = in_a_row + 1 if result.won else 0
        if in_a_row == IN_A_ROW:
            return result
    return None


def _may_bring_any(game: Game, player: Player) -> bool:
    """Return whether the player won or held a good hand. Most lost games need no further query."""
    return counted_games(player.pk).filter(Q(won=True) | Q(best_hand__in=HANDS), game=game).exists()


def _load_in_games(player: Player, viewer: Any) -> Iterator[FirstTime]:
    """Yield each first time that score sheets show, without those in games hidden from the viewer."""
    played = counted_games(player.pk)
    third = find_row(_read_results(played))
    rules = _load_rules(player, third)
    days = {*_find_days(played, rules.values()), *_find_rated_days(played, player)}
    days |= {third.at} if third else set()
    sheets = played.filter(at__in=days).annotate(is_hidden=hidden_from(viewer, "game"))
    oldest_first = list(sheets.order_by(*OLDEST_FIRST))
    for name, rule in rules.items():
        first = next((sheet for sheet in oldest_first if matches(sheet, rule)), None)
        if first is None:
            yield FirstTime(name)
        elif not first.is_hidden:
            yield FirstTime(name, first.at, reverse("replay", args=[first.game_id]), first.game_id)


def _load_rules(player: Player, third: Result | None) -> dict[str, Rule]:
    """Return the rule of each first time by its name. `third` is the third win in a row."""
    won: Rule = {"won": (True,)}
    names = [bot.name for bot in BOTS.values()]
    accounts = dict(Player.objects.filter(username__in=names, brain__in=BOTS).values_list("username", "pk"))
    rules: dict[str, Rule] = {
        gettext("First win"): won,
        gettext("First three wins in a row"): {"pk": (third and third.pk,)},
        gettext("First skunk"): {**won, "value": (SKUNK, DOUBLE_SKUNK)},
    }
    for bot in filter(accounts.__contains__, names):
        rules[gettext("First win against %(name)s") % {"name": bot}] = {
            **won,
            "opponent_id": (accounts[bot],),
        }
    if player.has_account:
        rules[gettext("First rated win")] = {**won, "rated": (True,)}
    for points in HANDS:
        rules[gettext("First hand of %(points)s") % {"points": points}] = {"best_hand": (points,)}
    return rules


def _read_results(played: QuerySet[Scoresheet]) -> Iterator[Result]:
    """Yield the results of a player's games, oldest first. The second part is read only if it is needed."""
    results = played.order_by(*OLDEST_FIRST).values_list("won", "at", "pk")
    first_part = list(results[:READ_FIRST])
    yield from map(Result._make, first_part)
    if len(first_part) == READ_FIRST:
        yield from map(Result._make, results[READ_FIRST:MAX_GAMES])


def _find_days(played: QuerySet[Scoresheet], rules: Iterable[Rule]) -> Iterator[datetime]:
    """Yield when a player first had a sheet that matches, for each rule that the index can answer."""
    such = [
        Q(**{f"{column}__in": values for column, values in rule.items()})
        for rule in rules
        if IN_THE_INDEX.issuperset(rule)
    ]
    days = played.aggregate(**{f"first_{n}": Min("at", filter=each) for n, each in enumerate(such)})
    return (day for day in days.values() if day)


def _find_rated_days(played: QuerySet[Scoresheet], player: Player) -> Iterable[datetime]:
    """Return when a player first won a rated game against people, and against house bots."""
    if not player.has_account:
        return ()
    # A player whose opponent did not come wins points, but has no sheet.
    has_sheet = Exists(played.filter(game=OuterRef("game")))
    won = Change.objects.filter(has_sheet, player=player.pk, won=True, undoes=None)
    bots, people = (Subquery(won.filter(kind=kind).order_by("pk").values("pk")[:1]) for kind in OF_PEOPLE)
    return Change.objects.filter(Q(pk=bots) | Q(pk=people)).values_list("at", flat=True)
