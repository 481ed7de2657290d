"""Writes notices down, and notes that they were read."""

from collections.abc import Collection

from common import clock
from game.notices.kinds import Kind
from game.notices.models import Notice
from game.runtime.pubsub import publish, publish_on_commit


def notify(kind: Kind, players: Collection[int], about: str, **parts: str | int) -> None:
    """Write a notice for each of these players, in the transaction of what it is about.

    Their pages hear of it when that stands. The same is told once: `about` names it. The parts are plain data
    that a sentence is made of, never a card and never a score; `docs/protocol.md` lists those of each kind.
    """
    now = clock.now()
    told = [Notice(player_id=player, kind=kind.name, about=about, parts=parts, at=now) for player in players]
    Notice.objects.bulk_create(told, ignore_conflicts=True)
    publish_on_commit("notices", [*players])


def mark_read(player: int, notices: Collection[int] | None = None) -> None:
    """Mark these notices of a player as read, or all; every page of theirs hears of it."""
    unread = Notice.objects.filter(player=player, read_at=None)
    if (unread if notices is None else unread.filter(pk__in=notices)).update(read_at=clock.now()):
        publish("notices", [player])
