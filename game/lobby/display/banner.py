"""The banner of the lobby: an event to join, which the app that runs events loads."""

from collections.abc import Callable
from typing import Any

from game.models import Player

Banner = Callable[[Player | None], dict[str, Any]]  # the banner as its viewer gets it

# The app that has something to announce adds its own in `AppConfig.ready`.
banner_loaders: list[Callable[[], Banner | None]] = []


def load_banner() -> Banner | None:
    """Return the first banner that an app has, or None."""
    loaded = (load() for load in banner_loaders)
    return next((banner for banner in loaded if banner is not None), None)
