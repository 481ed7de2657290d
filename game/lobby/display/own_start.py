"""The first button of the front page: a game with the bot that the player played last."""

import json
from dataclasses import dataclass
from typing import Any

from django.db.models import F, QuerySet

from common.database.compiled_query import CompiledQuery
from game.models import Game, Player
from game.table.bot_accounts import BOTS, BotProfile


@dataclass(frozen=True, slots=True)
class BotGame:
    """A game with a bot from the player's view."""

    id: str
    bot: BotProfile
    target: int
    mine: int
    theirs: int
    is_over: bool


def find_last_bot_game(player: object) -> BotGame | None:
    """Return the player's live game with a bot, or else the last one."""
    if not isinstance(player, Player):
        return None
    game = _last_bot_game.fetch(player.pk)
    if game is None:
        return None
    game_id, brain, params, mine, theirs, finished_at = game
    target = json.loads(params)["rules"]["target"]
    return BotGame(game_id, BOTS[brain], target, mine, theirs, finished_at is not None)


def _build_last_bot_game(player: int) -> QuerySet[Game, Any]:
    games = Game.objects.filter(seat_a=player, seat_b__brain__in=BOTS)
    unfinished_first = F("finished_at").desc(nulls_first=True)
    shown = ("id", "seat_b__brain", "params", "score_a", "score_b", "finished_at")
    return games.order_by(unfinished_first, "-created_at").values_list(*shown)[:1]


_last_bot_game = CompiledQuery(_build_last_bot_game, -1)
