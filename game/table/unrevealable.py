"""A live game whose cards the server cannot show: nobody wins it, and it is counted in public."""

import logging

from django.db import transaction
from django.db.models import F, Value
from django.db.models.functions import Concat
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from common import clock
from game.engine.notation import UNREVEALABLE
from game.engine.state import Ended
from game.models import Game
from game.runtime.pubsub import publish_on_commit
from game.table.metrics import GAMES_ENDED
from rng.models import Unshown

log = logging.getLogger(__name__)

VOIDED_MESSAGE = _(
    "The server cannot show its part of this game’s shuffle, so the game is void: "
    "nobody wins or loses by it. How often that happened stands on the fairness page."
)
RESULT_STANDS_MESSAGE = _("This game’s cards cannot be opened any more. Its result stands.")


@transaction.atomic
def void_unrevealable(game_id: str) -> bool:
    """End it as it stands, whatever process plays it; False where it is over."""
    at = clock.now()
    ended = (
        Game.objects.unfinished()
        .filter(pk=game_id)
        .update(
            transcript=Concat(F("transcript"), Value(f" {UNREVEALABLE}")),
            ply=F("ply") + 1,
            deadline=None,
            finished_at=at,
            value=0,
            ended=Ended.VOID.value,
        )
    )
    if ended:
        Unshown.objects.create(game=game_id, at=at)
        log.error("game %s: its secrets do not open, so it is void: are the sealing keys right?", game_id)
        publish_on_commit("unshown", game_id)
        transaction.on_commit(GAMES_ENDED.labels(Ended.VOID.value).inc)
    return bool(ended)


def describe_unrevealable(game_id: str) -> Promise:
    """What a player is told of a game whose secrets do not open."""
    return VOIDED_MESSAGE if Unshown.objects.filter(game=game_id).exists() else RESULT_STANDS_MESSAGE
