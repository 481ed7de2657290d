"""The live games of an event that anyone may watch: one query, whatever its size."""

from game.shared_decks.barrier import without_open
from tournaments.events.models import Event, Pairing
from tournaments.formats.closest import LiveGame


def load_live_games(event_id: str) -> list[LiveGame]:
    """Return the games of an event that are being played, with their scores.

    There are none in an event over shared decks, because other tables play the same cards.
    """
    playing = Pairing.objects.filter(
        event=event_id, event__deck_set=None, ended_at=None, game__finished_at=None
    ).exclude(event__state__in=(Event.State.OVER, Event.State.VOID))
    rows = without_open(playing, "game").order_by("pk")
    columns = rows.values_list("game", "game__score_a", "game__score_b", "event__target")
    return [LiveGame(game, (one, other), target) for game, one, other, target in columns]
