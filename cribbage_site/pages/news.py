"""The news on every page for a player: games in progress, and unread warnings."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, QuerySet
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from common.database.compiled_query import CompiledQuery
from cribbage_site.pages.my_games import GameInProgress, games_in_progress
from game.models import Game, Player, Ruling
from people.moderation.warnings import unread_warnings


@dataclass(frozen=True, slots=True)
class News:
    """Whether there is news for the player of a page, apart from the game that it shows."""

    player: Player
    shown_here: str
    has_games: bool
    has_warnings: bool

    def load_games(self) -> list[GameInProgress]:
        return games_in_progress(self.player, self.shown_here) if self.has_games else []

    def load_warnings(self) -> list[Ruling]:
        return list(unread_warnings(self.player)) if self.has_warnings else []


def news_context(request: HttpRequest) -> dict[str, Any]:
    """Return the context variables `my_games`, without this page's, `my_turns` among them, and `warnings`.

    A page that shows them costs one query, and another for each that is not empty.
    """
    news = SimpleLazyObject(lambda: load_news(request))
    games = SimpleLazyObject(lambda: news.load_games() if news else [])
    return {
        "my_games": games,
        "my_turns": SimpleLazyObject(lambda: [each for each in games if each.is_my_turn]),
        "warnings": SimpleLazyObject(lambda: news.load_warnings() if news else []),
    }


def load_news(request: HttpRequest) -> News | None:
    """Return the news for a page, or None for a visitor who is no player."""
    player, match = getattr(request, "user", None), request.resolver_match
    if not isinstance(player, Player):
        return None
    shown_here = str(match.kwargs.get("game_id") or "") if match else ""
    found = _news.fetch(player.pk, shown_here)
    return News(player, shown_here, *found) if found else None


def _build_news(player_id: int, but: str) -> QuerySet[Player, Any]:
    player = Player(pk=player_id)
    games = Game.objects.with_player(player).unfinished().exclude(pk=but)
    return Player.objects.filter(pk=player_id).values_list(Exists(games), Exists(unread_warnings(player)))


_news = CompiledQuery(_build_news, -1, "a game's id")
