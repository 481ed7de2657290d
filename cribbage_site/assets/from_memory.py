"""The files that pages are made of, from memory: a table has sixty. In production a proxy serves them."""

import gzip
import mimetypes
import re
from os import listdir, stat, stat_result
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.exceptions import SuspiciousFileOperation
from django.utils.http import http_date

Header = tuple[bytes, bytes]

IS_TEXT = re.compile(r"text/|image/svg|application/(json|manifest)")
TAKES_GZIP = re.compile(rb"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")


class EncodedFile(NamedTuple):
    """A file as it goes over the line."""

    body: bytes
    headers: tuple[Header, ...]


class CachedFile(NamedTuple):
    """A file as it was when it was read."""

    path: str
    stat_when_read: stat_result
    modified: bytes
    plain: EncodedFile
    gzipped: EncodedFile

    @property
    def has_changed(self) -> bool:
        if not settings.STATIC_FILES_CHANGE:
            return False
        now = stat(self.path)
        return (now.st_mtime_ns, now.st_size) != (
            self.stat_when_read.st_mtime_ns,
            self.stat_when_read.st_size,
        )


class FilesFromMemory:
    """Answers for files that the finders know, and leaves all else to who comes after it."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.files: dict[str, CachedFile] = {}

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        file = self.find_file(scope["path"]) if scope.get("method") in ("GET", "HEAD") else None
        if file is None:
            await self.app(scope, receive, send)
            return
        answer = file.gzipped if accepts_gzip(scope["headers"]) else file.plain
        is_known = (b"if-modified-since", file.modified) in scope["headers"]
        body = b"" if is_known or scope["method"] == "HEAD" else answer.body
        status = 304 if is_known else 200
        await send({"type": "http.response.start", "status": status, "headers": list(answer.headers)})
        await send({"type": "http.response.body", "body": body})

    def find_file(self, path: str) -> CachedFile | None:
        """A file by its address, read again if it has changed."""
        if not path.startswith(settings.STATIC_URL):
            return None
        known = self.files.get(path)
        try:
            if known is None or known.has_changed:
                known = self.files[path] = load_file(path.removeprefix(settings.STATIC_URL))
        except (OSError, LookupError, ValueError, SuspiciousFileOperation):
            self.files.pop(path, None)
            return None
        return known


def load_file(name: str) -> CachedFile:
    """A file that a finder knows by exactly this name; LookupError where none does."""
    path = finders.find(name)
    if path is None or not is_spelled_so(path, name):
        raise LookupError(name)
    with open(path, "rb") as file:
        body, as_it_was = file.read(), stat(path)
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    modified = http_date(as_it_was.st_mtime)
    keep = "no-cache" if settings.STATIC_FILES_CHANGE else "max-age=3600"
    headers = {"last-modified": modified, "content-type": kind, "cache-control": keep}
    headers["x-content-type-options"] = "nosniff"
    if not IS_TEXT.match(kind):
        answer = build_encoded(body, headers)
        return CachedFile(path, as_it_was, modified.encode(), answer, answer)
    headers["vary"] = "accept-encoding"
    packed = build_encoded(gzip.compress(body, mtime=0), headers | {"content-encoding": "gzip"})
    return CachedFile(path, as_it_was, modified.encode(), build_encoded(body, headers), packed)


def is_spelled_so(path: str, name: str) -> bool:
    """Whether a file that was found by a name has that very name, so that none is kept under two.

    "js//a.js" and "./js/a.js" are found as well, and "JS/a.js" where the file system takes both for the same.
    """
    within = Path(path.removesuffix(name))
    whole = [within := within / part for part in Path(name).parts]
    return str(within) == path and all(each.name in listdir(each.parent) for each in whole)


def build_encoded(body: bytes, headers: dict[str, str]) -> EncodedFile:
    """A body with its headers, as ASGI wants them."""
    whole = headers | {"content-length": str(len(body))}
    return EncodedFile(body, tuple((name.encode(), value.encode()) for name, value in whole.items()))


def accepts_gzip(headers: list[Header]) -> bool:
    """Whether a browser wants what can be packed to be packed."""
    return any(name == b"accept-encoding" and TAKES_GZIP.search(value) for name, value in headers)
