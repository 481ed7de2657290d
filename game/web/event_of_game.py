"""The event that a game is of, which the app that runs events loads."""

from collections.abc import Callable

from common.formats.json import Json

# The games of events have no others: those without a clock cost no query.
CLOCKS = frozenset({"quick", "standard", "relaxed"})

# The app that runs events adds its own in `AppConfig.ready`. It returns the event's `id` and `title`, and as
# `pays_skunks` whether a skunk brings more points in it.
event_loaders: list[Callable[[str], Json | None]] = []


def load_event_of(game_id: str, clock: str) -> Json | None:
    """Return the event of a game with this clock; None of any other game."""
    loaded = (load(game_id) for load in event_loaders if clock in CLOCKS)
    return next((event for event in loaded if event is not None), None)
