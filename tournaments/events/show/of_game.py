"""The event of a game, for the game's own pages."""

from common.formats.json import Json
from tournaments.events.kinds.lookup import kind_of
from tournaments.events.models import Pairing


def load_event_of(game_id: str) -> Json | None:
    """Return the event of a game, and whether a skunk pays more in it. Return None for other games."""
    pairing = Pairing.objects.select_related("event").filter(game=game_id).first()
    if pairing is None:
        return None
    event = pairing.event
    pays_skunks = kind_of(event).pays_skunks
    return {"id": event.pk, "title": event.shown_title, "pays_skunks": pays_skunks, "hints": event.hints}


def allows_hints(game_id: str) -> bool:
    """Return whether a game belongs to an event with hints."""
    return Pairing.objects.filter(game=game_id, event__hints=True).exists()
