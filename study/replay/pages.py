"""The replay page of a finished game."""

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from common.database.compiled_query import CompiledQuery
from game.halscrib.page import describe_lot
from game.models import Review
from game.shared_decks.barrier import is_closed_to
from game.sharing.frame import find_frame, parse_place
from game.sharing.page import share_game
from game.web.event_of_game import load_event_of
from game.web.finished_game import load_game_or_404
from study.same_cards.inviting import may_invite
from study.strength.luck.luck_page import build_luck_page

_near_reviews = CompiledQuery(
    lambda game: Review.objects.filter(Q(done_at=None) | Q(judged__isnull=False), pk=game).values_list("pk"),
    "a game's id",
)


@require_safe
@ensure_csrf_cookie
def replay(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show the replay of a finished game. A live or open game redirects to its table."""
    game = load_game_or_404(game_id)
    if game.finished_at is None or is_closed_to(game.pk, request.user):
        return redirect("table", game.pk)
    # Space is reserved for the review.
    is_review_near = "review" in request.GET or _near_reviews.fetch(game.pk) is not None
    seat = game.seat_of(request.user)
    place = parse_place(request.GET.get("ply", ""))
    context = {
        "game": game,
        "seat": seat,
        "luck": build_luck_page(game, seat),
        "is_review_near": is_review_near,
        "lot": describe_lot(game),
        "event": load_event_of(game.pk, game.clock),
        "sharing": share_game(game, place),
        "board_frame": find_frame(request, game, place),
        "may_invite": may_invite(game, request.user),
    }
    return render(request, "study/replay/replay.html", context)
