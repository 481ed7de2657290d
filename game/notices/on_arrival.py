"""What other apps do when a player opens a page: each adds its own in `AppConfig.ready`."""

from collections.abc import Callable

from game.models import Player

on_arrival: list[Callable[[Player], object]] = []
