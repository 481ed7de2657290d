"""Games against HALSCRIB, played to their end at their tables."""

import asyncio

from game.engine.state import Rules, Seat
from game.engine.view import seats_to_move
from game.models import Game, HalscribGame, Player
from game.table.opening import open_bot_game
from game.table.record.ledger import Ledger
from tests.worlds.tables import load_dealt_table, plain_move, secrets_of, update_row

ME, BOT = Seat.A, Seat.B


def open_game(player: Player, brain: str | None = None) -> Game:
    """A game against HALSCRIB, by lot, or as if the lot had fallen on this brain."""
    game = open_bot_game(player, "halscrib", Rules(61, first_dealer=BOT))
    if brain is not None:
        HalscribGame.objects.filter(pk=game.pk).update(brain=brain)
    return game


def play_on(game: Game, ledger: Ledger) -> Game:
    """The game, played to its end."""
    update_row(game.pk, **secrets_of(game.pk))

    async def play() -> None:
        table = await load_dealt_table(game.pk, ledger)
        while not table.state.is_over:
            if ME in seats_to_move(table.state):
                await table.act(ME, table.ply, plain_move(table.state, ME))
            task = table.bots[0].thinking_task
            assert task is not None
            await task

    asyncio.run(play())
    return Game.objects.get(pk=game.pk)
