"""The kinds of notices: the ways each may come, and those it comes unless its player says otherwise."""

from dataclasses import dataclass
from enum import StrEnum


class Way(StrEnum):
    """How a notice comes to a player."""

    BELL = "bell"
    PUSH = "push"
    MAIL = "mail"


BELL, PUSH, MAIL = Way


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of notice."""

    name: str
    ways: tuple[Way, ...]
    default: tuple[Way, ...]
    # Whether the bell lists it from what stands in the database, until it is done with.
    is_computed: bool = False
    # The kind whose switches it goes by, if not its own.
    group: str = ""

    @property
    def setting(self) -> str:
        """The name under which a player's choice is kept."""
        return self.group or self.name


TURN = Kind("turn", (BELL, PUSH, MAIL), (BELL, PUSH), is_computed=True)
TURN_ENDING = Kind("turn_ending", (BELL, PUSH, MAIL), (BELL, PUSH, MAIL), is_computed=True)
CHALLENGE = Kind("challenge", (BELL, PUSH), (BELL, PUSH), is_computed=True)
REMATCH = Kind("rematch", (BELL, PUSH), (BELL, PUSH), is_computed=True, group="challenge")
INVITATION = Kind("invitation", (BELL, PUSH), (BELL, PUSH))
EVENT_SOON = Kind("event_soon", (BELL, PUSH), (BELL, PUSH))
PAIRED = Kind("paired", (BELL, PUSH), (BELL, PUSH))
DAILY_OPEN = Kind("daily_open", (BELL, PUSH, MAIL), (BELL,))
FOLLOWED_HERE = Kind("followed_here", (BELL, PUSH, MAIL), (BELL,))
# A warning and a mute are listed as such for as long as they stand; other decisions as news.
WARNING = Kind("warning", (BELL, MAIL), (BELL, MAIL), is_computed=True, group="ruling")
RULING = Kind("ruling", (BELL, MAIL), (BELL, MAIL))
REPORT_ANSWERED = Kind("report_answered", (BELL, MAIL), (BELL, MAIL))

KINDS = {
    kind.name: kind
    for kind in (
        TURN,
        TURN_ENDING,
        CHALLENGE,
        REMATCH,
        INVITATION,
        EVENT_SOON,
        PAIRED,
        DAILY_OPEN,
        FOLLOWED_HERE,
        WARNING,
        RULING,
        REPORT_ANSWERED,
    )
}  # fmt: skip
