"""The call of the coach."""

from django.http import HttpRequest, HttpResponse, JsonResponse

from common.formats.json import Json
from game.accounts.advice_permission import game_without_advice
from game.engine.state import Seat
from game.models import Game, Player, Review
from game.web.calls import get_call
from game.web.finished_game import load_finished_game
from game.web.opened import refusing_sealed_secrets
from study.coach.choosing import Remark, Steady, choose_remarks
from study.coach.drills import Drill, find_drill
from study.coach.moments import find_moments
from study.coach.sentences import describe_remark
from study.review.judge.schema import GameReview
from study.review.queue import load_record


@get_call
def coach(request: HttpRequest, game_id: str) -> HttpResponse:
    """Return up to three sentences about the viewer's own decisions, once their game is reviewed.

    There are none during a rated game. The next game of an event may begin while the page shows this result.
    """
    game = load_finished_game(game_id, request.user)
    if game_without_advice(request.user):
        return JsonResponse({"waiting": False, "remarks": []})
    review = Review.objects.filter(pk=game.pk).first()
    is_waiting = review is not None and review.done_at is None
    remarks: list[Json] = []
    if isinstance(request.user, Player) and review is not None and review.done_at and review.judged:
        seat = game.seat_of(request.user)
        remarks = [] if seat is None else _remarks_json(request.user, game, seat, review.judged)
    return JsonResponse({"waiting": is_waiting, "remarks": remarks})


def _remarks_json(player: Player, game: Game, seat: Seat, review: GameReview) -> list[Json]:
    with refusing_sealed_secrets():
        record = load_record(game.pk)
    remarks = choose_remarks(find_moments(review, seat, record))
    drill = find_drill(player, game, seat, review, remarks)
    return [_remark_json(remark, drill) for remark in remarks]


def _remark_json(remark: Remark, drill: Drill | None) -> Json:
    """Return a remark: the sentence, the place in the replay, and the drill if it is this remark's."""
    decision = None if isinstance(remark, Steady) else remark.moment.decision
    return {
        "says": describe_remark(remark),
        "deal": decision and decision["deal"],
        "ply": decision and decision["ply"] + 1,
        "drill": {"url": drill.url, "says": drill.label} if drill and drill.remark is remark else None,
    }
