"""What rooms above do in the transaction that closes a round: each adds its own in `AppConfig.ready`."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.shared_decks.models import Round

on_close: list[Callable[["Round"], None]] = []
