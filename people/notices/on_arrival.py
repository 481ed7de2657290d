"""Callbacks for a player who opens a page. Other apps register theirs in `AppConfig.ready`."""

from collections.abc import Callable

from game.models import Player

on_arrival: list[Callable[[Player], object]] = []
