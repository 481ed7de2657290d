"""Games against HALSCRIB, played to their end at their tables."""

import asyncio

from game.engine.state import Rules, Seat
from game.models import Game, HalscribGame, Player
from game.table.record.ledger import Ledger
from tests.worlds.bot_games import open_bot_game
from tests.worlds.tables import play_with_bot, secrets_of, update_row

ME, BOT = Seat.A, Seat.B


def open_game(player: Player, brain: str | None = None) -> Game:
    """Open a game against HALSCRIB with a random style, or with this brain."""
    game = open_bot_game(player, "halscrib", Rules(61, first_dealer=BOT))
    if brain is not None:
        HalscribGame.objects.filter(pk=game.pk).update(brain=brain)
    return game


def play_on(game: Game, ledger: Ledger) -> Game:
    """Play the game to its end."""
    update_row(game.pk, **secrets_of(game.pk))
    asyncio.run(play_with_bot(game.pk, ledger))
    return Game.objects.get(pk=game.pk)
