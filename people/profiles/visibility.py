"""The rules for showing a player's profile."""

from typing import Any

from game.models import Player


def is_open_to(viewer: Any, player: Player) -> bool:
    """Return whether a viewer may see all of a player's profile."""
    return not player.is_private or player == viewer


def is_on_ladder(player: Player) -> bool:
    """Return whether a player is on the ladder: guests, bots and deleted accounts are not."""
    return player.has_account and player.is_active
