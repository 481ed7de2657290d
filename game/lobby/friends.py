"""Games by link whose owners committed to their part of the shuffle when they created the link."""

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext

from common.refusal import Refusal
from game.lobby.matchmaking import closed_seek_refusal, open_seeks
from game.lobby.rated import DAILY_CLOCK
from game.lobby.seeks import load_seek
from game.models import Game, Player, Seek


@transaction.atomic
def commit_ahead(*, seek_id: str, player: Player, commitment: str) -> None:
    """Commit the owner of an open link to their part of the shuffle, once. A resend succeeds."""
    seek = load_seek(seek_id)
    if seek.player != player or not seek.code:
        raise Refusal("not_yours", gettext("This is not a link of yours."))
    if not may_commit_ahead(seek):
        raise Refusal("bad_request", gettext("A rated game with a clock begins when both players are here."))
    if open_seeks().filter(pk=seek_id, commitment="").update(commitment=commitment):
        return
    seek.refresh_from_db()
    if seek.commitment == commitment:
        return
    if seek.commitment:
        raise Refusal("committed", gettext("Another device or browser of yours made this link."))
    raise closed_seek_refusal(seek_id)


def may_commit_ahead(seek: Seek) -> bool:
    """Return whether a link's game may wait for its owner.

    A rated one with a clock would block both players.
    """
    return not seek.rated or seek.clock == DAILY_CLOCK


def open_links(player: Player) -> QuerySet[Seek]:
    """Return a player's open links."""
    return open_seeks().filter(player=player, code__isnull=False).order_by("-created_at")


def games_waiting_for(player: Player) -> QuerySet[Game]:
    """Return the games by link whose friend has joined and whose owner, this player, has to come."""
    waiting = Game.objects.unfinished().filter(seat_a=player, committed_ahead=True, secret_a="")
    return waiting.select_related("seat_b").order_by("-created_at")
