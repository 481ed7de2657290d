"""The files of pages come from memory, as they are now, and no others."""

import asyncio
import gzip
from pathlib import Path
from typing import Any

import pytest

from cribbage_site.assets.from_memory import FilesFromMemory, is_spelled_so


async def elsewhere(scope: dict[str, Any], receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 404, "headers": []})
    await send({"type": "http.response.body", "body": b""})


class Browser:
    """Asks, and remembers nothing but what it is told to."""

    def __init__(self) -> None:
        self.files = FilesFromMemory(elsewhere)

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


def test_a_file_is_given_with_its_kind_and_then_known(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "say.js").write_text("export const says = 15;")
    status, headers, body = browser.send("/static/say.js")
    assert (status, body) == (200, b"export const says = 15;")
    assert headers[b"content-type"] == b"text/javascript"
    assert headers[b"content-length"] == b"23"
    assert headers[b"x-content-type-options"] == b"nosniff"
    assert browser.send("/static/say.js", if_modified_since=headers[b"last-modified"])[::2] == (304, b"")
    assert browser.send("/static/say.js", "HEAD")[::2] == (200, b"")


def test_what_is_text_is_packed_for_who_can_unpack_it(browser: Browser, tmp_path: Path) -> None:
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
    assert headers[b"vary"] == browser.send("/static/say.js")[1][b"vary"] == b"accept-encoding"
    assert browser.send("/static/say.png", accept_encoding=b"gzip")[2] == says


def test_a_file_that_changed_is_read_again_and_one_that_went_is_gone(
    browser: Browser, tmp_path: Path
) -> None:
    file = tmp_path / "say.css"
    file.write_text("a")
    assert browser.send("/static/say.css")[2] == b"a"
    file.write_text("bc")
    assert browser.send("/static/say.css")[2] == b"bc"
    file.unlink()
    assert browser.send("/static/say.css")[0] == 404


def test_a_file_that_stays_as_it_is_need_not_be_asked_for_again(
    browser: Browser, tmp_path: Path, settings: Any
) -> None:
    (tmp_path / "say.css").write_text("a")
    assert browser.send("/static/say.css")[1][b"cache-control"] == b"no-cache"
    settings.STATIC_FILES_CHANGE = False
    (tmp_path / "stay.css").write_text("a")
    assert browser.send("/static/stay.css")[1][b"cache-control"] == b"max-age=3600"
    (tmp_path / "stay.css").write_text("bc")
    assert browser.send("/static/stay.css")[2] == b"a"


@pytest.mark.parametrize(
    "path",
    [
        "/static/",
        "/static/no.js",
        "/static/../manage.py",
        "/static//etc/passwd",
        "/static/a\0b",
        "/api/say.js",
    ],
)
def test_nothing_else_is_given(browser: Browser, path: str) -> None:
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
def test_a_file_is_kept_under_one_name_alone(browser: Browser, tmp_path: Path, path: str) -> None:
    (tmp_path / "js").mkdir()
    (tmp_path / "js/say.js").write_text("1")
    assert browser.send("/static/js/say.js")[0] == 200
    assert browser.send(path)[0] == 404
    assert browser.files.files.keys() == {"/static/js/say.js"}


def test_nor_is_it_where_a_disk_takes_upper_and_lower_case_for_the_same(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    (tmp_path / "js/say.js").write_text("1")
    found = {
        name: is_spelled_so(str(tmp_path / name), name) for name in ("js/say.js", "js/SAY.js", "JS/say.js")
    }
    assert found == {"js/say.js": True, "js/SAY.js": False, "JS/say.js": False}


def test_nothing_is_changed_by_writing(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "say.js").write_text("1")
    assert browser.send("/static/say.js", "POST")[0] == 404
