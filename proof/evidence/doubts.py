"""A player's report of a doubtful deal."""

import json
from typing import Annotated, Any

from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext
from msgspec import Meta, Struct

from common.refusal import Refusal
from game.lobby import doubts
from game.models import Game, Player
from game.web.calls import empty_response, post_call
from game.web.game_request import Text

# Enough for the protocol data of a long game, and every card seen in one deal.
MAX_EVIDENCE = 32 * 1024


class DoubtBody(Struct, forbid_unknown_fields=True, frozen=True):
    """The number of a deal, the fault that the browser found, and the evidence."""

    number: Annotated[int, Meta(ge=0, le=255)]
    says: Annotated[Text, Meta(min_length=1, max_length=2000)]
    evidence: dict[str, Any]


@post_call(DoubtBody, max_bytes=MAX_EVIDENCE)
def doubt(request: HttpRequest, body: DoubtBody, game_id: str) -> JsonResponse:
    """Report a deal that does not match what its player saw to the host."""
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        raise Refusal("no_game", gettext("There’s no such game."))
    if not isinstance(request.user, Player):
        raise Refusal("not_yours", gettext("Only the players of this game can report its deals."))
    if "\\u0000" in json.dumps(body.evidence):  # PostgreSQL cannot store NUL in JSON
        raise Refusal("bad_request", gettext("Can’t store this evidence: it contains a zero character."))
    doubts.file_doubt(
        game=game, player=request.user, number=body.number, says=body.says, evidence=body.evidence
    )
    return empty_response()
