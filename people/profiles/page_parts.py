"""The parts of other pages that show a player's record."""

from typing import Any

from game.engine.state import Seat
from game.models import Game
from people.profiles.record import find_meetings


def describe_at_table(game: Game, seat: Seat | None) -> dict[str, Any]:
    """Return the series score of two people whose game has not begun, for one of them."""
    players = (game.seat_a, game.seat_b)
    if seat is None or game.ply or any(player.is_any_bot for player in players):
        return {}
    opponent = players[1 - seat]
    return {"opponent": opponent, "series": find_meetings(players[seat], opponent)}
