"""Which event a game is of, for its own pages."""

from game.events.models import Pairing
from game.table.wire import Json

# The games of events have no others: those without a clock cost no query.
CLOCKS = frozenset({"quick", "standard", "relaxed"})


def load_event_of(game_id: str) -> Json | None:
    """The event that a game is of, if it is of one."""
    pairing = Pairing.objects.select_related("event").filter(game=game_id).first()
    return None if pairing is None else {"id": pairing.event_id, "title": pairing.event.shown_title}
