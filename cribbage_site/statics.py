"""The files that pages are made of, from memory: a table has forty. In production a proxy serves them."""

import mimetypes
from os import stat, stat_result
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.handlers import ASGIStaticFilesHandler
from django.core.exceptions import SuspiciousFileOperation
from django.utils.http import http_date

Header = tuple[bytes, bytes]


class File(NamedTuple):
    """A file as it was when it was read."""

    path: str
    as_it_was: stat_result
    body: bytes
    headers: tuple[Header, ...]

    @property
    def modified(self) -> Header:
        return self.headers[0]

    @property
    def has_changed(self) -> bool:
        now = stat(self.path)
        return (now.st_mtime_ns, now.st_size) != (self.as_it_was.st_mtime_ns, self.as_it_was.st_size)


class FilesFromMemory:
    """Answers for files that the finders know, and leaves all else to who comes after it."""

    def __init__(self, app: Any) -> None:
        self.app = ASGIStaticFilesHandler(app)
        self.files: dict[str, File] = {}

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        file = self.file(scope["path"]) if scope["method"] in ("GET", "HEAD") else None
        if file is None:
            return await self.app(scope, receive, send)
        is_known = (b"if-modified-since", file.modified[1]) in scope["headers"]
        body = b"" if is_known or scope["method"] == "HEAD" else file.body
        status = 304 if is_known else 200
        await send({"type": "http.response.start", "status": status, "headers": list(file.headers)})
        await send({"type": "http.response.body", "body": body})

    def file(self, path: str) -> File | None:
        """A file by its address, read again if it has changed."""
        if not path.startswith(settings.STATIC_URL):
            return None
        known = self.files.get(path)
        try:
            if known is None or known.has_changed:
                known = self.files[path] = read(path.removeprefix(settings.STATIC_URL))
        except (OSError, LookupError, ValueError, SuspiciousFileOperation):
            self.files.pop(path, None)
            return None
        return known


def read(name: str) -> File:
    """A file that a finder knows; LookupError where none does."""
    path = finders.find(name)
    if path is None:
        raise LookupError(name)
    with open(path, "rb") as file:
        body, as_it_was = file.read(), stat(path)
    kind, _ = mimetypes.guess_type(path)
    headers = {
        "last-modified": http_date(as_it_was.st_mtime),
        "content-type": kind or "application/octet-stream",
        "content-length": str(len(body)),
        "cache-control": "no-cache",
    }
    return File(path, as_it_was, body, tuple((k.encode(), v.encode()) for k, v in headers.items()))
