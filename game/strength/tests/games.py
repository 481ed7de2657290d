"""Rated games of two people, played to their end or given up."""

import asyncio

from game.engine.moves import Resign
from game.engine.state import Rules
from game.models import Game, Player
from game.strength.models import PlayerStrength, WeighedGame
from game.table.ledger import Ledger
from game.tests.table.games import B, create_game, load_dealt_table, play_to_end

WEIGHED = ("game", "number", "adjusted", "strength_a", "variance_a", "strength_b", "variance_b")


def play(ledger: Ledger, one: Player, other: Player, *, rated: bool = True, target: int = 121) -> Game:
    """A game played to its end."""
    game = create_game("standard", Rules(target), (one, other), rated=rated)

    async def on() -> None:
        await play_to_end(await load_dealt_table(game.pk, ledger))

    asyncio.run(on())
    return Game.objects.select_related("seat_a", "seat_b").get(pk=game.pk)


def resign(ledger: Ledger, one: Player, other: Player) -> Game:
    """A game that the second player gives up before the first throw."""
    game = create_game("standard", Rules(), (one, other), rated=True)

    async def on() -> None:
        table = await load_dealt_table(game.pk, ledger)
        await table.act(B, table.ply, Resign())

    asyncio.run(on())
    return Game.objects.select_related("seat_a", "seat_b").get(pk=game.pk)


def weighed() -> list[tuple[object, ...]]:
    """All that is stored of weighed games."""
    return list(WeighedGame.objects.order_by("number").values_list(*WEIGHED))


def strengths() -> list[tuple[object, ...]]:
    """All that is stored of players."""
    return list(
        PlayerStrength.objects.order_by("player").values_list("player", "strength", "variance", "games")
    )
