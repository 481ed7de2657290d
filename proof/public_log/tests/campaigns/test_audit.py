"""The auditor and the witness detect real servers that lie about their past."""

import asyncio
import json
import shutil
import socket
import time
from pathlib import Path

from bench.chaos.database import query
from common import clock
from conftest import server_on_this_database
from cribbage_site.tests.server_process import Server
from proof.public_log import cosigning
from proof.public_log.tests.test_audit import (
    found_by,
    play_game,
    play_logged_games,
    proof_of,
    run_audit,
    save_transcript,
    wait_until,
)
from proof.public_log.witness import load_signer
from tests.worlds.empty_sites import empty_site
from tests.worlds.scripted_player import Visitor, connect_two_players, play_past_ply


def leave_game_standing(server: Server) -> str:
    """Begin a timed game of two players that goes on. The log holds its beginning."""
    ann, bob = Visitor(server.url), Visitor(server.url)

    async def play() -> str:
        async with connect_two_players(ann, bob, clock="relaxed") as (a, b):
            await play_past_ply(2, a, b)
            return a.game

    game = asyncio.run(play())
    wait_until(lambda: proof_of(ann, game).get("open"))
    return game


def test_a_log_that_went_back_is_found(own_server: Server, tmp_path: Path) -> None:
    server, state, root = own_server, str(tmp_path / "state"), Path(own_server.environment["LOG_ROOT"])
    play_logged_games(server, 1)
    server.stop()
    shutil.copytree(root, tmp_path / "kept")
    (count,) = query(server.environment, "SELECT COUNT(*) AS leaves FROM game_leaf WHERE number IS NOT NULL")
    server.start()
    play_logged_games(server, 1)
    assert found_by(server, "--state", state) == []
    server.stop()
    query(server.environment, f"DELETE FROM game_leaf WHERE number >= {count['leaves']}")
    shutil.rmtree(root)
    shutil.copytree(tmp_path / "kept", root)
    server.start()
    (found,) = found_by(server, "--state", state)
    assert found == f"The log went back: it had {count['leaves'] + 2} entries, and now has {count['leaves']}."


def test_a_game_that_was_never_closed_is_found(own_server: Server, tmp_path: Path) -> None:
    timed = leave_game_standing(own_server)
    assert found_by(own_server) == []
    (found,) = found_by(own_server, "--days", "0")
    assert found.startswith(f"Game {timed} was opened at ")
    assert found.endswith(" and never closed.")


def test_restored_backup_and_lost_games_are_found(own_server: Server, tmp_path: Path) -> None:
    state, backup = str(tmp_path / "state"), str(tmp_path / "site.backup")
    (kept,) = play_logged_games(own_server, 1)
    own_server.manage("backup", backup)
    (closed,) = play_logged_games(own_server, 1)
    lost = leave_game_standing(own_server)
    assert found_by(own_server, "--state", state) == []
    own_server.stop()
    with empty_site(tmp_path, own_server) as restored:
        restored.environment["LOG_ROOT"] = own_server.environment["LOG_ROOT"]
        restored.manage("restore", backup)
        restored.start()
        (new,) = play_logged_games(restored, 1)
        status, report = run_audit(restored, "--state", state)
        back, gone = [each["says"] for each in report["found"]]
        assert status == 1
        assert "the server restored a backup that did not know of the entries" in back
        assert f"the server lost game {lost}, and its result will never be known" in gone
        assert report["games"] == {"opened": 4, "closed": 4}
        assert len({kept, closed, lost, new}) == 4
        status, report = run_audit(restored, "--state", state)
        assert (status, report["found"], report["found_before"]) == (0, [], [back, gone])


def test_a_program_that_is_not_the_releases_is_found(own_server: Server) -> None:
    play_logged_games(own_server, 1)
    wait_until(lambda: query(own_server.environment, "SELECT 1 AS one FROM game_leaf WHERE kind = 'release'"))
    own_server.stop()
    names = ("files", "verify.html", "verify.py")
    facts = {"at": int(clock.seconds()), "commit": "1", "kind": "release"} | dict.fromkeys(names, "0" * 64)
    body = json.dumps(facts)
    query(own_server.environment, f"UPDATE game_leaf SET body = '{body}' WHERE kind = 'release'")
    shutil.rmtree(own_server.environment["LOG_ROOT"])
    own_server.environment["CHORES"] = "own"
    own_server.manage("shell", "-c", "from proof.public_log.publisher import publish; publish()")
    own_server.start()
    found = [says.split()[0] for says in found_by(own_server)]
    assert found == ["/fairness/verify.py", "/fairness/verify.html"]


def test_no_move_waits_for_a_witness_that_never_answers(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:  # it accepts connections and never answers
        witness = load_signer(tmp_path, "witness.example").verifier_key
        asked = {"LOG_WITNESSES": f"http://127.0.0.1:{silent.getsockname()[1]} {witness}"}
        with server_on_this_database(**asked) as server:
            play_game(Visitor(server.url))  # a bot's first move waits for the start of its process
            longest, until = 0.0, time.monotonic() + cosigning.PATIENCE_SECONDS + 2
            while time.monotonic() < until:
                begun = time.monotonic()
                game = play_game(Visitor(server.url))
                longest = max(longest, time.monotonic() - begun)
            assert longest < cosigning.PATIENCE_SECONDS / 2, "from the click to the end of a game"
            wait_until(lambda: "does not cosign the public log" in server.log.read_text())
            visitor = Visitor(server.url)
            wait_until(lambda: proof_of(visitor, game).get("close"))


def test_game_missing_in_the_log_or_signed_by_an_unnamed_key_is_found(tmp_path: Path) -> None:
    """The server shows one player its own log and keys, and all others a different site."""
    with server_on_this_database(SIGNING_KEYS="one") as theirs, server_on_this_database() as everybodys:
        (game,) = play_logged_games(theirs, 1)
        shown = save_transcript(theirs, game, tmp_path)
        play_logged_games(everybodys, 1)
        assert found_by(theirs, "--transcript", shown) == []
        lacks, unnamed, other = found_by(everybodys, "--transcript", shown)
    assert lacks == f"The log does not hold game {game}."
    assert unnamed.startswith(f"The log does not name the key that signed for game {game}: ")
    assert other == f"There are two logs: this one did not grow from the one that game {game} was shown."
