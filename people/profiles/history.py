"""A player's games, newest first, with pages that continue after the last game shown."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import F, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from common.database.compiled_query import CompiledQuery
from game.models import Game, Player, Scoresheet
from game.models.games import read_start
from game.models.players import mark_name
from game.shared_decks.barrier import NO_PLAYER, hidden_from_player, without_hidden
from game.table.engine_texts import SKUNK_NAMES
from ranking.models import Change

PAGE_SIZE = 20
EVERY_GAME = Q()
NEWEST_FIRST = ("-at", "-pk")

# How a game ended, for its winner and its loser. For games played out, SKUNK_NAMES has the margin.
ENDINGS: dict[tuple[str, bool | None], Promise] = {
    ("resigned", True): _("opponent resigned"),
    ("resigned", False): _("resigned"),
    ("flag", True): _("opponent ran out of time"),
    ("flag", False): _("ran out of time"),
    ("left", True): _("opponent left"),
    ("left", False): _("left the table"),
    ("void", None): _("never started"),
}


def describe_ending(ended: str, won: bool | None, value: int) -> Promise | None:
    """Return how a game ended, if the score does not show it."""
    return ENDINGS.get((ended, won)) or SKUNK_NAMES.get(value)


class ShownName(NamedTuple):
    """Everything that is shown of a player's name."""

    username: str
    shown_name: str
    is_active: bool
    is_sample: bool


class SheetRow(NamedTuple):
    """The columns of a line: of a score sheet, its game and the opponent. Three instances would cost more."""

    game: str
    seat: int
    at: datetime
    rated: bool
    voided: bool
    won: bool | None
    value: int
    ended: str
    points: int
    points_against: int
    game__params: str
    opponent__username: str
    opponent__nickname: str
    opponent__is_guest: bool
    opponent__is_api_bot: bool
    opponent__is_active: bool
    opponent__is_sample: bool


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game, as seen by one of its two players."""

    game: str
    opponent: ShownName
    won: bool | None
    value: int
    ended: str
    points: int
    points_against: int
    rated: bool
    voided: bool
    is_untouched: bool
    change: int | None  # the change of points on the ladder
    at: datetime
    ahead: int  # the holes by which the player started ahead

    @property
    def behind(self) -> int:
        return -self.ahead

    @property
    def ending(self) -> Promise | None:
        """Return how the game ended, if the score does not show it."""
        return describe_ending(self.ended, self.won, self.value)


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """Some games, and the last one if there is another page."""

    games: tuple[PlayedGame, ...]
    next: str | None


def find_history_page(
    player_id: int,
    after: str | None = None,
    viewer: object = None,
    only: Q = EVERY_GAME,
    size: int = PAGE_SIZE,
) -> HistoryPage | None:
    """Return the games before a given one, or the newest.

    Return None if the player has played no such game.
    """
    if after is None and only is EVERY_GAME and size == PAGE_SIZE:
        viewer_id = viewer.pk if isinstance(viewer, Player) else NO_PLAYER
        return _build_page(player_id, _newest.fetch_all(player_id, viewer_id), size)
    sheets = without_hidden(Scoresheet.objects.filter(only, player=player_id), viewer, "game")
    sheets = sheets.order_by(*NEWEST_FIRST)
    if after is not None:
        is_an_id = after.isalnum()  # PostgreSQL refuses a NUL
        last = Scoresheet.objects.filter(player=player_id, game=after).first() if is_an_id else None
        if last is None:
            return None
        # The bound on the time makes the index start here. The rest separates games that ended together.
        sheets = sheets.filter(Q(at__lt=last.at) | Q(pk__lt=last.pk), at__lte=last.at)
    return _build_page(player_id, sheets.values_list(*SheetRow._fields)[: size + 1], size)


def _build_page(player_id: int, games: Iterable[Sequence[Any]], size: int) -> HistoryPage:
    """Return a page of the first of these games. There is another page if there are more."""
    rows = [SheetRow._make(row) for row in games]
    shown = rows[:size]
    changes = _points_changes(player_id, [sheet.game for sheet in shown if sheet.rated])
    untouched = _find_untouched([sheet.game for sheet in shown if sheet.voided])
    return HistoryPage(
        games=tuple(
            _build_played_game(sheet, changes.get(sheet.game), sheet.game in untouched) for sheet in shown
        ),
        next=shown[-1].game if len(rows) > size else None,
    )


def _points_changes(player_id: int, games: list[str]) -> dict[str, int]:
    """Return the changes of points when these games ended. Voided games are marked separately."""
    return {game: change for game, change, player in _changes.fetch_all(tuple(games)) if player == player_id}


def _find_untouched(voided: list[str]) -> set[str]:
    """Return those of these void games that ended because neither player moved any more."""
    return {game for (game,) in _untouched.fetch_all(tuple(voided))}


def _build_played_game(sheet: SheetRow, change: int | None, is_untouched: bool) -> PlayedGame:
    start = read_start(sheet.game__params)
    return PlayedGame(
        game=sheet.game,
        opponent=_show_opponent(sheet),
        won=sheet.won,
        value=sheet.value,
        ended=sheet.ended,
        points=sheet.points,
        points_against=sheet.points_against,
        rated=sheet.rated,
        voided=sheet.voided,
        is_untouched=is_untouched,
        change=change,
        at=sheet.at,
        ahead=start[sheet.seat] - start[1 - sheet.seat],
    )


def _show_opponent(sheet: SheetRow) -> ShownName:
    nickname = sheet.opponent__nickname if sheet.opponent__is_guest else None
    return ShownName(
        username=sheet.opponent__username,
        shown_name=mark_name(sheet.opponent__username, nickname, is_api_bot=sheet.opponent__is_api_bot),
        is_active=sheet.opponent__is_active,
        is_sample=sheet.opponent__is_sample,
    )


def _select_newest(player_id: int, viewer_id: int) -> QuerySet[Scoresheet, Any]:
    sheets = Scoresheet.objects.filter(~hidden_from_player(viewer_id, "game"), player=player_id)
    return sheets.order_by(*NEWEST_FIRST).values_list(*SheetRow._fields)[: PAGE_SIZE + 1]


_newest = CompiledQuery(_select_newest, -1, -2)
# By games alone: PostgreSQL would plan it for an average player, and read all changes of a keen one.
_changes = CompiledQuery(
    lambda games: Change.objects.filter(game__in=games, undoes=None).values_list("game", "change", "player"),
    ("a game",),
)
_untouched = CompiledQuery(
    lambda games: Game.objects.filter(pk__in=games, voided_at=F("finished_at")).values_list("pk"),
    ("a game",),
)
