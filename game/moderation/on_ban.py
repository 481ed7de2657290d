"""What other apps do once a player is banned: each adds its own in `AppConfig.ready`."""

from collections.abc import Callable

from game.models import Player

on_ban: list[Callable[[Player], object]] = []
