"""Real servers that lie about their past, detected by the auditor and the witness."""

import asyncio
import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from django.core.management.base import CommandError

from bench.chaos.database import query
from bench.services import free_port, wait_until_ready
from common.formats.signed_note import open_note, parse_verifier_key
from conftest import server_on_this_database
from cribbage_site.tests.fork_server import ForkedProcess
from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import Server
from game.log.checkpoint import COSIGNATURE, cosigned_at
from proof.evidence.management.commands.audit_log import read_sighting
from proof.public_log.audit.auditor import Questions, audit
from proof.public_log.audit.memory import Memory
from proof.public_log.audit.remote import RemoteLog
from proof.public_log.audit.tree import Finding
from tests.worlds.scripted_player import Visitor, connect_player

# The environment of the auditor's machine: without any of the site's settings.
ELSEWHERE = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}


def play_game(visitor: Visitor) -> str:
    """Play a game against a bot, resigned in its first deal."""

    async def play() -> str:
        async with connect_player(visitor, visitor.new_game()) as person:
            await person.play_moves(1)
            await person.resign()
            return person.game

    return asyncio.run(play())


def proof_of(visitor: Visitor, game: str) -> dict[str, Any]:
    """Return the log's proof in a transcript."""
    proof: dict[str, Any] = json.loads(visitor.get(f"/api/games/{game}/transcript")[1])["log"] or {}
    return proof


def wait_until(holds: Any) -> None:
    by = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < by, "it never came to that"
        time.sleep(0.1)


def play_logged_games(server: Server, games: int) -> list[str]:
    """Play games that the public log holds, with proofs in their transcripts."""
    visitor = Visitor(server.url)
    played = [play_game(visitor) for _ in range(games)]
    wait_until(lambda: proof_of(visitor, played[-1]).get("close"))
    return played


def read_log(server: Server, path: str) -> bytes:
    with urlopen(f"{server.url}/log/{path}", timeout=PATIENCE) as answer:
        return bytes(answer.read())


def run_audit(server: Server, *options: str) -> tuple[int, dict[str, Any]]:
    """Return the auditor's exit status and report, from a process without access to the site's data."""
    with tempfile.TemporaryFile("w+") as out:
        command = ["manage.py", "audit_log", f"{server.url}/log", "--json", *options]
        status = ForkedProcess(command, ELSEWHERE, out.fileno()).wait()
        out.seek(0)
        said = out.read()
    assert status in (0, 1), said
    return status, json.loads(said.splitlines()[-1])


def found_by(server: Server, *options: str) -> list[str]:
    status, report = run_audit(server, *options)
    found = [each["says"] for each in report["found"]]
    assert status == int(bool(found))
    return found


@contextmanager
def witness_of(key: str, folder: Path) -> Iterator[tuple[str, str]]:
    """Start a witness in a process of its own. Return its URL and its key."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    log = folder / "witness.log"
    command = ["manage.py", "witness", "--name", "witness.example", "--state", str(folder / "witness")]
    with log.open("wb") as out:
        process = ForkedProcess([*command, "--log", key, "--port", str(port)], ELSEWHERE, out.fileno())
    try:
        wait_until_ready(lambda: urlopen(url, timeout=PATIENCE).close(), process, log)
        with urlopen(url, timeout=PATIENCE) as answer:
            yield url, answer.read().decode().split("\n")[0]
    finally:
        process.send_signal(15)
        assert process.wait(timeout=PATIENCE) == 0


def rewrite_the_past(server: Server) -> None:
    """Rewrite the log as a cheating host would: with other endings, signed with the same key."""
    server.stop()
    query(server.environment, "UPDATE game_leaf SET body = REPLACE(body, 'resigned', 'flag')")
    shutil.rmtree(server.environment["LOG_ROOT"])
    server.start()
    Visitor(server.url)
    wait_until(lambda: Path(server.environment["LOG_ROOT"], "checkpoint").exists())


@pytest.mark.slow
@pytest.mark.rows
def test_two_processes_write_one_log_and_one_may_be_killed(tmp_path: Path) -> None:
    """Both processes serve the release's files unchanged, because the auditor compares them with the log."""
    with server_on_this_database() as one, Server(one.environment, new=False) as second:
        state = str(tmp_path / "state")
        play_logged_games(one, 2)
        play_logged_games(second, 2)
        assert found_by(second, "--state", state, "--files") == []
        second.kill()
        (last,) = play_logged_games(one, 1)
        status, report = run_audit(one, "--state", state)
        assert (status, report["found"], report["games"]) == (0, [], {"opened": 5, "closed": 5})
        proof = proof_of(Visitor(one.url), last)
        assert proof["open"]["index"] < proof["close"]["index"] < report["log"]["size"]
        key = parse_verifier_key(read_log(one, "key").decode().strip())
        assert open_note(proof["checkpoint"], [key]).startswith(f"{report['log']['origin']}\n")


