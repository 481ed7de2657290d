"""Who may stay: sockets close on those who have signed out, were banned, or are gone.

A hint says where to look; what hints failed to tell is found by looking at all, again and again.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.contrib.sessions.models import Session

from common import clock
from game.accounts.sessions import session_digest
from game.consumers.base import BaseConsumer, open_consumers
from game.models import Player
from game.moderation.bans import Ban, find_ban
from game.runtime.scheduler import run_in_background
from game.table.ledger import on_the_database_thread

BATCH_SIZE = 500


class AccessSnapshot(NamedTuple):
    """What stands behind some sockets: which sessions there are, and who may be here, or why not."""

    sessions: set[str]
    passwords: dict[int, str]
    bans: dict[int, Ban]

    def is_valid_session(self, session_key: str | None, player: Player) -> bool:
        """Whether a session still is a player's; with another password, sessions from before are void."""
        return session_key in self.sessions and self.passwords.get(player.pk) == player.password


@on_the_database_thread
def load_access(session_keys: set[str], players: set[int]) -> AccessSnapshot:
    """What the database says of sessions and players."""
    sessions = Session.objects.filter(pk__in=session_keys, expire_date__gt=clock.now())
    known = Player.objects.filter(pk__in=players, is_active=True).only("password", "banned_until")
    bans = {player.pk: ban for player in known if (ban := find_ban(player)) is not None}
    passwords = {player.pk: player.password for player in known}
    return AccessSnapshot(set(sessions.values_list("pk", flat=True)), passwords, bans)


async def evict_unwelcome(sockets: Sequence[BaseConsumer]) -> None:
    """Close those of these sockets whose players may not stay."""
    for at in range(0, len(sockets), BATCH_SIZE):
        looked_at = [(socket, socket.player) for socket in sockets[at : at + BATCH_SIZE]]
        keys = {socket.session_key for socket, _ in looked_at if socket.session_key}
        guests = await load_access(keys, {player.pk for _, player in looked_at if player is not None})
        for socket, player in looked_at:
            if player is None:
                continue
            if (ban := guests.bans.get(player.pk)) is not None:
                socket.close_banned(ban)
            elif not guests.is_valid_session(socket.session_key, player):
                socket.close_signed_out()


async def evict_all_unwelcome() -> None:
    """Find out what hints may have failed to tell."""
    await evict_unwelcome([socket for socket in open_consumers if socket.player is not None])


def schedule_eviction(is_affected: Callable[[BaseConsumer], bool]) -> None:
    if sockets := [socket for socket in open_consumers if is_affected(socket)]:
        run_in_background(evict_unwelcome(sockets))


def handle_signed_out(session: str) -> None:
    """A session has ended, of which we are told the digest."""
    schedule_eviction(
        lambda socket: socket.session_key is not None and session_digest(socket.session_key) == session
    )


def handle_player_gone(player_id: int) -> None:
    """A player was banned, or is gone."""
    schedule_eviction(lambda socket: socket.player is not None and socket.player.pk == player_id)
