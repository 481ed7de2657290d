"""What players are told of an event wherever they are: that it is soon, and that their table is ready."""

from game.events.models import Entry, Event
from game.models import Game
from game.runtime.pubsub import publish_on_commit


def tell_soon(event: Event) -> None:
    """Tell all who have entered that the event starts soon."""
    publish_on_commit("notices", list(_staying(event).values_list("player", flat=True)))


def tell_paired(event: Event, entries: tuple[Entry, Entry], game: Game) -> None:
    """Tell two players that their table is ready."""
    publish_on_commit("notices", [entry.player_id for entry in entries])


def _staying(event: Event):  # type: ignore[no-untyped-def]
    return Entry.objects.filter(event=event, left_at=None, is_disqualified=False)
