"""The event of a game, loaded by the app that runs events."""

from collections.abc import Callable

from common.formats.json import Json

# Games of events always have one of these clocks. Games without a clock cost no query.
CLOCKS = frozenset({"quick", "standard", "relaxed"})

# Set by the app that runs events in `AppConfig.ready`. It returns the event's `id` and `title`, and as
# `pays_skunks` whether a skunk scores more points.
event_loaders: list[Callable[[str], Json | None]] = []


def load_event_of(game_id: str, clock: str) -> Json | None:
    """Return the event of a game with this clock; None for any other game."""
    loaded = (load(game_id) for load in event_loaders if clock in CLOCKS)
    return next((event for event in loaded if event is not None), None)
