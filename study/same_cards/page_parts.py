"""Invitations to play the same cards, at the tables where they begin and end."""

from typing import Any

from game.decisions.lot import LEARNING
from game.engine.state import Seat
from game.models import Game
from study.same_cards.inviting import find_invitation_to


def describe_at_table(game: Game, seat: Seat | None) -> dict[str, Any]:
    """Return the invitation of a game against a bot, and whether its player may offer the cards to others."""
    against = {Seat.A: game.seat_b.brain, Seat.B: game.seat_a.brain, None: ""}[seat]
    return {
        "cards": find_invitation_to(game.pk) if against and not game.rated else None,
        "offers_cards": against not in ("", *LEARNING),
    }
