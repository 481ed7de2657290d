"""The notifications about hosts' decisions."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from game.models import Ruling
from people.notices.kinds import BELL, MAIL, Kind, Parts, name_in


def _describe_ruling(parts: Parts) -> str:
    sentences = {
        Ruling.Kind.WARN: gettext("A warning from the host: %(reason)s"),
        Ruling.Kind.MUTE: gettext("You can’t chat for a while: %(reason)s"),
        Ruling.Kind.UNMUTE: gettext("You can chat again: %(reason)s"),
        Ruling.Kind.BAN: gettext("You’re banned: %(reason)s"),
        Ruling.Kind.UNBAN: gettext("Your ban is lifted: %(reason)s"),
        Ruling.Kind.VOID: gettext("The host called off your game against %(name)s: %(reason)s"),
        Ruling.Kind.APPEAL: gettext("The host answered your appeal: %(reason)s"),
        Ruling.Kind.READMIT: gettext("You can enter events again: %(reason)s"),
        Ruling.Kind.REMOVE: gettext("The host took down a game that you shared: %(reason)s"),
        Ruling.Kind.RESTORE: gettext("You can share a game again that the host took down: %(reason)s"),
        "club_rename": gettext("The host changed the name or description of %(title)s: %(reason)s"),
        "club_close": gettext("The host closed %(title)s: %(reason)s"),
    }
    about = {"reason": parts.get("reason", ""), "name": name_in(parts), "title": parts.get("title", "")}
    return sentences.get(parts.get("ruling", ""), gettext("The host decided: %(reason)s")) % about


RULING = Kind(
    name="ruling",
    ways=(BELL, MAIL),
    default=(BELL, MAIL),
    always=(BELL,),
    label=_("Decisions of the host about you"),
    hint=_("A warning, a mute, a ban, a game called off."),
    describe=_describe_ruling,
    is_worded_by_pages=True,
)
# The bell lists a warning and a mute while they are in force, and other decisions as news.
WARNING = Kind(
    name="warning",
    ways=(BELL, MAIL),
    default=(BELL, MAIL),
    is_computed=True,
    group="ruling",
    describe=_describe_ruling,
    is_worded_by_pages=True,
)
REPORT_ANSWERED = Kind(
    name="report_answered",
    ways=(BELL, MAIL),
    default=(BELL, MAIL),
    label=_("Answers to your reports"),
    describe=lambda parts: gettext("Your report was answered. Thank you."),
    is_worded_by_pages=True,
)

KINDS = (RULING, WARNING, REPORT_ANSWERED)
