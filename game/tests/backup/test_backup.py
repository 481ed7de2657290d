"""A site is put away while people play, and stands again elsewhere as it was, to the last row and deck."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from cribbage_site.tests.server import Server
from cribbage_site.tests.services import database_of_its_own
from game.chaos.rows import ask
from game.tests.live.person import PASSWORD, Visitor, play_past, sit_down, two_people

pytestmark = pytest.mark.rows

Rows = list[dict[str, Any]]

# What goes on by itself while a site is served, or is never put away.
LIVELY = {"django_session", "game_heartbeat", "rng_unshown", "rng_watch", "sqlite_sequence"}


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


def told_last(output: str) -> dict[str, Any]:
    """The report, behind word of how far it was."""
    return dict(json.loads(output.splitlines()[-1]))


def tables(server: Server) -> list[str]:
    sqlite, postgresql = "sqlite_master WHERE type = 'table'", "pg_tables WHERE schemaname = 'public'"
    names = (
        f"name FROM {sqlite}"
        if "DATABASE_URL" not in server.environment
        else f"tablename AS name FROM {postgresql}"
    )
    return sorted({row["name"] for row in ask(server.environment, f"SELECT {names}")} - LIVELY)


def rows(server: Server, table: str) -> Rows:
    found = ask(server.environment, f'SELECT * FROM "{table}"')
    for row in found:
        row.pop("seen_at", None)  # somebody is here
        row.pop("watched", None)
    return sorted(found, key=str)


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
            game = a.game
            await play_past(12, a, b)
        async with sit_down(ann, game, a.secret) as a, sit_down(bob, game, b.secret) as b:
            backing_up = asyncio.create_task(asyncio.to_thread(server.manage, "backup", str(file), "--json"))
            await play_past(50, a, b)
            return rated, game, told_last(await backing_up)

    rated, live, manifest = asyncio.run(play())
    assert (manifest["contents"]["live"], manifest["contents"]["tables"]["django_session"]) == (1, 0)
    assert file.stat().st_mode & 0o077 == 0

    with elsewhere(server, tmp_path) as new:
        report = told_last(new.manage("restore", str(file), "--json"))
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
        assert back.get(f"/table/{live}")[0] == 200
        asyncio.run(play_a_little(back))


async def play_a_little(visitor: Visitor) -> None:
    async with sit_down(visitor, visitor.new_game()) as person:
        assert len(await person.play_on(3)) == 3
