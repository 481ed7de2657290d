"""What a site serves, fetched as anybody would."""

from http import HTTPStatus
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

from game.log.tiles import Tile

PATIENCE_SECONDS = 30
LONGEST_FILE = 20_000_000  # a bundle of the longest entries has less


class Unreadable(Exception):
    """What was fetched cannot be read, or could not be fetched: nothing can be said of the log."""


class RemoteLog:
    """A log by its address, and the site around it."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        if urlsplit(self.url).scheme not in ("http", "https"):
            raise Unreadable(f'"{url}" is no address of a log: it begins with https:// or http://.')
        self.site = self.url.rpartition("/")[0]

    def read(self, path: str) -> bytes:
        """A file of the log."""
        content = self.fetch(f"{self.url}/{path}")
        if content is None:
            raise Unreadable(f"{self.url} has no {path}.")
        return content

    def read_tile(self, tile: Tile) -> bytes:
        """A tile or a bundle, or the whole one that it has become since."""
        content = self.fetch(f"{self.url}/{tile.path}")
        if content is None and tile != tile.whole:
            content = self.fetch(f"{self.url}/{tile.whole.path}")
        if content is None:
            raise Unreadable(f"{self.url} has no {tile.path}.")
        return content

    def read_page(self, path: str) -> bytes | None:
        """What the site serves beside the log; None where there is nothing."""
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
