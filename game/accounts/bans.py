"""Bans of players."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from game.accounts.sanctions import PERMANENT, describe_until, find_last_ruling, is_banned
from game.models import Player, Ruling


@dataclass(frozen=True, slots=True)
class Ban:
    """A ban: its end, its reason and its beginning."""

    until: datetime
    reason: str
    since: datetime

    @property
    def is_for_good(self) -> bool:
        return self.until >= PERMANENT

    @property
    def description(self) -> str:
        said = {"how_long": describe_until(self.until), "reason": self.reason}
        return gettext("You’re banned %(how_long)s: %(reason)s") % said


def find_ban(player: Player) -> Ban | None:
    """Return a player's ban, or None."""
    if player.banned_until is None or not is_banned(player):
        return None
    ruling = find_last_ruling(player, Ruling.Kind.BAN)
    if ruling is None:  # banned directly in the database
        return Ban(player.banned_until, "", player.date_joined)
    return Ban(player.banned_until, ruling.reason, ruling.at)
