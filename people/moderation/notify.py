"""Notify players of rulings about them, and reporters of answers."""

from collections.abc import Iterable

from django.urls import reverse

from game.models import Player, Ruling
from people.moderation.notice_kinds import REPORT_ANSWERED, RULING, WARNING
from people.notices.record import notify

# Rulings that the bell lists while they are in force, and other rulings that the player is notified of.
STANDING = {Ruling.Kind.WARN, Ruling.Kind.MUTE}
TOLD = {
    Ruling.Kind.UNMUTE,
    Ruling.Kind.BAN,
    Ruling.Kind.UNBAN,
    Ruling.Kind.APPEAL,
    Ruling.Kind.READMIT,
    Ruling.Kind.REMOVE,
    Ruling.Kind.RESTORE,
}


def tell_subject(ruling: Ruling) -> None:
    """Notify the player that a ruling is about. Rulings on a game or a line are skipped."""
    if ruling.player_id is None or ruling.kind not in STANDING | TOLD:
        return
    kind = WARNING if ruling.kind in STANDING else RULING
    notify(kind, [ruling.player_id], _about(ruling), ruling=ruling.kind, reason=ruling.reason)


def tell_of_voided_game(ruling: Ruling, player: Player, opponent: Player) -> None:
    """Notify a player that one of their games was voided."""
    url = reverse("replay", args=[ruling.game_id])
    notify(
        RULING, [player.pk], _about(ruling), by=opponent, ruling=ruling.kind, reason=ruling.reason, url=url
    )


def tell_reporters(ruling: Ruling, reporters: Iterable[int]) -> None:
    """Notify all players who reported the same thing that a host has answered."""
    notify(REPORT_ANSWERED, [*reporters], _about(ruling))


def _about(ruling: Ruling) -> str:
    return f"ruling:{ruling.pk}"
