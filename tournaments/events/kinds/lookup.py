"""The table of all kinds of events."""

from django.utils.translation import gettext

from common.refusal import Refusal
from tournaments.events.kinds.base import EventKind
from tournaments.events.kinds.bracket import BracketKind
from tournaments.events.kinds.duel import DuelKind
from tournaments.events.kinds.duplicate import DuplicateKind
from tournaments.events.kinds.hour import HourKind
from tournaments.events.kinds.night import NightKind
from tournaments.events.kinds.robin import RobinKind
from tournaments.events.kinds.teams import TeamsKind
from tournaments.events.models import Event

ALL: tuple[EventKind, ...] = (
    NightKind(),
    HourKind(),
    BracketKind(),
    RobinKind(),
    DuelKind(),
    DuplicateKind(),
    TeamsKind(),
)
KINDS: dict[str, EventKind] = {kind.name.value: kind for kind in ALL}


def kind_of(event: Event) -> EventKind:
    """Return the kind of an event."""
    return KINDS[event.kind]


def kind_named(name: str) -> EventKind:
    """Return the kind of this name, or refuse it."""
    if name not in KINDS:
        raise Refusal("bad_request", gettext("Choose one of the formats."))
    return KINDS[name]
