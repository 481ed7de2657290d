"""The log's files, where no web server in front of us has them, and a page that tells what they are."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from game.log.folder import CHECKPOINT_FILE, KEY_FILE
from game.log.identity import LogUnreadable, log_folder, log_signer, published_checkpoint

A_WEEK = 7 * 24 * 60 * 60
CHANGING = {CHECKPOINT_FILE, KEY_FILE}


@require_safe
def log_page(request: HttpRequest) -> HttpResponse:
    """What the log is, how far it has come, and how anybody follows it."""
    try:
        checkpoint = published_checkpoint()
    except LogUnreadable:
        checkpoint = None
    about = {"checkpoint": checkpoint, "key": log_signer().verifier_key, "log": request.build_absolute_uri()}
    return render(request, "proof/public_log.html", about)


@require_safe
def log_file(request: HttpRequest, path: str) -> HttpResponse:
    """A file of the log; all but the checkpoint and the key never change."""
    content = log_folder().read_file(path)
    if content is None:
        raise Http404
    is_text = not path.startswith("tile/")
    return HttpResponse(
        content,
        content_type="text/plain; charset=utf-8" if is_text else "application/octet-stream",
        headers={
            "Cache-Control": "no-cache" if path in CHANGING else f"public, max-age={A_WEEK}, immutable",
            "Access-Control-Allow-Origin": "*",  # so that a page from elsewhere can follow it
        },
    )
