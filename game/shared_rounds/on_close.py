"""Callbacks in the transaction that closes a round. Other apps add theirs in `AppConfig.ready`."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.shared_decks.models import Round

on_close: list[Callable[["Round"], None]] = []