@pytest.mark.slow
def test_fork_is_found_by_an_earlier_auditor_and_never_cosigned(tmp_path: Path) -> None:
    state = str(tmp_path / "state")
    with server_on_this_database(SIGNING_KEYS="the log's own") as server:
        key = read_log_key(server)
        with witness_of(key, tmp_path) as (url, witness):
            server.environment["LOG_WITNESSES"] = f"{url} {witness}"
            server.restart()
            games = play_logged_games(server, 2)
            shown = save_transcript(server, games[0], tmp_path)
            cosigner = parse_verifier_key(witness, COSIGNATURE)
            wait_until(lambda: cosigned_at(read_log(server, "checkpoint").decode(), cosigner))
            assert found_by(server, "--state", state, "--witness", witness, "--transcript", shown) == []
            with urlopen(url) as answer:
                seen = answer.read()

            rewrite_the_past(server)
            status, report = run_audit(server, "--state", state)
            size = report["found"][0]["says"].split("the first ")[1].split()[0]
            assert (status, [each["says"] for each in report["found"]]) == (
                1,
                [f"There are two logs: the first {size} entries are not those that were seen before."],
            )
            signer = [parse_verifier_key(key)]
            one, other = (open_note(note, signer) for note in report["found"][0]["evidence"])
            assert one != other
            assert one.split("\n")[:2] == other.split("\n")[:2], "of one log and one size, and both signed"
            wait_until(lambda: "does not cosign the public log" in server.log.read_text())
            with urlopen(url) as answer:
                assert answer.read() == seen
            play_logged_games(server, 1)
            assert "There are two logs" in found_by(server, "--state", state)[0], "and when it has grown"
        late = str(tmp_path / "another")
        assert found_by(server, "--state", late) == [], "who comes late sees one of the two"
        (found,) = found_by(server, "--state", late, "--transcript", shown)
        assert found.startswith("There are two logs"), "unless a player has kept what they were shown"


def save_transcript(server: Server, game: str, folder: Path) -> str:
    """Return a file with the current transcript of a game."""
    file = folder / f"{game}.json"
    file.write_text(Visitor(server.url).get(f"/api/games/{game}/transcript")[1], encoding="ascii")
    return str(file)


def read_log_key(server: Server) -> str:
    """Return the key that signs a log, once the log has begun."""
    Visitor(server.url)
    wait_until(lambda: Path(server.environment["LOG_ROOT"], "key").exists())
    return read_log(server, "key").decode().strip()


@pytest.mark.slow
def test_a_site_that_counts_less_than_its_log_holds_and_a_rewritten_entry_are_found(
    later: Callable[..., None],
) -> None:
    # With Redis, sites of other tests would leave their counts there.
    with server_on_this_database(REDIS_URL="") as server:
        play_logged_games(server, 2)
        query(server.environment, "UPDATE game_game SET ended = 'left'")
        assert look_in_this_process(server) == (), "it may not have counted yet"
        later(minutes=30)
        (found,) = look_in_this_process(server)
        assert found.says == 'The site counts 0 games as "resigned", and its log holds 2.'
        rewrite_an_entry(server)


def rewrite_an_entry(server: Server) -> None:
    """Change an entry in the files of the log. The auditor names it by its number."""
    bundles = Path(server.environment["LOG_ROOT"], "tile/entries/000.p")
    for bundle in bundles.iterdir():
        bundle.write_bytes(bundle.read_bytes().replace(b'"how":"resigned"', b'"how":"departed"', 1))
    (found,) = found_by(server)
    number = int(found.split()[1])
    (leaf,) = query(server.environment, f"SELECT kind FROM game_leaf WHERE number = {number}")
    assert leaf["kind"] == "close"
    assert found == f"Entry {number} was rewritten: its hash is not the one in the tree."


def look_in_this_process(server: Server) -> tuple[Finding, ...]:
    """Return the auditor's findings with this test's clock."""
    return audit(RemoteLog(f"{server.url}/log"), Memory(), Questions(), lambda _: lambda: None).found


def test_a_transcript_that_is_not_true_is_no_sighting(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(
        Path("docs/reference/a-transcript.json").read_bytes().replace(b'"rated": false', b'"rated": true')
    )
    with pytest.raises(CommandError, match=r"FALSE\.\n  The file was changed since it was written"):
        read_sighting(str(file))
    with pytest.raises(CommandError, match="cannot be opened"):
        read_sighting(str(tmp_path / "another.json"))


@pytest.mark.slow
@pytest.mark.parametrize("url", ["ftp://cards.example/log", "http://127.0.0.1:1/log", "cards.example"])
def test_unreadable_log_gets_an_explanation(url: str) -> None:
    with tempfile.TemporaryFile("w+") as out:
        assert ForkedProcess(["manage.py", "audit_log", url], ELSEWHERE, out.fileno()).wait() == 2
        out.seek(0)
        assert out.read().startswith("UNREADABLE. ")
