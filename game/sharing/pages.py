"""Serves link pictures and robots.txt."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_safe

from game.lobby.matchmaking import is_open
from game.models import Game, Seek
from game.shared_decks.barrier import without_open
from game.sharing import illustrate
from game.sharing.drawing import picture_response
from game.sharing.frame import parse_place
from game.sharing.picture import Picture


@require_safe
async def site_picture(request: HttpRequest) -> HttpResponse:
    """Serve the picture of all pages without their own."""
    return await picture_response(request, illustrate.illustrate_site)


@require_safe
async def invitation_picture(request: HttpRequest, code: str) -> HttpResponse:
    """Serve the picture of an invitation; for a used one, the site's."""

    def load() -> Picture:
        seek = get_object_or_404(Seek.objects.select_related("player"), code=code)
        return illustrate.illustrate_invitation(seek) if is_open(seek) else illustrate.illustrate_site()

    return await picture_response(request, load)


@require_safe
async def game_picture(request: HttpRequest, game_id: str) -> HttpResponse:
    """Serve the picture of a finished game or a move of it. Live games and open boards have none."""
    place = parse_place(request.GET.get("ply", ""))

    def load() -> Picture:
        finished = Game.objects.select_related("seat_a", "seat_b").exclude(finished_at=None)
        games = without_open(finished)
        return illustrate.illustrate_game(get_object_or_404(games, pk=game_id), place)

    return await picture_response(request, load)


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Serve the rules for crawlers.

    Messengers check them before reading an invitation, so invitations are allowed.
    """
    closed = "".join(f"Disallow: {path}\n" for path in ("/accounts/", "/admin/", "/api/"))
    text = f"User-agent: *\n{closed}\nSitemap: {request.build_absolute_uri(reverse('sitemap'))}\n"
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
