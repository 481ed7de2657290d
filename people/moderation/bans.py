"""Carries out bans, and undoes them when they end."""

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
    """Take a player who is banned now out of all seeks and lists, and close their sockets."""
    for seek in open_seeks().filter(player=player).order_by("pk"):
        with suppress(Refusal):  # somebody sits down there at this very moment
            cancel(seek_id=seek.pk, player=player)
    set_hidden(player, hidden=True)
    publish_on_commit("player_gone", player.pk)


def act_on_ban(player: Player) -> None:
    """Have other apps act on a ban; a job of theirs tries again what fails."""
    for act in on_ban:
        try:
            act(player)
        except Exception:
            log.exception("%s, who is banned, could not be taken out of everything", player)


def end_games(player: Player) -> None:
    """Forfeit a banned player's live games; one that cannot be ended now is tried again by a job.

    The moderator who banned them gains nothing by it.
    """
    try:
        forfeit_live_games(player)
        if (ruling := find_last_ruling(player, Kind.BAN)) is not None:
            give_back_gains(ruling.by, player)
    except Exception:
        log.exception("the games of %s, who is banned, could not all be ended", player)


def lift_ban(player: Player) -> None:
    """End a player's ban."""
    Player.objects.filter(pk=player.pk).update(banned_until=None)
    set_hidden(player, hidden=not player.is_active)


def set_hidden(player: Player, *, hidden: bool) -> None:
    """Hide a player in the lists, or no longer."""
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
    """Undo the bans that have run out, within the minute."""
    over = Player.objects.filter(banned_until__lte=clock.now())
    for player in over:
        with transaction.atomic():
            for banned in over.filter(pk=player.pk).select_for_update(no_key=True):
                lift_ban(banned)


def end_banned_players_games() -> None:
    """Forfeit games that a player began at the very moment of the ban, or that could not be ended then."""
    theirs = Q(seat_a=OuterRef("pk")) | Q(seat_b=OuterRef("pk"))
    banned = Player.objects.filter(banned_until__gt=clock.now())
    for player in banned.filter(Exists(Game.objects.unfinished().filter(theirs))):
        end_games(player)


async def enforce_bans() -> None:
    """Do what is left to be done about bans as time goes by."""
    await on_the_database_thread(lift_expired_bans)()
    await on_the_database_thread(end_banned_players_games)()
