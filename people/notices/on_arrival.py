"""Callbacks for a player who opens a page: other apps add theirs in `AppConfig.ready`."""

from collections.abc import Callable

from game.models import Player

on_arrival: list[Callable[[Player], object]] = []
