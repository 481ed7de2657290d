"""The log's files, if no web server serves them, and a page about the log."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from common.http.etag import with_etag
from common.refusal import Refusal
from game.log.folder import CHECKPOINT_FILE, KEY_FILE
from game.log.identity import LogUnreadable, log_folder, log_signer, published_checkpoint
from game.shared_decks.models import DeckSet
from game.web.calls import get_call
from proof.public_log.proofs import load_key_proofs, load_set_proof

A_WEEK = 7 * 24 * 60 * 60
CHANGING = {CHECKPOINT_FILE, KEY_FILE}


@require_safe
def log_page(request: HttpRequest) -> HttpResponse:
    """Show the size of the log, and how to follow it."""
    try:
        checkpoint = published_checkpoint()
    except LogUnreadable:
        checkpoint = None
    about = {"checkpoint": checkpoint, "key": log_signer().verifier_key, "log": request.build_absolute_uri()}
    return render(request, "proof/public_log.html", about)


@require_safe
def log_file(request: HttpRequest, path: str) -> HttpResponse:
    """Serve a file of the log. All files except the checkpoint and the key are immutable."""
    content = log_folder().read_file(path)
    if content is None:
        raise Http404
    is_text = not path.startswith("tile/")
    response = HttpResponse(
        content,
        content_type="text/plain; charset=utf-8" if is_text else "application/octet-stream",
        headers={
            "Cache-Control": "no-cache" if path in CHANGING else f"public, max-age={A_WEEK}, immutable",
            "Access-Control-Allow-Origin": "*",  # so that a page of another site can follow it
        },
    )
    return with_etag(request, response)


@get_call
def decks_in_the_log(request: HttpRequest, set_id: str) -> JsonResponse:
    """Return the proof that the log holds what fixes a set's decks."""
    params = DeckSet.objects.filter(pk=set_id).values_list("params", flat=True).first()
    proof = None if params is None else load_set_proof(set_id, params)
    if proof is None:
        raise Refusal("no_decks", gettext("The public log does not hold these decks."))
    return JsonResponse(proof, headers={"Cache-Control": "no-store"})


@get_call
def keys_in_the_log(request: HttpRequest) -> JsonResponse:
    """Return every key that the log names, with the proof that it does."""
    proofs = load_key_proofs()
    if proofs is None:
        raise Refusal("no_key", gettext("The public log names no key yet."))
    return JsonResponse(proofs, headers={"Cache-Control": "no-store"})
