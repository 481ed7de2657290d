"""Serves the files of pages by WhiteNoise, where no proxy does: at home."""

import gzip
import re
from collections.abc import Iterator
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
    """WhiteNoise for the files that the finders know, as they are now."""

    def candidate_paths_for_url(self, url: str) -> Iterator[str]:
        path = finders.find(url.removeprefix(settings.STATIC_URL))
        if isinstance(path, str):
            yield path


class StaticFiles:
    """Answers for static files, and leaves all else to the next application.

    WhiteNoise's own middleware takes a thread for each file, and seven times the CPU time. It sends what was
    compressed before, as the files of a release are; those of a site at home are not: texts are packed here.
    """

    def __init__(self, app: Any) -> None:
        self.app = app
        how = {"max_age": None, "allow_all_origins": False, "add_headers_function": add_headers}
        self.files = FoundFiles(None, autorefresh=True, **how)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        file = self.find_file(scope["path"]) if scope.get("method") in ("GET", "HEAD") else None
        if file is None:
            await self.app(scope, receive, send)
            return
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
    """Return the status, the headers and the body, packed if it is a text and the client can unpack it."""
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
