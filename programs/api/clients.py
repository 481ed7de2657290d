"""Serve the client files for bot authors from the checkout, for download with `curl -O`."""

from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

FOLDER = settings.BASE_DIR / "clients"
FILES: dict[str, tuple[Path, str]] = {
    "everyother_bot.py": (FOLDER / "python" / "everyother_bot.py", "text/x-python"),
    "example_bot.py": (FOLDER / "python" / "example_bot.py", "text/x-python"),
    "example-bot.mjs": (FOLDER / "node" / "example-bot.mjs", "text/javascript"),
}


@require_safe
def client_file(request: HttpRequest, name: str) -> HttpResponse:
    """Return one of the client files."""
    if name not in FILES:
        raise Http404
    path, kind = FILES[name]
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-cache"}
    return HttpResponse(path.read_bytes(), content_type=f"{kind}; charset=utf-8", headers=headers)
