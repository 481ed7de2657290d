"""The pages for checking a game, and the files for checking it elsewhere."""

from functools import cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from game.decisions.bundle import bots_bundle
from game.models import Game
from game.runtime.code_digest import code_digest
from game.runtime.signing_keys import newest_signer, site_name
from game.shared_decks.barrier import is_closed_to
from proof.evidence.document import schema
from proof.evidence.programs import SCRIPT, offline_page


@require_safe
def deals(request: HttpRequest, game_id: str) -> HttpResponse:
    """Show every deal of a finished game. A live or open game redirects to its table."""
    game = get_object_or_404(Game.objects.select_related("seat_a", "seat_b"), pk=game_id)
    if game.finished_at is None or is_closed_to(game.pk, request.user):
        return redirect("table", game.pk)
    return render(request, "proof/evidence/game_deals.html", {"game": game, "signing_key": _signing_key()})


@require_safe
def verify_page(request: HttpRequest) -> HttpResponse:
    """Show the page that checks any transcript in the visitor's browser."""
    return render(request, "proof/evidence/verify.html", {"signing_key": _signing_key()})


@require_safe
def verify_script(request: HttpRequest) -> HttpResponse:
    """Return the one-file program that verifies a transcript."""
    return _attachment(SCRIPT.read_bytes(), "text/x-python; charset=utf-8", "verify.py")


@require_safe
def verify_offline(request: HttpRequest) -> HttpResponse:
    """Return the same check as a page that works without a network."""
    return _attachment(_offline_page(get_language()), "text/html; charset=utf-8", "verify.html")


@cache
def _offline_page(language: str) -> bytes:
    """Return the page in this language, cached until the process ends."""
    return offline_page().encode()


@require_safe
def bots_program(request: HttpRequest) -> HttpResponse:
    """Serve the program that recomputes the decisions of the bot of a finished game."""
    return _attachment(_bots_program(), "application/zip", f"bots-{code_digest('game.bots')}.zip")


@cache
def _bots_program() -> bytes:
    return bots_bundle()


@require_safe
def transcript_schema(request: HttpRequest) -> HttpResponse:
    """Return the JSON Schema of a transcript."""
    return HttpResponse(schema(), content_type="application/schema+json")


def _signing_key() -> str:
    """Return the key with which the site currently signs receipts."""
    return newest_signer(site_name()).verifier_key


def _attachment(body: bytes, kind: str, name: str) -> HttpResponse:
    kept = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-cache"}
    return HttpResponse(body, content_type=kind, headers=kept)
