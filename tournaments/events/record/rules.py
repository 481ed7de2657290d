"""What of its rules an event's row says: its format, how its games are played, until when one may join."""

from datetime import datetime, timedelta

from game.engine.state import Counting, Rules, Seat
from tournaments.events.models import Event
from tournaments.formats.bracket import FORFEIT_MS, NEXT_FORFEIT_MS
from tournaments.formats.format import GRACE_MINUTES, ROUND_MINUTES, WAIT_MINUTES, Again, Format, Pace

BEGIN_WITHIN = timedelta(seconds=60)
SOON = timedelta(minutes=10)
GRACE = timedelta(minutes=GRACE_MINUTES)

AGAIN = {
    Event.Kind.NIGHT: Again.WHEN_ALL_ARE_MET,
    Event.Kind.HOUR: Again.NOT_IN_A_ROW,
    Event.Kind.DUEL: Again.NEVER,
}
# In a bracket and a round robin who is so late has lost the game; the next one of a match waits for longer.
FORFEIT_AFTER = timedelta(milliseconds=FORFEIT_MS)
NEXT_FORFEIT_AFTER = timedelta(milliseconds=NEXT_FORFEIT_MS)
# Whom the flow pairs as they come free; the tables of the others follow from a plan.
PAIRED_AS_FREE = frozenset(AGAIN)
# Whose rounds begin for all at once, over the same decks at every table.
IN_STEP = frozenset({Event.Kind.DUPLICATE, Event.Kind.TEAMS})
JOINED_UNTIL_HALF_TIME = frozenset({Event.Kind.NIGHT, Event.Kind.DUEL})
# Matches and margins decide these, and no points for a win.
WITHOUT_POINTS = frozenset({Event.Kind.BRACKET, Event.Kind.TEAMS})


def format_of(event: Event) -> Format:
    """The format of an event that is paired as its players come free."""
    kind = Event.Kind(event.kind)
    join_minutes = event.minutes // 2 if kind in JOINED_UNTIL_HALF_TIME else event.minutes
    is_duel = kind is Event.Kind.DUEL
    return Format(kind.value, event.games, event.minutes, AGAIN[kind], join_minutes, across_clubs=is_duel)


def is_planned(event: Event) -> bool:
    """Whether its tables follow from a plan: a bracket's tree, or the table of a round robin."""
    return event.kind not in PAIRED_AS_FREE | IN_STEP


def is_in_step(event: Event) -> bool:
    """Whether its rounds begin for all at once, over the same decks at every table."""
    return event.kind in IN_STEP


def is_of_teams(event: Event) -> bool:
    """Whether two teams play it over the same decks, with seats swapped."""
    return event.kind == Event.Kind.TEAMS


def pays_skunks(event: Event) -> bool:
    """Return whether a skunk brings one point more than another win."""
    return event.kind not in WITHOUT_POINTS


def round_length(event: Event) -> timedelta:
    """So long a round in step may take."""
    return timedelta(minutes=ROUND_MINUTES[Pace(event.clock)])


def joins_until(event: Event) -> datetime:
    """Until when one may join: half time of a night or a duel, the close of an hour, the start of all others.

    A host who moves the close moves it by as much.
    """
    if event.kind in JOINED_UNTIL_HALF_TIME:
        return event.closes_at - timedelta(minutes=event.minutes - event.minutes // 2)
    return event.closes_at if event.kind == Event.Kind.HOUR else event.starts_at


def rules_of(event: Event, first_dealer: Seat) -> Rules:
    """The rules of an event's games, where this seat deals first."""
    return Rules(event.target, Counting(event.counting), first_dealer)


def waits_for_paused(event: Event) -> timedelta:
    """Return how long an event in which no table can be opened waits for paused players.

    A bracket and a round robin wait for as long as it takes to lose a match by not coming, or a round.
    """
    if not is_planned(event):
        return timedelta(minutes=WAIT_MINUTES)
    return timedelta(days=event.round_days) if event.round_days else FORFEIT_AFTER + NEXT_FORFEIT_AFTER
