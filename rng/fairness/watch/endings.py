"""The interface to the game's counts of endings, configured in the settings."""

from collections.abc import Callable
from typing import NamedTuple

from django.conf import settings
from django.utils.module_loading import import_string


class GameEndings(NamedTuple):
    """The numbers of games by how they ended."""

    played: int = 0  # to the last point
    resigned: int = 0
    left: int = 0  # by leaving or by flag
    void: int = 0  # before the first discard
    unbegun: int = 0  # also void: not both secrets were revealed
    called_off: int = 0  # voided by a host, with all consequences
    stalled: int = 0  # live and overdue for an hour: the server should have moved

    @property
    def finished(self) -> int:
        """The number of games with a winner."""
        return self.played + self.resigned + self.left


def load_endings() -> GameEndings:
    """Return the game's counts of endings, by the function named in the settings."""
    counted: Callable[[], GameEndings] = import_string(settings.FAIRNESS_ENDS)
    return counted()
