"""Which event a game is of, for its own pages."""

from common.formats.json import Json
from tournaments.events.kinds.lookup import kind_of
from tournaments.events.models import Pairing


def load_event_of(game_id: str) -> Json | None:
    """Return the event that a game is of, and whether a skunk brings more points in it; None if of none."""
    pairing = Pairing.objects.select_related("event").filter(game=game_id).first()
    if pairing is None:
        return None
    event = pairing.event
    return {"id": event.pk, "title": event.shown_title, "pays_skunks": kind_of(event).pays_skunks}
