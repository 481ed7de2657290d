"""Serve static files with WhiteNoise where no proxy does: on a site at home."""

import gzip
import re
from collections.abc import Awaitable, Iterator
from functools import lru_cache
from typing import Any
from wsgiref.headers import Headers

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.exceptions import SuspiciousFileOperation
from whitenoise.base import WhiteNoise
from whitenoise.responders import StaticFile

IS_TEXT = re.compile(r"text/|image/svg|application/(json|manifest)")
TAKES_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")


class FoundFiles(WhiteNoise):  # type: ignore[misc]  # it has no types
    """WhiteNoise for the files that the finders know, in their current state."""

    def candidate_paths_for_url(self, url: str) -> Iterator[str]:
        path = finders.find(url.removeprefix(settings.STATIC_URL))
        if isinstance(path, str):
            yield path


class StaticFiles:
    """Serves static files, and passes all other requests to the next application.

    WhiteNoise's own middleware takes a thread for each file, and seven times the CPU time. It sends files
    that were compressed before, as those of a release are. Files of a site at home are not, so texts are
    compressed here.
    """

    def __init__(self, app: Any) -> None:
        self.app = app
        how = {"max_age": None, "allow_all_origins": False, "add_headers_function": add_headers}
        self.files = FoundFiles(None, autorefresh=True, **how)

    def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Awaitable[None]:
        file = self.find_file(scope["path"]) if scope.get("method") in ("GET", "HEAD") else None
        if file is None:
            other: Awaitable[None] = self.app(scope, receive, send)
            return other
        return self.send_file(file, scope, send)

    async def send_file(self, file: StaticFile, scope: dict[str, Any], send: Any) -> None:
        asked = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        status, headers, body = answer(file, asked)
        raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": status, "headers": raw})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    def find_file(self, path: str) -> StaticFile | None:
        if not path.startswith(settings.STATIC_URL):
            return None
        try:
            return self.files.find_file(path)
        except (OSError, ValueError, SuspiciousFileOperation):
            return None


def add_headers(headers: Headers, path: str, url: str) -> None:
    headers["Cache-Control"] = "no-cache" if settings.STATIC_FILES_CHANGE else "max-age=3600"
    headers["X-Content-Type-Options"] = "nosniff"
    if IS_TEXT.match(headers["Content-Type"] or ""):
        headers["Vary"] = "Accept-Encoding"


def answer(file: StaticFile, asked: dict[str, str]) -> tuple[int, Headers, bytes]:
    """Return the status, the headers and the body. A text is compressed if the client can decompress it."""
    environ = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in asked.items()}
    response = file.get_response("GET", environ)
    headers, body = Headers(list(response.headers)), b""
    if response.file is not None:
        with response.file:
            body = response.file.read()
    if response.status == 200 and "Vary" in headers and TAKES_GZIP.search(asked.get("accept-encoding", "")):
        body = pack(body)
        headers["Content-Encoding"], headers["Content-Length"] = "gzip", str(len(body))
    return int(response.status), headers, body


@lru_cache(maxsize=512)
def pack(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)
