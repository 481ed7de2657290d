"""Static files are served in their current state, and no other files are."""

import asyncio
import gzip
from pathlib import Path
from typing import Any

import pytest

from cribbage_site.assets.static_files import StaticFiles


async def elsewhere(scope: dict[str, Any], receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 404, "headers": []})
    await send({"type": "http.response.body", "body": b""})


class Browser:
    """A client that sends only the cache validators it received."""

    def __init__(self) -> None:
        self.files = StaticFiles(elsewhere)

    def send(self, path: str, method: str = "GET", **headers: bytes) -> tuple[int, dict[bytes, bytes], bytes]:
        messages: list[dict[str, Any]] = []

        async def send(message: dict[str, Any]) -> None:
            messages.append(message)

        sent = [(name.replace("_", "-").encode(), value) for name, value in headers.items()]
        scope = {"type": "http", "path": path, "method": method, "headers": sent}
        asyncio.run(self.files(scope, None, send))
        return messages[0]["status"], dict(messages[0]["headers"]), messages[1]["body"]


@pytest.fixture
def browser(tmp_path: Path, settings: Any) -> Browser:
    settings.STATICFILES_DIRS = [tmp_path]
    from django.contrib.staticfiles import finders

    finders.get_finder.cache_clear()
    yield Browser()
    finders.get_finder.cache_clear()


def test_a_file_has_its_type_and_is_not_sent_twice(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "say.js").write_text("export const says = 15;")
    status, headers, body = browser.send("/static/say.js")
    assert (status, body) == (200, b"export const says = 15;")
    assert headers[b"content-type"] == b'text/javascript; charset="utf-8"'
    assert headers[b"content-length"] == b"23"
    assert headers[b"x-content-type-options"] == b"nosniff"
    assert browser.send("/static/say.js", if_modified_since=headers[b"last-modified"])[::2] == (304, b"")
    assert browser.send("/static/say.js", if_none_match=headers[b"etag"])[::2] == (304, b"")
    assert browser.send("/static/say.js", if_none_match=b'"another"')[::2] == (200, body)
    assert browser.send("/static/say.js", "HEAD") == (200, headers, b"")


def test_texts_are_compressed_for_clients_that_accept_it(browser: Browser, tmp_path: Path) -> None:
    says = b"export const says = 15;" * 99
    (tmp_path / "say.js").write_bytes(says)
    (tmp_path / "say.png").write_bytes(says)
    status, headers, body = browser.send("/static/say.js", accept_encoding=b"br, gzip, deflate")
    assert status == 200
    assert headers[b"content-encoding"] == b"gzip"
    assert int(headers[b"content-length"]) == len(body) < len(says)
    assert gzip.decompress(body) == says
    for refuses in (b"br", b"gzip;q=0", b"gzip; q=0.0, br"):
        assert browser.send("/static/say.js", accept_encoding=refuses)[2] == says
    assert headers[b"vary"] == browser.send("/static/say.js")[1][b"vary"] == b"Accept-Encoding"
    assert browser.send("/static/say.png", accept_encoding=b"gzip")[2] == says
    assert browser.send("/static/say.js", "HEAD", accept_encoding=b"gzip") == (200, headers, b"")


def test_a_range_of_a_file_is_sent_uncompressed(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "say.js").write_text("export const says = 15;")
    asked = {"range": b"bytes=7-11", "accept_encoding": b"gzip"}
    status, headers, body = browser.send("/static/say.js", **asked)
    assert (status, body) == (206, b"const")
    assert headers[b"content-range"] == b"bytes 7-11/23"
    assert b"content-encoding" not in headers


@pytest.mark.parametrize(
    ("name", "kind"),
    [("a.css", b'text/css; charset="utf-8"'), ("a.svg", b"image/svg+xml"), ("a.woff2", b"font/woff2")],
)
def test_content_types_of_files(browser: Browser, tmp_path: Path, name: str, kind: bytes) -> None:
    (tmp_path / name).write_text("a")
    assert browser.send(f"/static/{name}")[1][b"content-type"] == kind


def test_a_changed_file_is_read_again_and_a_deleted_file_is_gone(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "say.css"
    file.write_text("a")
    assert browser.send("/static/say.css")[2] == b"a"
    file.write_text("bc")
    assert browser.send("/static/say.css")[2] == b"bc"
    file.unlink()
    assert browser.send("/static/say.css")[0] == 404


def test_an_immutable_file_need_not_be_revalidated(browser: Browser, tmp_path: Path, settings: Any) -> None:
    (tmp_path / "say.css").write_text("a")
    assert browser.send("/static/say.css")[1][b"cache-control"] == b"no-cache"
    settings.STATIC_FILES_CHANGE = False
    assert browser.send("/static/say.css")[1][b"cache-control"] == b"max-age=3600"


@pytest.mark.parametrize(
    "path",
    [
        "/static/",
        "/static/no.js",
        "/static/../manage.py",
        "/static//etc/passwd",
        "/static/a\0b",
        "/static/\udcff",
        f"/static/{'a' * 300}",
        "/api/say.js",
    ],
)
def test_no_other_files_are_served(browser: Browser, path: str) -> None:
    assert browser.send(path)[0] == 404


@pytest.mark.parametrize(
    "path",
    [
        "/static//js/say.js",
        "/static/js//say.js",
        "/static/js/./say.js",
        "/static/./js/say.js",
        "/static/js/../js/say.js",
        "/static/js/say.js/",
        "/static/js/say.js/.",
        "/static//js/../js//./say.js",
    ],
)
def test_a_file_has_exactly_one_url(browser: Browser, tmp_path: Path, path: str) -> None:
    (tmp_path / "js").mkdir()
    (tmp_path / "js/say.js").write_text("1")
    assert browser.send("/static/js/say.js")[0] == 200
    assert browser.send(path)[0] == 404


def test_write_methods_are_refused(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "say.js").write_text("1")
    assert browser.send("/static/say.js", "POST")[0] == 404
