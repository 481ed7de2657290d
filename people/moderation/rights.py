"""The right to rule: hosts on all but other hosts, moderators on players and for a limited time."""

from datetime import timedelta

from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.db.models import Q, QuerySet

from game.accounts.sanctions import is_banned
from game.models import Granted, Player, Ruling
from people.moderation.impartiality import find_conflict

Kind = Ruling.Kind

MODERATOR_GROUP = "moderators"
# The longest term that a moderator may set. Only a host may change a longer one.
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
    Kind.REMOVE: "answer_report",
    Kind.RESTORE: "answer_report",
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
    "board_games": ("boardgame", "boardreport"),
    "oauth2_provider": ("application",),
    "oauth": ("appdecision",),
}


def may_rule(by: Player, kind: Kind, player: Player | None = None) -> bool:
    """Return whether a player has the right to such a ruling, in general or about this player."""
    return _find_missing_right(by, kind, player) is None


def find_objection(by: Player, kind: Kind, player: Player | None = None) -> str | None:
    """Return why a player may not rule now: a missing right, or a conflict of interest."""
    objection = _find_missing_right(by, kind, player)
    return objection if objection or player is None else find_conflict(by, kind, player)


def _find_missing_right(by: Player, kind: Kind, player: Player | None) -> str | None:
    if not (by.is_staff and by.has_perm(f"game.{PERMISSIONS[kind]}")) or is_banned(by):
        return "You do not have the right to decide this."
    if player is None:
        return None
    if player == by:
        return "You cannot rule on yourself."
    if player.is_bot:
        return "House bots cannot be ruled on."
    if player.is_superuser and kind is not Kind.ANSWER:
        return "Hosts cannot be ruled on."
    if player.is_staff and not by.is_superuser:
        return "Only a host can rule on a moderator."
    return None


def max_duration(by: Player) -> timedelta | None:
    """Return the longest mute or ban that a member of staff may set, or None for no limit."""
    return None if by.is_superuser else MODERATOR_MAX_DURATION


def moderator_permissions() -> QuerySet[Permission]:
    """Return the rights of moderators in this version."""
    theirs = Q(codename__in=MODERATOR_PERMISSIONS)
    for app, models in MODERATOR_VIEWABLE.items():
        theirs |= Q(content_type__app_label=app, codename__in=[f"view_{model}" for model in models])
    return Permission.objects.filter(theirs)


@transaction.atomic
def update_moderator_group() -> None:
    """Give the moderators' group its rights. Each right is added once, so that hosts' changes stay."""
    group, is_new = Group.objects.get_or_create(name=MODERATOR_GROUP)
    theirs = moderator_permissions()
    group.permissions.add(*(theirs if is_new else theirs.filter(granted=None)))
    Granted.objects.bulk_create([Granted(permission=right) for right in theirs], ignore_conflicts=True)
