"""The pages on which anyone checks a game, and the files to check it elsewhere."""

from functools import cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from game.models import Game
from game.runtime.signing_keys import newest_signer, site_name
from game.shared_decks.barrier import is_closed_to
from proof.evidence.document import schema
from proof.evidence.programs import SCRIPT, offline_page


@require_safe
def deals(request: HttpRequest, game_id: str) -> HttpResponse:
    """Every deal of a finished game; one that lives, or whose board is open, redirects to its table."""
    game = get_object_or_404(Game.objects.select_related("seat_a", "seat_b"), pk=game_id)
    if game.finished_at is None or is_closed_to(game.pk, request.user):
        return redirect("table", game.pk)
    return render(request, "proof/evidence/game_deals.html", {"game": game, "signing_key": _signing_key()})


@require_safe
def verify_page(request: HttpRequest) -> HttpResponse:
    """Checks any transcript in the visitor's browser."""
    return render(request, "proof/evidence/verify.html", {"signing_key": _signing_key()})


@require_safe
def verify_script(request: HttpRequest) -> HttpResponse:
    """The one-file program that verifies a transcript."""
    return _attachment(SCRIPT.read_bytes(), "text/x-python; charset=utf-8", "verify.py")


@require_safe
def verify_offline(request: HttpRequest) -> HttpResponse:
    """The same check as one page that works without a network."""
    return _attachment(_offline_page(get_language()), "text/html; charset=utf-8", "verify.html")


@cache
def _offline_page(language: str) -> bytes:
    """Return the page, which is the same for all who read this language, until the process ends."""
    return offline_page().encode()


@require_safe
def transcript_schema(request: HttpRequest) -> HttpResponse:
    """The JSON Schema of a transcript."""
    return HttpResponse(schema(), content_type="application/schema+json")


def _signing_key() -> str:
    """The key by which the site signs receipts today."""
    return newest_signer(site_name()).verifier_key


def _attachment(body: bytes, kind: str, name: str) -> HttpResponse:
    kept = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-cache"}
    return HttpResponse(body, content_type=kind, headers=kept)
