"""Asks the game how many games there were and how they ended; the setting names whom to ask."""

from collections.abc import Callable
from typing import NamedTuple

from django.conf import settings
from django.utils.module_loading import import_string


class GameEndings(NamedTuple):
    """How games ended, by their number."""

    played: int = 0  # to the last point
    resigned: int = 0
    left: int = 0  # by one of the two, or on time
    void: int = 0  # before anybody threw a card
    unbegun: int = 0  # void as well, since not both had shown their secrets
    called_off: int = 0  # by a host, with all they had changed
    stalled: int = 0  # live, and overdue for an hour: the server owes the next step

    @property
    def finished(self) -> int:
        """Games that somebody won."""
        return self.played + self.resigned + self.left


def load_endings() -> GameEndings:
    """The game's count of its ends, as the settings name it."""
    counted: Callable[[], GameEndings] = import_string(settings.FAIRNESS_ENDS)
    return counted()
