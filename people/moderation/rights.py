"""Who may rule on whom: hosts on everybody but each other, moderators on players and for a limited time."""

from datetime import timedelta

from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.db.models import Q, QuerySet

from game.accounts.sanctions import is_banned
from game.models import Granted, Player, Ruling
from people.moderation.impartiality import find_conflict

Kind = Ruling.Kind

MODERATOR_GROUP = "moderators"
# The longest term that a moderator may set; what lasts longer only a host may change.
MODERATOR_MAX_DURATION = timedelta(days=30)

PERMISSIONS = {
    Kind.WARN: "warn_player",
    Kind.MUTE: "mute_player",
    Kind.UNMUTE: "mute_player",
    Kind.BAN: "ban_player",
    Kind.UNBAN: "ban_player",
    Kind.VOID: "void_game",
    Kind.RESET: "reset_password",
    Kind.ANSWER: "answer_report",
    Kind.APPEAL: "answer_appeal",
    Kind.READMIT: "readmit_player",
}
MODERATOR_PERMISSIONS = ("warn_player", "mute_player", "ban_player", "answer_report", "answer_sign")
MODERATOR_VIEWABLE = {
    "game": ("player", "game", "scoresheet", "seek", "chat", "report", "ruling", "appeal"),
    "ranking": ("standing", "change", "pin"),
    "rng": ("deal", "watch", "doubt", "unshown"),
    "events": ("event", "entry", "pairing", "suspension", "eventaction", "dueloffer"),
    "seasons": ("season",),
    "clubs": ("club", "clubreport", "clubruling"),
    "signs": ("sign",),
    "daily": ("dailyentry",),
    "bot_accounts": ("botaccount",),
    "strength": ("title",),
    "engines": ("remoteengine", "enginedecision"),
}


def may_rule(by: Player, kind: Kind, player: Player | None = None) -> bool:
    """Whether somebody has the right to rule so: at all, or about this player."""
    return _find_missing_right(by, kind, player) is None


def find_objection(by: Player, kind: Kind, player: Player | None = None) -> str | None:
    """Why somebody may not rule so now: they have no right to, or play this player."""
    objection = _find_missing_right(by, kind, player)
    return objection if objection or player is None else find_conflict(by, kind, player)


def _find_missing_right(by: Player, kind: Kind, player: Player | None) -> str | None:
    if not (by.is_staff and by.has_perm(f"game.{PERMISSIONS[kind]}")) or is_banned(by):
        return "This is not yours to decide."
    if player is None:
        return None
    if player == by:
        return "Nobody rules on themselves."
    if player.is_bot:
        return "Bots do as they are built: there is nothing to rule about."
    if player.is_superuser and kind is not Kind.ANSWER:
        return "Nobody rules on a host."
    if player.is_staff and not by.is_superuser:
        return "Only a host rules on a moderator."
    return None


def max_duration(by: Player) -> timedelta | None:
    """How long somebody's mutes and bans may last; None where they may last for good."""
    return None if by.is_superuser else MODERATOR_MAX_DURATION


def moderator_permissions() -> QuerySet[Permission]:
    """The rights that this version of the house has for its moderators."""
    theirs = Q(codename__in=MODERATOR_PERMISSIONS)
    for app, models in MODERATOR_VIEWABLE.items():
        theirs |= Q(content_type__app_label=app, codename__in=[f"view_{model}" for model in models])
    return Permission.objects.filter(theirs)


@transaction.atomic
def update_moderator_group() -> None:
    """The moderators' group with its rights, each given once: what a host makes of it stays."""
    group, is_new = Group.objects.get_or_create(name=MODERATOR_GROUP)
    theirs = moderator_permissions()
    group.permissions.add(*(theirs if is_new else theirs.filter(granted=None)))
    Granted.objects.bulk_create([Granted(permission=right) for right in theirs], ignore_conflicts=True)
