"""A backup made while games run can be restored elsewhere, complete to the last row and deck."""

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest

from bench.chaos.database import query
from cribbage_site.tests.server_process import Server
from tests.worlds.empty_sites import empty_site, load_table_names
from tests.worlds.scripted_player import PASSWORD, Visitor, connect_player, connect_two_players, play_past_ply
from tests.worlds.second_factor import code_for, turn_on_a_second_factor

pytestmark = pytest.mark.rows

Rows = list[dict[str, Any]]

# Tables that change by themselves while a site is served, or that no backup contains.
LIVELY = {
    "django_session",
    "game_heartbeat",
    "game_leaf",
    "rng_unshown",
    "rng_watch",
    "sqlite_sequence",
    "sqlite_stat1",
}
LIVELY |= {"strength_weighedgame", "strength_playerstrength", "strength_turn"}  # computed a moment later


def told_last(output: str) -> dict[str, Any]:
    """Return the report, which follows the progress lines."""
    return dict(json.loads(output.splitlines()[-1]))


def rows(server: Server, table: str) -> Rows:
    found = query(server.environment, f'SELECT * FROM "{table}"')
    for row in found:
        row.pop("seen_at", None)  # the player is connected
        row.pop("watched", None)
    return sorted(found, key=str)


def log_in_with(code: str, url: str) -> Visitor:
    """Log Ann in. Her browser is anonymous before the code."""
    visitor = Visitor(url)
    visitor.log_in("Ann", PASSWORD)
    assert "Ann" not in visitor.get("/")[1]
    visitor.submit("/accounts/login/code/", code=code)
    assert "Ann" in visitor.get("/")[1]
    return visitor


VOID = """
from people.moderation.rulings import void_game
from game.models import Game, Player
host = Player.objects.create_superuser("Hostess")
void_game(by=host, game=Game.objects.get(pk="{}"), reason="Both seats were one person's.")
"""


@pytest.mark.slow
def test_a_restored_site_has_every_row_and_deck(own_server: Server, tmp_path: Path) -> None:
    server, file = own_server, tmp_path / "site.backup"
    server.manage("demo", "--players", "4", "--games", "6", "--evenings", "0")
    ann, bob = Visitor(server.url), Visitor(server.url)
    ann.sign_up("Ann")
    key, kept = turn_on_a_second_factor(ann)

    async def play() -> tuple[str, str, str, dict[str, Any]]:
        rated = ann.new_game(rated=True, target=121)
        async with connect_player(ann, rated) as a:
            await a.resign()
        voided = ann.new_game(rated=True)
        async with connect_player(ann, voided) as a:
            await a.play_to_deal(2)
            await a.resign()
        await asyncio.to_thread(server.manage, "shell", "-c", VOID.format(voided))
        async with connect_two_players(ann, bob, counting="auto", clock="quick") as (a, b):
            game = a.game
            await play_past_ply(12, a, b)
        async with connect_player(ann, game, a.secret) as a, connect_player(bob, game, b.secret) as b:
            backing_up = asyncio.create_task(asyncio.to_thread(server.manage, "backup", str(file), "--json"))
            await play_past_ply(50, a, b)
            return rated, voided, game, told_last(await backing_up)

    rated, voided, live, manifest = asyncio.run(play())
    assert (manifest["contents"]["live"], manifest["contents"]["tables"]["django_session"]) == (1, 0)
    assert file.stat().st_mode & 0o077 == 0

    with empty_site(tmp_path, secret_of=server) as new:
        report = told_last(new.manage("restore", str(file), "--json"))
        assert (report["voided"], report["wrong_ratings"], report["wrong_deals"]) == (1, 0, 0)
        assert (report["wrong_counts"], report["missing_keys"], report["games_dealt_again"]) == ([], [], 3)
        assert load_table_names(new) == load_table_names(server)
        for table in load_table_names(server) - LIVELY - {"game_game", "rng_deal"}:
            assert rows(new, table) == rows(server, table), table

        was, now = ({game["id"]: game for game in rows(site, "game_game")} for site in (server, new))
        taken_back = now.pop(live)
        played_on = was.pop(live)
        assert now == was
        assert now[voided]["voided_at"]
        points = query(new.environment, "SELECT change FROM ranking_change WHERE game = %s", voided)
        lost, given_back = sorted(row["change"] for row in points)
        assert lost == -given_back < 0
        *before, void = taken_back["transcript"].split()
        assert (void, taken_back["ended"], taken_back["winner"]) == ("-unshown", "void", None)
        assert played_on["transcript"].split()[: len(before)] == before
        assert [row["game"] for row in query(new.environment, "SELECT game FROM rng_unshown")] == [live]

        decks = [
            {(deal["game"], deal["number"]): bytes(deal["deck"]) for deal in rows(site, "rng_deal")}
            for site in (server, new)
        ]
        assert decks[1].items() >= {key: deck for key, deck in decks[0].items() if key[0] == rated}.items()
        both = decks[0].keys() & decks[1].keys()
        assert {key: decks[0][key] for key in both} == {key: decks[1][key] for key in both}
        assert any(key[0] == live for key in both)

        new.start()
        log_in_with(kept, new.url)
        # Use a code of the next half minute, since this one's is used up.
        back = log_in_with(code_for(key, time.time() + 30), new.url)
        assert "A host called off this game" in back.get(f"/game/{voided}")[1]
        assert back.get(f"/table/{live}")[0] == 200
        asyncio.run(play_a_little(back))


async def play_a_little(visitor: Visitor) -> None:
    async with connect_player(visitor, visitor.new_game()) as person:
        assert len(await person.play_moves(3)) == 3
