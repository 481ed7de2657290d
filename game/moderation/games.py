"""What becomes of a game that a host takes back."""

from django.utils.translation import gettext

from common import clock
from common.refusal import Refusal
from game.engine.moves import IllegalMove
from game.engine.state import Ended
from game.models import Game, Scoresheet
from game.runtime.pubsub import publish_on_commit
from game.table.forced_endings import void_live_game
from game.table.sealed_secrets import KeyMissing
from ranking import settlement


def void_and_refund(game_id: str) -> None:
    """A live game ends without a winner; a finished one counts no more, and gives back its points."""
    game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
    if game.voided_at is not None or game.ended == Ended.VOID.value:
        raise Refusal("too_late", gettext("This game is void already."))
    if game.finished_at is None:
        void_live_or_refuse(game_id)
    now = clock.now()
    Game.objects.filter(pk=game_id).update(voided_at=now)
    Scoresheet.objects.filter(game=game_id).update(voided=True)
    if game.rated and settlement.void(game_id, now):
        publish_on_commit("points", game_id)
        publish_on_commit("ladder")


def void_live_or_refuse(game_id: str) -> None:
    """End a live game without a winner, as the rules allow it until somebody has thrown."""
    try:
        void_live_game(game_id)
    except IllegalMove:
        raise Refusal(
            "too_late", gettext("This game is under way: it can be voided when it is over.")
        ) from None
    except KeyMissing:
        says = gettext("This game cannot be opened: its key is not here, see the log of the site.")
        raise Refusal("locked", says) from None
