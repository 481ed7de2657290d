"""The banner of the lobby: an event to join, provided by the app that runs events."""

from collections.abc import Callable

from game.models import Player
from game.wire.feeds import AnnouncedEvent as AnnouncedEvent
from game.wire.feeds import NextAnnounced as NextAnnounced

Banner = Callable[[Player | None], AnnouncedEvent]  # the banner as one viewer gets it

# An app with a banner adds its loader in `AppConfig.ready`.
banner_loaders: list[Callable[[], Banner | None]] = []


def load_banner() -> Banner | None:
    """Return the first banner that an app provides, or None."""
    loaded = (load() for load in banner_loaders)
    return next((banner for banner in loaded if banner is not None), None)
