"""The event of a game, for the game's own pages."""

from common.database.compiled_query import CompiledModelQuery
from common.formats.json import Json
from tournaments.events.kinds.lookup import kind_of
from tournaments.events.models import Pairing

_pairing = CompiledModelQuery(
    Pairing, lambda game: Pairing.objects.filter(game=game), "a game's id", related=("event",)
)


def load_event_of(game_id: str) -> Json | None:
    """Return the event of a game, and whether a skunk pays more in it. Return None for other games."""
    pairing = _pairing.fetch(game_id)
    if pairing is None:
        return None
    event = pairing.event
    pays_skunks = kind_of(event).pays_skunks
    return {"id": event.pk, "title": event.shown_title, "pays_skunks": pays_skunks, "hints": event.hints}


def allows_hints(game_id: str) -> bool:
    """Return whether a game belongs to an event with hints."""
    return Pairing.objects.filter(game=game_id, event__hints=True).exists()
