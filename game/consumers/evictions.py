"""Closes the sockets of players who signed out, were banned or are gone.

Published messages name the affected sockets. A periodic job checks all sockets, in case a message was lost.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.contrib.sessions.models import Session

from common import clock
from common.database.thread import on_the_database_thread
from game.accounts.bans import Ban, find_ban
from game.accounts.sessions import session_digest
from game.consumers.base import BaseConsumer, open_consumers
from game.models import Player
from game.runtime.scheduler import run_in_background
from game.tokens.models import Token

BATCH_SIZE = 500


class AccessSnapshot(NamedTuple):
    """The valid sessions and tokens, the password hashes and the bans that decide which sockets may stay."""

    sessions: set[str]
    tokens: set[int]
    passwords: dict[int, str]
    bans: dict[int, Ban]

    def is_valid(self, socket: BaseConsumer, player: Player) -> bool:
        """Return whether a session or token still belongs to a player.

        A new password invalidates older ones.
        """
        if socket.token is None:
            is_known = socket.session_key in self.sessions
        else:
            is_known = socket.token.pk in self.tokens
        return is_known and self.passwords.get(player.pk) == player.password


def load_access(session_keys: set[str], tokens: set[int], players: set[int]) -> AccessSnapshot:
    """Load the data that decides whether these sessions, tokens and players may stay."""
    sessions = Session.objects.filter(pk__in=session_keys, expire_date__gt=clock.now())
    found = Player.objects.filter(pk__in=players, is_active=True).only("password", "banned_until")
    bans = {player.pk: ban for player in found if (ban := find_ban(player)) is not None}
    passwords = {player.pk: player.password for player in found}
    in_force = (
        Token.objects.filter(pk__in=tokens, expires_at__gt=clock.now()) if tokens else Token.objects.none()
    )
    return AccessSnapshot(
        set(sessions.values_list("pk", flat=True)),
        set(in_force.values_list("pk", flat=True)),
        passwords,
        bans,
    )


async def evict_unwelcome(sockets: Sequence[BaseConsumer]) -> None:
    """Close those of these sockets whose players may not stay."""
    for at in range(0, len(sockets), BATCH_SIZE):
        batch = [(socket, socket.player) for socket in sockets[at : at + BATCH_SIZE]]
        keys = {socket.session_key for socket, _ in batch if socket.session_key}
        tokens = {socket.token.pk for socket, _ in batch if socket.token is not None}
        players = {player.pk for _, player in batch if player is not None}
        access = await on_the_database_thread(load_access)(keys, tokens, players)
        for socket, player in batch:
            if player is None:
                continue
            if (ban := access.bans.get(player.pk)) is not None:
                socket.close_banned(ban)
            elif not access.is_valid(socket, player):
                socket.close_signed_out()


async def evict_all_unwelcome() -> None:
    """Check all sockets, in case messages were lost."""
    await evict_unwelcome([socket for socket in open_consumers if socket.player is not None])


def schedule_eviction(is_affected: Callable[[BaseConsumer], bool]) -> None:
    if sockets := [socket for socket in open_consumers if is_affected(socket)]:
        run_in_background(evict_unwelcome(sockets))


def handle_signed_out(session: str) -> None:
    """Handle the end of the session with this digest."""
    schedule_eviction(
        lambda socket: socket.session_key is not None and session_digest(socket.session_key) == session
    )


def handle_token_ended(token_id: int) -> None:
    """Handle a revoked token."""
    schedule_eviction(lambda socket: socket.token is not None and socket.token.pk == token_id)


def handle_player_gone(player_id: int) -> None:
    """Handle a player who was banned or is gone."""
    schedule_eviction(lambda socket: socket.player is not None and socket.player.pk == player_id)
