"""Games by link whose owners committed to their part of the shuffle when they made the link."""

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
    """Commit the owner of an open link to their part of its game, once; a resend succeeds."""
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
    """Whether a link's game may wait for its owner: a rated one with a clock keeps both from any other."""
    return not seek.rated or seek.clock == DAILY_CLOCK


def open_links(player: Player) -> QuerySet[Seek]:
    """The links of a player that nobody has followed yet."""
    return open_seeks().filter(player=player, code__isnull=False).order_by("-created_at")


def games_waiting_for(player: Player) -> QuerySet[Game]:
    """The games whose cards wait for a player who made their link, and whose friend has sat down."""
    waiting = Game.objects.unfinished().filter(seat_a=player, committed_ahead=True, secret_a="")
    return waiting.select_related("seat_b").order_by("-created_at")
