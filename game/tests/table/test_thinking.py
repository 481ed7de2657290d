"""How a bot thinks at a table; and where its brain does not answer, it plays on by the simplest move."""

import asyncio
import logging
from collections.abc import Callable

import pytest

from game.bots import choose
from game.engine.events import Played
from game.engine.moves import Move
from game.engine.state import Rules, Seat
from game.engine.view import View, view
from game.models import Game
from game.table import ledger as ledgers
from game.table import thinking
from game.table.fairness import replayed
from game.table.ledger import Ledger
from game.table.opening import new_guest, open_bot_game
from game.table.thinking import simplest
from game.tests.table import thoughts
from game.tests.table.games import dealt, rewrite, some_move
from game.tests.table.test_table import secrets_of
from rng.twister import stream

pytestmark = [pytest.mark.rows, pytest.mark.django_db(transaction=True)]

ME, BOT = Seat.A, Seat.B


def play_until_the_bot_has_played(ledger: Ledger) -> Game:
    """A game with Novice, up to the first card of his."""
    game = open_bot_game(new_guest(), "novice", Rules(first_dealer=ME))
    rewrite(game.pk, **secrets_of(game.pk))

    async def play() -> None:
        table = await dealt(game.pk, ledger)
        while not any(seat is BOT for seat, _ in table.state.played):
            if ME in table.state_awaits:
                await table.act(ME, table.ply, some_move(table.state, ME))
            await table.bots[0].thinking

    asyncio.run(play())
    return game


def of_the_bot(game: Game) -> list[tuple[Move, View, tuple[object, ...], int]]:
    """The bot's moves, with what it saw, heard and which ply it was."""
