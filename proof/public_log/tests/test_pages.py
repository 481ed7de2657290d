"""The log without a web server in front: its files and no others, and the page about it."""

from typing import Any

import pytest
from django.test import Client

from game.log.announcing_keys import is_announced
from game.log.folder import LogFolder
from game.log.leaves import OPEN, add_leaf
from game.log.merkle import leaf_hash, root_by_inclusion
from game.shared_rounds import announcing
from proof.public_log.publisher import publish
from rng.commitment import canonical_json

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


def test_page_shows_the_size_and_root_of_the_log(client: Client, folder: LogFolder) -> None:
    assert "The log has no entries yet." in client.get("/log").content.decode()
    add_leaf(OPEN, {"game": "g", "clock": "none"})
    checkpoint = publish()
    assert checkpoint is not None
    page = client.get("/log").content.decode()
    assert checkpoint.root.hex() in page
    assert "audit_log http://testserver/log" in page
    folder.write_file("checkpoint", b"something else")
    assert "can’t read its own log" in client.get("/log").content.decode()


def test_what_fixes_shared_decks_is_shown_to_be_in_the_log(client: Client, folder: LogFolder) -> None:
    decks = announcing.announce({"rules": {}}, rounds=1)
    address = f"/api/decks/{decks.pk}/log"
    assert client.get(address).json()["error"] == "no_decks"
    publish()
    assert client.get(address).json()["root"] is None
    announcing.start_collecting(decks.pk)
    root = announcing.fix_root(decks.pk).root
    checkpoint = publish()
    assert checkpoint is not None
    proof = client.get(address).json()
    facts = {
        "decks": {"set": decks.pk, "params": decks.params, "tip": decks.tip},
        "root": {"set": decks.pk, "root": root, "mixed": [], "absent": []},
    }
    assert proof["checkpoint"] == folder.read_checkpoint()
    for kind, said in facts.items():
        at, index, path = proof[kind].values()
        leaf = leaf_hash(canonical_json({"kind": kind, "at": at, **said}).encode())
        assert root_by_inclusion(leaf, index, checkpoint.size, [*map(bytes.fromhex, path)]) == checkpoint.root
    assert client.get("/api/decks/none/log").status_code == 404


def test_every_key_is_shown_to_be_in_the_log_and_a_new_one_is_announced(
    client: Client, folder: LogFolder, settings: Any
) -> None:
    assert client.get("/api/keys").json()["error"] == "no_key"
    settings.SIGNING_KEYS = ["the first passphrase of all"]
    publish()
    assert [key["signs"] for key in client.get("/api/keys").json()["keys"]] == ["receipts", "log"]
    settings.SIGNING_KEYS = ["another passphrase now", "the first passphrase of all"]
    checkpoint = publish()
    assert checkpoint is not None
    keys = client.get("/api/keys").json()["keys"]
    for old, new in zip(keys[:2], keys[2:], strict=True):
        assert new["before"] == old["key"]
        assert is_announced(new["signs"], new["key"], new["before"], new["announced"])
    for key in keys:
        said = {name: value for name, value in key.items() if name not in ("index", "proof")}
        path = [bytes.fromhex(part) for part in key["proof"]]
        leaf = leaf_hash(canonical_json(said).encode())
        assert root_by_inclusion(leaf, key["index"], checkpoint.size, path) == checkpoint.root
