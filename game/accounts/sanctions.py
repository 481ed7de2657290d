"""Sanctions on a player, temporary or permanent, stored in the player's row."""

from datetime import UTC, datetime

from django.utils.formats import date_format
from django.utils.translation import gettext

from common import clock
from game.models import Player, Ruling

PERMANENT = datetime(9999, 12, 31, tzinfo=UTC)


def is_muted(player: Player) -> bool:
    return _is_in_force(player.muted_until)


def is_banned(player: Player) -> bool:
    return _is_in_force(player.banned_until)


def describe_until(until: datetime | None) -> str:
    """Describe how long a sanction lasts, for its player."""
    if until is None or until >= PERMANENT:
        return gettext("for good")
    return gettext("until %(moment)s UTC") % {"moment": date_format(until, "DATETIME_FORMAT")}


def find_last_ruling(player: Player, kind: Ruling.Kind) -> Ruling | None:
    """Find the latest ruling of this kind, which is the one in force."""
    return Ruling.objects.filter(player=player, kind=kind).order_by("-at", "-pk").first()


def _is_in_force(until: datetime | None) -> bool:
    return until is not None and until > clock.now()
