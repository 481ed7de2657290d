"""A site is put away while people play, and stands again elsewhere as it was, to the last row and deck."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zipfile import ZipFile

import pytest

from cribbage_site.tests.server import Server
from cribbage_site.tests.services import database_of_its_own
from game.chaos.rows import ask
from game.tests.live.person import PASSWORD, Person, Visitor, sit_down, two_people

pytestmark = pytest.mark.rows

Rows = list[dict[str, Any]]

# What goes on by itself while a site is served, or is never put away.
LIVELY = {"django_session", "game_heartbeat", "rng_unshown", "rng_watch"}


@contextmanager
def elsewhere(server: Server, tmp_path: Path) -> Iterator[Server]:
    """A site of the same kind whose database is empty; it is not served yet."""
    if url := server.environment.get("DATABASE_URL"):
        with database_of_its_own(url) as empty:
            new = Server({"DATABASE_URL": empty}, new=False)
            with new.work:
                yield new
                new.kill()
    else:
        new = Server({"DATABASE_PATH": str(tmp_path / "new.sqlite3")}, new=False)
        with new.work:
            yield new
            new.kill()


def tables(server: Server) -> list[str]:
    sqlite, postgresql = "sqlite_master WHERE type = 'table'", "pg_tables WHERE schemaname = 'public'"
    names = f"name FROM {sqlite}" if "DATABASE_URL" not in server.environment else f"tablename AS name FROM {postgresql}"
    return sorted({row["name"] for row in ask(server.environment, f"SELECT {names}")} - LIVELY)


def rows(server: Server, table: str) -> Rows:
    found = ask(server.environment, f'SELECT * FROM "{table}"')
    for row in found:
        row.pop("seen_at", None)  # somebody is here
        row.pop("watched", None)
    return sorted(found, key=str)


async def play_until_done(a: Person, b: Person, command: "asyncio.Task[str]") -> str:
    while not command.done():
        await asyncio.gather(a.play_on(2), b.play_on(2))
    return await command


def test_a_site_stands_again_as_it_was(own_server: Server, tmp_path: Path) -> None:
    server, file = own_server, tmp_path / "site.backup"
    server.manage("demo", "--players", "4", "--games", "6")
    ann, bob = Visitor(server.url), Visitor(server.url)
    ann.sign_up("Ann")

    async def play() -> tuple[str, str, dict[str, Any]]:
        rated = ann.new_game(rated=True, target=121)
        async with sit_down(ann, rated) as a:
            await a.hear_turn()
            await a.make({"kind": "resign"})
        async with two_people(ann, bob, counting="auto", clock="quick") as (a, b):
            await asyncio.gather(a.play_on(6), b.play_on(6))
            backing_up = asyncio.create_task(asyncio.to_thread(server.manage, "backup", str(file), "--json"))
            manifest = json.loads(await play_until_done(a, b, backing_up))
            return rated, a.game, manifest

    rated, live, manifest = asyncio.run(play())
    assert (manifest["contents"]["live"], manifest["contents"]["tables"]["django_session"]) == (1, 0)
    assert file.stat().st_mode & 0o077 == 0
    with pytest.raises(RuntimeError, match="is a file .* already"):
        server.manage("backup", str(file))
    with pytest.raises(RuntimeError, match="This database is not empty"):
        server.manage("restore", str(file))

    with elsewhere(server, tmp_path) as new:
        report = json.loads(new.manage("restore", str(file), "--json"))
        assert (report["voided"], report["wrong_ratings"], report["wrong_deals"]) == (1, 0, 0)
        assert (report["wrong_counts"], report["missing_keys"], report["games_dealt_again"]) == ([], [], 2)
        assert tables(new) == tables(server)
        for table in set(tables(server)) - {"game_game", "rng_deal"}:
            assert rows(new, table) == rows(server, table), table

        was, now = ({game["id"]: game for game in rows(site, "game_game")} for site in (server, new))
        taken_back = now.pop(live)
        played_on = was.pop(live)
        assert now == was
        *before, void = taken_back["transcript"].split()
        assert (void, taken_back["ended"], taken_back["winner"]) == ("-unshown", "void", None)
        assert played_on["transcript"].split()[: len(before)] == before
        assert [row["game"] for row in ask(new.environment, "SELECT game FROM rng_unshown")] == [live]

        decks = [
            {(deal["game"], deal["number"]): bytes(deal["deck"]) for deal in rows(site, "rng_deal")}
            for site in (server, new)
        ]
        assert decks[1].items() >= {key: deck for key, deck in decks[0].items() if key[0] == rated}.items()
        both = decks[0].keys() & decks[1].keys()
        assert {key: decks[0][key] for key in both} == {key: decks[1][key] for key in both}
        assert any(key[0] == live for key in both)

        new.start()
        back = Visitor(new.url)
        back.log_in("Ann", PASSWORD)
        assert back.get(f"/game/{live}/replay" if False else f"/table/{live}")[0] == 200
        asyncio.run(play_a_little(back))


async def play_a_little(visitor: Visitor) -> None:
    async with sit_down(visitor, visitor.new_game()) as person:
        assert len(await person.play_on(3)) == 3


@pytest.fixture(scope="module")
def a_backup(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("backup") / "site.backup"
    server.manage("backup", str(file))
    return file


def test_what_is_damaged_foreign_or_newer_changes_nothing(
    server: Server, a_backup: Path, tmp_path: Path
) -> None:
    damaged, foreign, newer, other = (tmp_path / name for name in ("damaged", "foreign", "newer", "other"))
    foreign.write_text("not a backup")
    with ZipFile(a_backup) as whole:
        data, manifest = whole.read("data"), json.loads(whole.read("manifest.json"))
    kind = {"postgresql": "sqlite", "sqlite": "postgresql"}[manifest["contents"]["database"]]
    for file, inside, says in (
        (damaged, data[:-1] + b"!", manifest),
        (newer, data, with_contents(manifest, migrations=[["game", "9999_cards_that_fly"]])),
        (other, data, with_contents(manifest, database=kind)),
    ):
        with ZipFile(file, "w") as made:
            made.writestr("data", inside)
            made.writestr("manifest.json", json.dumps(says))
    with elsewhere(server, tmp_path) as new:
        for file, says in (
            (tmp_path / "none", "cannot be read: No such file"),
            (foreign, "is no backup of Every Other"),
            (damaged, "is damaged"),
            (newer, "of a newer version, which knows game 9999_cards_that_fly"),
            (other, f"This backup is of {kind}"),
        ):
            with pytest.raises(RuntimeError, match=says):
                new.manage("restore", str(file))
        assert ask(new.environment, "SELECT 1 AS one") == [{"one": 1}]
        assert tables(new) == []


def with_contents(manifest: dict[str, Any], **other: Any) -> dict[str, Any]:
    return manifest | {"contents": manifest["contents"] | other}
