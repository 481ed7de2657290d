"""The log where no web server is in front: its files and no others, and the page about it."""

import pytest
from django.test import Client

from game.log.folder import LogFolder
from game.log.leaves import OPEN, add_leaf
from proof.public_log.publisher import publish

pytestmark = pytest.mark.django_db


def test_files_are_served_as_they_are(client: Client, folder: LogFolder) -> None:
    add_leaf(OPEN, {"game": "g", "clock": "none"})
    checkpoint = publish()
    assert checkpoint is not None
    answer = client.get("/log/checkpoint")
    assert answer.content.decode() == folder.read_checkpoint()
    assert (answer["Content-Type"], answer["Cache-Control"]) == ("text/plain; charset=utf-8", "no-cache")
    tile = client.get(f"/log/tile/0/000.p/{checkpoint.size}")
    assert (tile["Content-Type"], len(tile.content)) == ("application/octet-stream", 32 * checkpoint.size)
    assert "immutable" in tile["Cache-Control"]
    assert client.get("/log/key").content.decode().split("+")[0] == checkpoint.origin


@pytest.mark.parametrize(
    "path",
    [
        ".lock",
        "tile/0/.000.new",
        "tile/0",
        "tile/0/000/../../../checkpoint",
        "../every_other.sqlite3",
        "tile/0/000.p/0",
        "tile/64/000",
        "tile/0/0x0",
        "release/0",
        "release/" + "0" * 64,
    ],
)
def test_nothing_else_is(client: Client, folder: LogFolder, path: str) -> None:
    add_leaf(OPEN, {"game": "g", "clock": "none"})
    publish()
    assert folder.read_file(path) is None
    assert client.get(f"/log/{path}").status_code == 404


def test_the_page_tells_where_the_log_stands(client: Client, folder: LogFolder) -> None:
    assert "Nothing is published yet." in client.get("/log").content.decode()
    add_leaf(OPEN, {"game": "g", "clock": "none"})
    checkpoint = publish()
    assert checkpoint is not None
    page = client.get("/log").content.decode()
    assert checkpoint.root.hex() in page
    assert "audit_log http://testserver/log" in page
    folder.write_file("checkpoint", b"something else")
    assert "can’t read its own log" in client.get("/log").content.decode()
