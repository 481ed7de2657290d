"""Rated games during which a player asked the lab about a similar position, newest first."""

from game.models import AdviceNote

MAX_LISTED = 10


def load_advice_notes() -> list[AdviceNote]:
    """The newest notes, with their players."""
    return list(AdviceNote.objects.select_related("player").order_by("-at", "-pk")[:MAX_LISTED])
