"""Fetch a site's log and pages without any credentials."""

from http import HTTPStatus
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

from game.log.tiles import Tile

PATIENCE_SECONDS = 30
LONGEST_FILE = 20_000_000  # a bundle of the longest entries is smaller


class Unreadable(Exception):
    """The log could not be fetched or read, so the audit has no result."""


class RemoteLog:
    """A log at a URL, and its site."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        if urlsplit(self.url).scheme not in ("http", "https"):
            raise Unreadable(f'"{url}" is not the URL of a log: it must begin with https:// or http://.')
        self.site = self.url.rpartition("/")[0]

    def read(self, path: str) -> bytes:
        """Return a file of the log."""
        content = self.fetch(f"{self.url}/{path}")
        if content is None:
            raise Unreadable(f"{self.url} has no {path}.")
        return content

    def read_tile(self, tile: Tile) -> bytes:
        """Return a tile or a bundle, or the full one that has replaced it since."""
        content = self.fetch(f"{self.url}/{tile.path}")
        if content is None and tile != tile.whole:
            content = self.fetch(f"{self.url}/{tile.whole.path}")
        if content is None:
            raise Unreadable(f"{self.url} has no {tile.path}.")
        return content

    def read_page(self, path: str) -> bytes | None:
        """Return a page of the site, or None if there is none."""
        return self.fetch(f"{self.site}{quote(path)}")

    def fetch(self, url: str) -> bytes | None:
        request = Request(url, headers={"Accept-Language": "en"})  # noqa: S310 - the scheme was looked at
        try:
            with urlopen(request, timeout=PATIENCE_SECONDS) as answer:  # noqa: S310
                content = bytes(answer.read(LONGEST_FILE + 1))
        except HTTPError as refusal:
            with refusal:
                if refusal.code in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE):
                    return None
            raise Unreadable(f"{url} answers {refusal.code}.") from None
        except (URLError, OSError) as fault:
            raise Unreadable(f"{url} cannot be fetched: {getattr(fault, 'reason', fault)}.") from None
        if len(content) > LONGEST_FILE:
            raise Unreadable(f"{url} is longer than any file of a log.")
        return content
