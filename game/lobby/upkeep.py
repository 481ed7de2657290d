"""What waiting takes while nobody asks for anything: seeks that are kept, widened, met, and let go."""

from collections.abc import Collection
from datetime import timedelta

from django.db import transaction
from django.db.models import Q

from common import clock
from common.refusal import Refusal
from game.lobby import blocks, rated
from game.lobby.matchmaking import for_anyone, meet, open_seeks
from game.lobby.pairing import pairs
from game.lobby.seeks import KEPT, waiting
from game.models import Seek

AT_ONCE = 200
# So many games are opened before others have their turn with the database.
OPENED = 10
FORGOTTEN = timedelta(days=1)


def pair_waiting() -> int:
    """Bring together some who fit by now, the eldest first; how many games that made, `OPENED` at most."""
    eldest = for_anyone(open_seeks()).select_related("player").order_by("created_at", "pk")[:AT_ONCE]
    seeks = {seek.pk: seek for seek in rated.free(eldest)}
    if len(seeks) < 2:
        return 0
    apart = blocks.kept_apart({seek.player_id for seek in seeks.values()})
    made = 0
    for elder, younger, settings in list(pairs(waiting(seeks.values()), clock.now(), apart)):
        theirs = seeks[younger.id]
        try:
            meet(seeks[elder.id], theirs.player, settings, theirs=theirs)
            made += 1
        except Refusal:
            continue  # another process brought them together, or one of them has left
        if made == OPENED:
            break
    return made


@transaction.atomic
def keep_alive(*, seeks: Collection[str], players: Collection[str]) -> int:
    """Keep the seeks for anyone that somebody waits at, and all those of players who wait in the lobby."""
    somebody_waits = Q(pk__in=seeks) | Q(player__in=players)
    kept = for_anyone(open_seeks()).filter(somebody_waits)
    # What another holds is being met or kept at this moment.
    held = list(kept.select_for_update(skip_locked=True).values_list("pk", flat=True))
    return Seek.objects.filter(pk__in=held).update(expires_at=clock.now() + KEPT) if held else 0


def forget() -> int:
    """Remove the seeks that nobody met, once nobody can be looking for them."""
    long_over = clock.now() - FORGOTTEN
    unmet = Seek.objects.filter(game=None, declined="", rematch_of=None, expires_at__lt=long_over)
    return unmet.delete()[0]
