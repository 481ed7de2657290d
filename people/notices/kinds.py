"""The kinds of notices: the ways each may come, and those it comes unless its player says otherwise."""

from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext_lazy as _


class Way(StrEnum):
    """How a notice comes to a player."""

    BELL = "bell"
    PUSH = "push"
    MAIL = "mail"


BELL, PUSH, MAIL = Way


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of notice."""

    name: str
    ways: tuple[Way, ...]
    default: tuple[Way, ...]
    # Ways that cannot be switched off: somebody waits for an answer, or is owed one.
    always: tuple[Way, ...] = ()
    # Whether the bell lists it from what stands in the database, until it is done with.
    is_computed: bool = False
    # Whether mail of it goes by itself, and does not wait for the others of the day.
    has_own_mail: bool = False
    # The kind whose switches it goes by, if not its own.
    group: str = ""
    # What the page of settings calls it, in the language of the moment: so a kind is not compared by it.
    label: Any = field(default="", compare=False)
    hint: Any = field(default="", compare=False)
    # The optional wing that sends it, if any: a site without it does not ask which way it shall come.
    wing: str = ""
    # How long it is of use by push, unless the notice itself says until when.
    lasts: timedelta = timedelta(hours=4)

    @property
    def setting(self) -> str:
        """The name under which a player's choice is kept."""
        return self.group or self.name


TURN = Kind(
    name="turn",
    ways=(BELL, PUSH, MAIL),
    default=(BELL, PUSH),
    always=(BELL,),
    is_computed=True,
    has_own_mail=True,
    label=_("Your move"),
    hint=_("In games with a day per move: once a turn, and only when you’re not at the table."),
)
TURN_ENDING = Kind(
    name="turn_ending",
    ways=(BELL, PUSH, MAIL),
    default=(BELL, PUSH, MAIL),
    always=(BELL,),
    is_computed=True,
    label=_("Six hours left for your move"),
    hint=_("By email only if you haven’t been here for a day."),
)
CHALLENGE = Kind(
    name="challenge",
    ways=(BELL, PUSH),
    default=(BELL, PUSH),
    always=(BELL,),
    is_computed=True,
    label=_("Challenges and rematches"),
)
REMATCH = Kind(name="rematch", ways=(BELL, PUSH), default=(BELL, PUSH), is_computed=True, group="challenge")
INVITATION = Kind(
    name="invitation",
    ways=(BELL, PUSH),
    default=(BELL, PUSH),
    label=_("Invitations"),
    hint=_("To an event or a club."),
    lasts=timedelta(days=1),
)
EVENT_SOON = Kind(
    name="event_soon",
    wing="tournaments",
    ways=(BELL, PUSH),
    default=(BELL, PUSH),
    label=_("An event you joined begins in ten minutes"),
    lasts=timedelta(minutes=10),
)
EVENT_CHANGED = Kind(
    name="event_changed",
    wing="tournaments",
    ways=(BELL, PUSH, MAIL),
    default=(BELL, PUSH),
    label=_("Changes to an event you joined"),
    hint=_("It’s called off, extended or ended early, or you’re disqualified."),
    lasts=timedelta(hours=12),
)
PAIRED = Kind(
    name="paired",
    wing="tournaments",
    ways=(BELL, PUSH),
    default=(BELL, PUSH),
    always=(BELL,),
    label=_("Your next table in an event"),
    lasts=timedelta(minutes=2),
)
DAILY_OPEN = Kind(
    name="daily_open",
    wing="study",
    ways=(BELL, PUSH, MAIL),
    default=(BELL,),
    label=_("Today’s game is open"),
    hint=_("In the bell only if you’ve played one in the last seven days."),
    lasts=timedelta(hours=12),
)
FOLLOWED_HERE = Kind(
    name="followed_here",
    ways=(BELL, PUSH, MAIL),
    default=(BELL,),
    label=_("A player you follow is here"),
    lasts=timedelta(minutes=15),
)
RULING = Kind(
    name="ruling",
    ways=(BELL, MAIL),
    default=(BELL, MAIL),
    always=(BELL,),
    label=_("Decisions of the host about you"),
    hint=_("A warning, a mute, a ban, a voided game."),
)
# A warning and a mute are listed as such for as long as they stand; other decisions as news.
WARNING = Kind(name="warning", ways=(BELL, MAIL), default=(BELL, MAIL), is_computed=True, group="ruling")
REPORT_ANSWERED = Kind(
    name="report_answered",
    ways=(BELL, MAIL),
    default=(BELL, MAIL),
    label=_("Answers to your reports"),
)

KINDS = {
    kind.name: kind
    for kind in (
        TURN, TURN_ENDING, CHALLENGE, REMATCH, INVITATION, EVENT_SOON, EVENT_CHANGED, PAIRED, DAILY_OPEN,
        FOLLOWED_HERE, RULING, WARNING, REPORT_ANSWERED,
    )
}  # fmt: skip

# A move has a day: so much of it is left when its player is reminded.
TURN_ENDING_LEFT = timedelta(hours=6)
