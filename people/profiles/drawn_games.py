"""Lines of games as HTML: each is rendered once for all visitors, until something in it changes."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from common.rendered import drawer
from people.profiles.history import PlayedGame, ShownName, describe_ending


class ShownGame(NamedTuple):
    """Everything that the line of a game shows, so that equal lines look the same."""

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
    change: int | None
    at: datetime
    ahead: int

    @property
    def behind(self) -> int:
        return -self.ahead

    @property
    def ending(self) -> Promise | None:
        return describe_ending(self.ended, self.won, self.value)


def draw_games(games: Iterable[PlayedGame]) -> SafeString:
    """Return the lines of games as HTML."""
    return format_html_join("", "{}", ((_draw_game(game=_show(game)),) for game in games))


def _show(game: PlayedGame) -> ShownGame:
    return ShownGame(
        game=game.game,
        opponent=game.opponent,
        won=game.won,
        value=game.value,
        ended=game.ended,
        points=game.points,
        points_against=game.points_against,
        rated=game.rated,
        voided=game.voided,
        is_untouched=game.is_untouched,
        change=game.change,
        at=game.at,
        ahead=game.ahead,
    )


_draw_game = drawer("cribbage_site/pages/profile/game.html", 2000)
