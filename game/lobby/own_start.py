"""What the first button of the front page offers a player: the bot they played last."""

import json
from dataclasses import dataclass

from django.db.models import F

from game.models import Game, Player
from game.table.bot_accounts import BOTS, BotProfile


@dataclass(frozen=True, slots=True)
class BotGame:
    """A game with a bot, as the player sees it."""

    id: str
    bot: BotProfile
    target: int
    mine: int
    theirs: int
    is_over: bool


def find_last_bot_game(player: object) -> BotGame | None:
    """The player's game with a bot that still runs, or else the last one."""
    if not isinstance(player, Player):
        return None
    games = Game.objects.filter(seat_a=player, seat_b__brain__in=BOTS).select_related("seat_b")
    unfinished_first = F("finished_at").desc(nulls_first=True)
    game = games.order_by(unfinished_first, "-created_at").first()
    if game is None:
        return None
    target = json.loads(game.params)["rules"]["target"]
    bot = BOTS[game.seat_b.brain]
    return BotGame(game.pk, bot, target, game.score_a, game.score_b, game.finished_at is not None)
