"""The notifications about events and their tables."""

from collections.abc import Collection
from datetime import timedelta

from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common import clock
from game.models import Game
from people.notices.kinds import BELL, MAIL, PUSH, Kind, Parts, is_unread, name_in
from people.notices.models import Notice


def _describe_change(parts: Parts) -> str:
    sentences = {
        "called_off": gettext("%(event)s is called off: %(reason)s"),
        "extended": gettext("%(event)s lasts %(minutes)s minutes longer: %(reason)s"),
        "ended": gettext("%(event)s ends early: %(reason)s"),
        "disqualified": gettext("You’re disqualified from %(event)s: %(reason)s"),
        "reinstated": gettext("You’re back in %(event)s: %(reason)s"),
        "corrected": gettext("The result of your game in %(event)s is corrected: %(reason)s"),
        "message": gettext("%(event)s: %(reason)s"),
        "edited": gettext("%(event)s has changed: %(reason)s"),
    }
    return sentences[parts["what"]] % parts


def _find_started(notices: Collection[Notice]) -> set[int]:
    """Return the notifications of events that have started."""
    return {notice.pk for notice in notices if notice.until and notice.until <= clock.now()}


def _find_begun(notices: Collection[Notice]) -> set[int]:
    """Return the notifications of tables where both players have committed, or that ended without it."""
    waiting = Q(commitment_a="") | Q(commitment_b="")
    games = Game.objects.filter(pk__in=[notice.parts["game"] for notice in notices])
    begun = set(games.exclude(waiting, finished_at=None).values_list("pk", flat=True))
    return {notice.pk for notice in notices if notice.parts["game"] in begun}


EVENT_SOON = Kind(
    name="event_soon",
    ways=(BELL, PUSH),
    default=(BELL, PUSH),
    label=_("An event you joined begins in ten minutes"),
    lasts=timedelta(minutes=10),
    describe=lambda parts: gettext("%(event)s begins in ten minutes.") % parts,
    is_worded_by_pages=True,
    find_lapsed=_find_started,
)
EVENT_CHANGED = Kind(
    name="event_changed",
    ways=(BELL, PUSH, MAIL),
    default=(BELL, PUSH),
    label=_("Changes to an event you joined"),
    hint=_("It’s edited, called off, extended or ended early, or its director writes or rules about you."),
    lasts=timedelta(hours=12),
    describe=_describe_change,
    is_worded_by_pages=True,
)
PAIRED = Kind(
    name="paired",
    ways=(BELL, PUSH),
    default=(BELL, PUSH),
    always=(BELL,),
    label=_("Your next table in an event"),
    lasts=timedelta(minutes=2),
    describe=lambda parts: (
        gettext("%(event)s: you play %(name)s now.") % {"event": parts["event"], "name": name_in(parts)}
    ),
    is_worded_by_pages=True,
    stands=lambda notice: is_unread(notice) and not _find_begun([notice]),
    find_lapsed=_find_begun,
)

KINDS = (EVENT_SOON, EVENT_CHANGED, PAIRED)
