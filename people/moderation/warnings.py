"""Unread warnings."""

from django.db.models import QuerySet

from common import clock
from game.models import Player, Ruling
from game.runtime.pubsub import publish
from people.moderation.rights import Kind


def unread_warnings(player: Player) -> QuerySet[Ruling]:
    """Return the warnings that a player has not read yet."""
    return Ruling.objects.filter(player=player, kind=Kind.WARN, read_at=None).order_by("at")


def mark_read(*, player: Player, ruling: int) -> None:
    """Mark a warning as read. The first time counts."""
    if unread_warnings(player).filter(pk=ruling).update(read_at=clock.now()):
        publish("notices", [player.pk])
