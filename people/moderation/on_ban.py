"""Callbacks for the ban of a player: other apps add theirs in `AppConfig.ready`."""

from collections.abc import Callable

from game.models import Player

on_ban: list[Callable[[Player], object]] = []
