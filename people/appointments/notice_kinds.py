"""The kinds of notifications about appointments."""

from datetime import timedelta

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common import clock
from people.notices.kinds import BELL, MAIL, PUSH, Kind, Parts, is_unread, name_in
from people.notices.models import Notice


def _describe(parts: Parts) -> str:
    sentences = {
        "accepted": gettext("%(name)s accepted the time you suggested."),
        "declined": gettext("%(name)s can’t play at the time you suggested."),
        "cancelled": gettext("%(name)s called off your game."),
    }
    sentence = sentences.get(parts.get("what", ""), gettext("%(name)s suggests a time for a game."))
    return sentence % {"name": name_in(parts)}


def _is_ahead(notice: Notice) -> bool:
    return is_unread(notice) and (notice.until is None or notice.until > clock.now())


APPOINTMENT = Kind(
    name="appointment",
    ways=(BELL, PUSH, MAIL),
    default=(BELL, PUSH, MAIL),
    always=(BELL,),
    label=_("A time for a game"),
    hint=_("A friend suggests, accepts or calls off a time, or it begins soon."),
    describe=_describe,
    stands=_is_ahead,
    find_lapsed=lambda notices: {notice.pk for notice in notices if not _is_ahead(notice)},
)
APPOINTMENT_SOON = Kind(
    name="appointment_soon",
    ways=(BELL, PUSH),
    default=(BELL, PUSH),
    always=(BELL,),
    group="appointment",
    lasts=timedelta(minutes=15),
    describe=lambda parts: gettext("Your game with %(name)s begins soon.") % {"name": name_in(parts)},
    stands=_is_ahead,
    find_lapsed=lambda notices: {notice.pk for notice in notices if not _is_ahead(notice)},
)

KINDS = (APPOINTMENT, APPOINTMENT_SOON)
