"""Who may stay: sockets close on those who have signed out, were banned, or are gone.

A hint says where to look; what hints failed to tell is found by looking at all, again and again.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.contrib.sessions.models import Session

from common import clock
from game.accounts.sessions import digest
from game.consumers.base import Socket, everyone
from game.models import Player
from game.moderation.bans import Ban, ban_of
from game.runtime.pubsub import listen
from game.runtime.scheduler import every, soon
from game.table.ledger import on_the_database_thread

AT_ONCE = 500


class Guests(NamedTuple):
    """What stands behind some sockets: which sessions there are, and who may be here, or why not."""

    sessions: set[str]
    passwords: dict[int, str]
    bans: dict[int, Ban]

    def know(self, session_key: str | None, player: Player) -> bool:
        """Whether a session still is a player's; with another password, sessions from before are void."""
        return session_key in self.sessions and self.passwords.get(player.pk) == player.password


@on_the_database_thread
def invited(session_keys: set[str], players: set[int]) -> Guests:
    """What the database says of sessions and players."""
    sessions = Session.objects.filter(pk__in=session_keys, expire_date__gt=clock.now())
    known = Player.objects.filter(pk__in=players, is_active=True).only("password", "banned_until")
    bans = {player.pk: ban for player in known if (ban := ban_of(player)) is not None}
    passwords = {player.pk: player.password for player in known}
    return Guests(set(sessions.values_list("pk", flat=True)), passwords, bans)


async def look_at(sockets: Sequence[Socket]) -> None:
    """Close those of these sockets whose players may not stay."""
    for at in range(0, len(sockets), AT_ONCE):
        looked_at = [(socket, socket.player) for socket in sockets[at : at + AT_ONCE]]
        keys = {socket.session_key for socket, _ in looked_at if socket.session_key}
        guests = await invited(keys, {player.pk for _, player in looked_at if player is not None})
        for socket, player in looked_at:
            if player is None:
                continue
            if (ban := guests.bans.get(player.pk)) is not None:
                socket.shut_out(ban)
            elif not guests.know(socket.session_key, player):
                socket.sign_out()


async def look_at_all() -> None:
    """Find out what hints may have failed to tell."""
    await look_at([socket for socket in everyone if socket.player is not None])


def look_soon(at: Callable[[Socket], bool]) -> None:
    if sockets := [socket for socket in everyone if at(socket)]:
        soon(look_at(sockets))


def hear_signed_out(session: str) -> None:
    """A session has ended, of which we are told the digest."""
    look_soon(lambda socket: socket.session_key is not None and digest(socket.session_key) == session)


def hear_player_gone(player_id: int) -> None:
    """A player was banned, or is gone."""
    look_soon(lambda socket: socket.player is not None and socket.player.pk == player_id)


listen("signed_out", hear_signed_out)
listen("player_gone", hear_player_gone)
every(20.0, look_at_all)
