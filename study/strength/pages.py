"""The pages of Strength: the list, and the luck of a game."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from game.shared_decks.barrier import is_closed_to
from game.web.finished_game import load_game_or_404
from study.strength.listing import load_list, load_strength
from study.strength.luck.luck_page import build_luck_page
from study.strength.models import Title
from study.strength.rating import SHOWN_FROM, SHOWN_WITHIN
from study.strength.titles import GAMES, NAMES


@require_safe
def strength(request: HttpRequest) -> HttpResponse:
    """Show the list of Strength, and the titles."""
    titles = [{"name": NAMES[Title.Name(name)], "most": most} for name, most in settings.TITLES.items()]
    context = {
        "rows": load_list(),
        "own": load_strength(request.user.pk) if request.user.pk else None,
        "shown_from": SHOWN_FROM,
        "shown_within": round(100 * SHOWN_WITHIN),
        "titles": titles,
        "games_for_titles": GAMES,
    }
    return render(request, "study/strength/strength.html", context)


@require_safe
def luck(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show the effect of the cards in a finished game, deal by deal."""
    game = load_game_or_404(game_id)
    if game.finished_at is None:
        return redirect("table", game.pk)
    is_closed = is_closed_to(game.pk, request.user)
    page = None if is_closed else build_luck_page(game, game.seat_of(request.user))
    if page is None:
        raise Http404(
            gettext("We can’t work out the luck of this game: its cards aren’t public, or it has no winner.")
        )
    return render(request, "study/strength/luck.html", {"game": game, "luck": page})
