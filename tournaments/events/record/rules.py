"""The times of events, and the rules of their games."""

from datetime import timedelta

from game.engine.state import Counting, Rules, Seat
from tournaments.events.models import Event
from tournaments.formats.bracket import FORFEIT_MS, NEXT_FORFEIT_MS
from tournaments.formats.format import GRACE_MINUTES, ROUND_MINUTES, Pace

BEGIN_WITHIN = timedelta(seconds=60)
SOON = timedelta(minutes=10)
GRACE = timedelta(minutes=GRACE_MINUTES)

# In a bracket and a round robin who is so late has lost the game; the next one of a match waits for longer.
FORFEIT_AFTER = timedelta(milliseconds=FORFEIT_MS)
NEXT_FORFEIT_AFTER = timedelta(milliseconds=NEXT_FORFEIT_MS)


def round_length(event: Event) -> timedelta:
    """So long a round in step may take."""
    return timedelta(minutes=ROUND_MINUTES[Pace(event.clock)])


def rules_of(event: Event, first_dealer: Seat) -> Rules:
    """The rules of an event's games, where this seat deals first."""
    return Rules(event.target, Counting(event.counting), first_dealer)
