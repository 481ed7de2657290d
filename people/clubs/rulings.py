"""Hosts' rulings on clubs.

Each changes one thing, and stores one row with the host, the action and the reason.
"""

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.accounts.sanctions import is_banned
from game.models import Player
from people.clubs import names
from people.clubs.founding import check_name, dissolve, save_name
from people.clubs.lookup import lock_club
from people.clubs.models import Club, ClubReport, ClubRuling, Membership
from people.moderation.notice_kinds import REPORT_ANSWERED, RULING
from people.moderation.rulings import clean_reason
from people.notices.record import notify

Kind = ClubRuling.Kind


def may_rule(by: Player) -> bool:
    """Return whether a member of staff may rule on clubs."""
    return by.is_staff and by.has_perm("clubs.rule_on_club") and not is_banned(by)


@transaction.atomic
def rename(*, by: Player, club: Club, name: str, clear: bool, reason: str) -> ClubRuling:
    """Rename a club, delete its description, or both."""
    locked = _lock(by, club)
    name = names.clean_name(name)
    if name == locked.name and not (clear and locked.about):
        raise Refusal("name", gettext("The club already has this name."))
    ruling = _create_ruling(Kind.RENAME, by, locked, reason)
    if clear:
        locked.about = ""
    if name != locked.name:
        check_name(name)
    save_name(locked, name)
    _tell_owners(ruling, _owners(locked), reverse("club", args=[str(locked.slug)]))
    return ruling


@transaction.atomic
def close(*, by: Player, club: Club, reason: str) -> ClubRuling:
    """Close a club for good."""
    locked = _lock(by, club)
    ruling, owners = _create_ruling(Kind.CLOSE, by, locked, reason), _owners(locked)
    dissolve(locked)
    _tell_owners(ruling, owners, reverse("clubs"))
    return ruling


@transaction.atomic
def answer(*, by: Player, report: ClubReport, reason: str) -> ClubRuling:
    """Answer a report, and all open reports of the same club."""
    club = Club.objects.select_for_update(no_key=True).get(pk=report.club_id)
    _check_may_rule(by)
    waiting = ClubReport.objects.filter(club=club, ruling=None)
    reporters = list(waiting.values_list("by", flat=True))
    if not reporters:
        raise Refusal("too_late", gettext("This report has already been answered."))
    ruling = _create_ruling(Kind.ANSWER, by, club, reason)
    waiting.update(ruling=ruling)
    notify(REPORT_ANSWERED, reporters, _about(ruling))
    return ruling


def _lock(by: Player, club: Club) -> Club:
    _check_may_rule(by)
    return lock_club(club)


def _check_may_rule(by: Player) -> None:
    if not may_rule(by):
        raise Refusal("not_yours", gettext("You can’t decide this."))


def _create_ruling(kind: ClubRuling.Kind, by: Player, club: Club, reason: str) -> ClubRuling:
    return ClubRuling.objects.create(
        kind=kind,
        by=by,
        club=club,
        reason=clean_reason(reason),
        at=clock.now(),
        name_before=club.name,
        about_before=club.about,
    )


def _owners(club: Club) -> list[int]:
    owners = Membership.objects.filter(club=club, role=Membership.Role.OWNER)
    return list(owners.order_by("pk").values_list("player", flat=True))


def _tell_owners(ruling: ClubRuling, owners: list[int], url: str) -> None:
    told, title = f"club_{ruling.kind}", ruling.name_before
    notify(RULING, owners, _about(ruling), ruling=told, title=title, reason=ruling.reason, url=url)


def _about(ruling: ClubRuling) -> str:
    return f"club-ruling:{ruling.pk}"
