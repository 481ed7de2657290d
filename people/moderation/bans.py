"""Enforce bans, and lift them when they end."""

import logging
from contextlib import suppress

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from common import clock
from common.database.thread import on_the_database_thread
from common.refusal import Refusal
from game.accounts.sanctions import find_last_ruling
from game.lobby.matchmaking import open_seeks
from game.lobby.seeks import cancel
from game.models import Game, Player
from game.runtime.pubsub import publish_on_commit
from game.table.forced_endings import forfeit_live_games
from people.moderation.impartiality import give_back_gains
from people.moderation.on_ban import on_ban
from people.moderation.rights import Kind
from ranking.models import Standing
from ranking.standings import is_listed, lock_standings, with_others

log = logging.getLogger(__name__)


def exclude_player(player: Player) -> None:
    """Remove a banned player from all seeks and lists, and close their sockets."""
    for seek in open_seeks().filter(player=player).order_by("pk"):
        with suppress(Refusal):  # an opponent may be joining at this very moment
            cancel(seek_id=seek.pk, player=player)
    set_hidden(player, hidden=True)
    publish_on_commit("player_gone", player.pk)


def act_on_ban(player: Player) -> None:
    """Run the callbacks of other apps for a ban. A job retries what fails."""
    for act in on_ban:
        try:
            act(player)
        except Exception:
            log.exception("banned player %s: a ban callback failed", player)


def end_games(player: Player) -> None:
    """Forfeit a banned player's live games. A job retries games that cannot be ended now.

    The moderator who banned the player gains no points from it.
    """
    try:
        forfeit_live_games(player)
        if (ruling := find_last_ruling(player, Kind.BAN)) is not None:
            give_back_gains(ruling.by, player)
    except Exception:
        log.exception("banned player %s: live games could not be ended; will retry", player)


def lift_ban(player: Player) -> None:
    """Lift a player's ban."""
    Player.objects.filter(pk=player.pk).update(banned_until=None)
    set_hidden(player, hidden=not player.is_active)


def set_hidden(player: Player, *, hidden: bool) -> None:
    """Hide a player in the lists, or show them again."""
    if not Standing.objects.filter(player=player).exists():
        return
    people, bots = ([], [player.pk]) if player.is_api_bot else ([player.pk], [])
    standings = lock_standings(people, bots)[player.pk].values()
    for own, others in with_others(standings):
        own.hidden = hidden
        own.listed = is_listed(own, *others)
    Standing.objects.bulk_update(standings, ["hidden", "listed"])
    publish_on_commit("ladder")


def lift_expired_bans() -> None:
    """Lift the bans that have expired, within a minute."""
    over = Player.objects.filter(banned_until__lte=clock.now())
    for player in over:
        with transaction.atomic():
            for banned in over.filter(pk=player.pk).select_for_update(no_key=True):
                lift_ban(banned)


def end_banned_players_games() -> None:
    """Forfeit games that a player began at the moment of the ban, or that could not be ended then."""
    theirs = Q(seat_a=OuterRef("pk")) | Q(seat_b=OuterRef("pk"))
    banned = Player.objects.filter(banned_until__gt=clock.now())
    for player in banned.filter(Exists(Game.objects.unfinished().filter(theirs))):
        end_games(player)


async def enforce_bans() -> None:
    """Lift expired bans, and end games that are left over."""
    await on_the_database_thread(lift_expired_bans)()
    await on_the_database_thread(end_banned_players_games)()
