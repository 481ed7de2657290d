"""Rated games of two people, completed or resigned."""

import asyncio
from datetime import timedelta

from common import clock
from game.engine.moves import Resign
from game.engine.state import Rules
from game.engine.view import seats_to_move
from game.ladder.settling import FULL_FROM_DEALS
from game.models import Game, Player
from game.table.record.ledger import Ledger
from ranking.models import Kind, Standing
from ranking.terms import NEWCOMER_GAMES
from study.strength.models import PlayerStrength, WeighedGame
from study.strength.weighing import WEIGHED_FIELDS
from tests.worlds.tables import B, create_game, load_dealt_table, plain_move, play_to_end

WEIGHED = ("game_id", "number", *WEIGHED_FIELDS)


def play(ledger: Ledger, one: Player, other: Player, *, rated: bool = True, target: int = 121) -> Game:
    """Return a completed game."""
    game = create_game("standard", Rules(target), (one, other), rated=rated)

    async def on() -> None:
        await play_to_end(await load_dealt_table(game.pk, ledger))

    asyncio.run(on())
    return Game.objects.select_related("seat_a", "seat_b").get(pk=game.pk)


def resign(ledger: Ledger, one: Player, other: Player, *, after_deals: int = 0) -> Game:
    """Return a game that the second player resigns after so many counted deals."""
    game = create_game("standard", Rules(), (one, other), rated=True)

    async def on() -> None:
        table = await load_dealt_table(game.pk, ledger)
        while table.state.deal <= after_deals:
            for seat in seats_to_move(table.state):
                await table.act(seat, table.ply, plain_move(table.state, seat))
        await table.act(B, table.ply, Resign())

    asyncio.run(on())
    return Game.objects.select_related("seat_a", "seat_b").get(pk=game.pk)


def resign_late(ledger: Ledger, one: Player, other: Player) -> Game:
    """Return a game that the second player resigns when it counts in full."""
    return resign(ledger, one, other, after_deals=FULL_FROM_DEALS)


def make_regular(player: Player) -> Player:
    """Give a player an old account and enough rated games to be no newcomer."""
    player.date_joined = clock.now() - timedelta(days=30)
    player.save(update_fields=["date_joined"])
    Standing.objects.create(player=player, kind=Kind.PEOPLE, wins=NEWCOMER_GAMES)
    return player


def weighed() -> list[tuple[object, ...]]:
    """Return all stored data of weighed games."""
    return list(WeighedGame.objects.order_by("number").values_list(*WEIGHED))


def strengths() -> list[tuple[object, ...]]:
    """Return all stored data of players."""
    return list(
        PlayerStrength.objects.order_by("player").values_list("player", "strength", "variance", "games")
    )
