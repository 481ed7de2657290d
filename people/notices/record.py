"""Store notifications, and mark them as read."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from common import clock
from game.models import Player
from game.runtime.pubsub import publish, publish_on_commit
from people.notices.kinds import Kind, Way
from people.notices.models import Notice, PushSubscription
from people.notices.switches import players_wanting


@dataclass(frozen=True, slots=True)
class News:
    """The notification of one player."""

    player: int
    about: str
    by: Player | None
    until: datetime | None
    parts: dict[str, str | int]


def notify(
    kind: Kind,
    players: Collection[int],
    about: str,
    *,
    by: Player | None = None,
    until: datetime | None = None,
    **parts: str | int,
) -> None:
    """Store a notification for each of these players, in the transaction of its cause.

    Their pages are notified after the commit. `about` is the key by which the same notice is sent once. The
    parts are plain data for a sentence, never a card or a score (see docs/reference/protocol.md). A notice
    that a player causes carries their name. After `until` it is not pushed.
    """
    notify_each(kind, [News(player, about, by, until, parts) for player in players])


def notify_each(kind: Kind, news: Sequence[News]) -> None:
    """Store individual notifications for many players, with a fixed number of statements."""
    now, players = clock.now(), [one.player for one in news]
    pushed = _players_to_push_to(kind, players)
    mailed = set() if kind.has_own_mail else players_wanting(kind, Way.MAIL, players)
    told = [
        Notice(
            player_id=one.player,
            kind=kind.name,
            about=one.about,
            parts=_name(one.by) | one.parts,
            by=one.by,
            at=now,
            until=one.until or now + kind.lasts,
            push_due_at=now if one.player in pushed else None,
            waits_for_mail=one.player in mailed,
        )
        for one in news
    ]
    Notice.objects.bulk_create(told, ignore_conflicts=True)
    publish_on_commit("notices", players)


def find_told(kind: Kind, about: str) -> QuerySet[Notice, int]:
    """Return the players who already have this notification."""
    return Notice.objects.filter(kind=kind.name, about=about).values_list("player", flat=True)


def _name(by: Player | None) -> dict[str, Any]:
    return {"by": by.username, **by.beside_name} if by else {}


def _players_to_push_to(kind: Kind, players: Collection[int]) -> set[int]:
    if Way.PUSH not in kind.ways:
        return set()
    subscribed = PushSubscription.objects.filter(player__in=players).values_list("player", flat=True)
    return players_wanting(kind, Way.PUSH, set(subscribed))


def mark_read(player: int, notices: Collection[int] | None = None) -> None:
    """Mark these notifications of a player, or all, as read. All of the player's pages are updated."""
    unread = Notice.objects.filter(player=player, read_at=None)
    if _mark(unread if notices is None else unread.filter(pk__in=notices)):
        publish("notices", [player])


def settle(kind: Kind, players: Collection[int], about: Collection[str]) -> None:
    """Mark these notifications as read because their subject is over, in the same transaction."""
    if _mark(Notice.objects.filter(player__in=players, kind=kind.name, about__in=about, read_at=None)):
        publish_on_commit("notices", [*players])


def _mark(unread: QuerySet[Notice]) -> int:
    return unread.update(read_at=clock.now(), waits_for_mail=False)
