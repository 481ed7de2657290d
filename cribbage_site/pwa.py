"""The site as an app: its manifest, its service worker, and its offline page."""

import json
import re
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import path, reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from common import clock
from common.addresses import find_path
from cribbage_site.assets.page_files import cached_if_files_stay

FELT, PAPER = "#2c5f4b", "#f4eee1"
SIZES = (192, 512)
FONTS = ("fraunces", "fraunces-accents", "figtree", "figtree-accents")
ASSET_LINK = re.compile(r'(?:href|src)="([^"]+\.(?:css|js|svg)(?:\?[^"]*)?)"')


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """Return the web app manifest."""
    manifest_json = {
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "name": "Every Other",
        "short_name": "Every Other",
        "description": gettext("Cribbage, dealt every other card from a deck you can check."),
        "lang": get_language(),
        "display": "standalone",
        "theme_color": FELT,
        "background_color": PAPER,
        "categories": ["games", "cards"],
        "icons": [
            {"src": static("img/icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            *(icon(size, "any", f"img/app-{size}.png") for size in SIZES),
            *(icon(size, "maskable", f"img/app-{size}-maskable.png") for size in SIZES),
        ],
        "shortcuts": [
            {"name": name, "url": path}
            for name, path in (
                (gettext("Learn cribbage"), find_path("learn")),
                (gettext("Ladder"), find_path("ladder")),
                (gettext("Discard lab"), find_path("lab")),
            )
            if path is not None
        ],
    }
    return JsonResponse(manifest_json, content_type="application/manifest+json")


def icon(size: int, purpose: str, name: str) -> dict[str, str]:
    return {"src": static(name), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker. Its first line lists the cached files, so any change makes a new version."""
    answer = HttpResponse(_worker_script(get_language()), content_type="text/javascript")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@cached_if_files_stay
def _worker_script(language: str) -> str:
    page = _offline_page(language)
    fonts = (static(f"fonts/{name}.woff2") for name in FONTS)  # named by the stylesheets, not by the page
    files = sorted({*ASSET_LINK.findall(page), *fonts})
    version = sha256(page.encode() + b"".join(map(_file_bytes, files))).hexdigest()[:16]
    icon = static("img/app-192.png")  # for notifications, which are shown while no page is open
    keeps = json.dumps({"version": version, "page": reverse("offline"), "files": files, "icon": icon})
    script = finders.find("js/cribbage_site/service-worker.js")
    assert isinstance(script, str)
    return f"const KEEPS = {keeps};\n{Path(script).read_text()}"


def _file_bytes(address: str) -> bytes:
    """Return the bytes of a file that a page names. A hashed name stands for its content."""
    file: Any = finders.find(address.removeprefix(settings.STATIC_URL))
    return Path(file).read_bytes() if file else b""


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Return the icon that browsers and crawlers request without reading a page."""
    return HttpResponse(
        _file_bytes(f"{settings.STATIC_URL}img/favicon.ico"),
        content_type="image/x-icon",
        headers={"Cache-Control": "public, max-age=86400"},
    )


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Show the offline page. It is the same for all visitors, because browsers cache it."""
    return HttpResponse(_offline_page(get_language()))


@cached_if_files_stay
def _offline_page(language: str) -> str:
    return render_to_string("cribbage_site/offline.html")


@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """Return where to report a vulnerability (RFC 9116), if the host has set that."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    until = (clock.now() + timedelta(days=180)).isoformat(timespec="seconds")
    text = f"Contact: {settings.SECURITY_CONTACT}\nExpires: {until}\nPreferred-Languages: en\n"
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


urlpatterns = [
    path(".well-known/security.txt", security, name="security"),
    path("favicon.ico", favicon, name="favicon"),
    path("manifest.webmanifest", manifest, name="manifest"),
    path("sw.js", worker, name="worker"),
    path("offline", offline, name="offline"),
]
