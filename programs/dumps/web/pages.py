"""The page that lists the dumps, and their files if no web server serves them."""

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from game.runtime.signing_keys import newest_signer, site_name
from programs.dumps.folder import SUMS_ENDING, find_file, load_dumps

AN_HOUR = 60 * 60


@require_safe
def data_page(request: HttpRequest) -> HttpResponse:
    """Show the months and the contents of their files."""
    context = {"dumps": load_dumps(), "key": newest_signer(site_name()).verifier_key}
    return render(request, "programs/dumps.html", context)


@require_safe
def data_file(request: HttpRequest, path: str) -> HttpResponseBase:
    """Serve a file of a dump."""
    file = find_file(path)
    if file is None:
        raise Http404
    status = file.stat()
    mark = f'"{status.st_mtime_ns:x}-{status.st_size:x}"'
    if (unchanged := get_conditional_response(request, etag=mark)) is not None:
        return unchanged
    is_text = path.endswith(SUMS_ENDING)
    return FileResponse(
        file.open("rb"),
        content_type="text/plain; charset=utf-8" if is_text else "application/octet-stream",
        headers={
            "ETag": mark,
            "Cache-Control": f"public, max-age={AN_HOUR}",
            "Access-Control-Allow-Origin": "*",  # so that a page of another site can read it
        },
    )
