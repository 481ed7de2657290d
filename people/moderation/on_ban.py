"""Callbacks for the ban of a player. Other apps register theirs in `AppConfig.ready`."""

from collections.abc import Callable

from game.models import Player

on_ban: list[Callable[[Player], object]] = []
