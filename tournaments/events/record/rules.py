"""The time limits of events, and the rules of their games."""

from datetime import timedelta

from game.engine.state import Counting, Rules, Seat
from tournaments.events.models import Event
from tournaments.formats.bracket import FORFEIT_MS, NEXT_FORFEIT_MS
from tournaments.formats.format import GRACE_MINUTES, ROUND_MINUTES, Pace

BEGIN_WITHIN = timedelta(seconds=60)
SOON = timedelta(minutes=10)
GRACE = timedelta(minutes=GRACE_MINUTES)

# In a bracket and a round robin, a player this late loses the game. The next game of a match waits longer.
FORFEIT_AFTER = timedelta(milliseconds=FORFEIT_MS)
NEXT_FORFEIT_AFTER = timedelta(milliseconds=NEXT_FORFEIT_MS)


def round_length(event: Event) -> timedelta:
    """Return how long a simultaneous round may take."""
    return timedelta(minutes=ROUND_MINUTES[Pace(event.clock)])


def rules_of(event: Event, first_dealer: Seat) -> Rules:
    """Return the rules of an event's games, with this seat as the first dealer."""
    return Rules(event.target, Counting(event.counting), first_dealer)
