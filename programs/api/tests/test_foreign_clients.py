"""The OpenAPI document with other people's tools: a linter, a tester, and clients in two languages.

The tools are in requirements-dev.txt and package.json. Tools that are fetched are in campaigns/.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from cribbage_site.tests.repetitions import only_in_proof
from cribbage_site.tests.server_process import Server
from game.tokens.scopes import Scope
from programs.api.openapi import document
from programs.api.registry import CALLS
from programs.api.tests.cutting_proxy import CuttingProxy
from tests.worlds.programs import make_token, new_bot, new_program
from tests.worlds.scripted_player import Visitor

pytestmark = pytest.mark.slow

FOREIGN = Path(__file__).parent / "foreign"
NODE = settings.BASE_DIR / "node_modules/.bin"
STRICT = ("--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--target", "ES2022")
MODULES = ("--module", "ES2022", "--moduleResolution", "bundler", "--lib", "ES2022,DOM,DOM.AsyncIterable")
TIMEOUT = 600


def run(command: list[Any], folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        stdin=subprocess.DEVNULL,
    )


def tool(name: str) -> Path:
    """Return a program of package.json."""
    if not (NODE / name).exists():
        pytest.skip(f"{name} IS NOT INSTALLED: it was NOT tried. Install Node 20, then npm ci.")
    return NODE / name


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """Return the document in a file."""
    path = tmp_path / "openapi.json"
    path.write_bytes(document())
    return path


class TestSpectral:
    def faults(self, written: Path) -> list[str]:
        """Return what Spectral's rules for OpenAPI find, hints too."""
        rules = written.with_name("rules.json")
        rules.write_text(json.dumps({"extends": ["spectral:oas"]}))
        options = ["--ruleset", rules, "--format", "json", "--fail-severity", "hint", "--quiet"]
        found = json.loads(run([tool("spectral"), "lint", *options, written], written.parent).stdout)
        return [f"{one['code']} {'/'.join(map(str, one['path']))}: {one['message']}" for one in found]

    def test_it_finds_nothing(self, written: Path) -> None:
        assert self.faults(written) == []

    def test_it_finds_what_is_wrong(self, written: Path) -> None:
        wrong = json.loads(document())
        del wrong["info"]["contact"]
        wrong["paths"] = {"/api/v1/chances": wrong["paths"]["/api/v1/chances"]}
        wrong["components"]["schemas"] = {"Chances": {"type": "strange"}, "Refused": {}}
        written.write_text(json.dumps(wrong))
        codes = {fault.partition(" ")[0] for fault in self.faults(written)}
        assert {"info-contact", "oas3-schema"} <= codes


class TestTypeScript:
    def test_a_generated_client_compiles_and_plays_a_game_by_streams(
        self, written: Path, tmp_path: Path, server: Server
    ) -> None:
        made = run([tool("openapi-typescript"), written, "--output", tmp_path / "schema.ts"], tmp_path)
        assert made.returncode == 0, made.stderr
        (tmp_path / "player.ts").write_text((FOREIGN / "player.ts").read_text())
        (tmp_path / "package.json").write_text('{"type": "module"}')
        compiled = run([tool("tsc"), *STRICT, *MODULES, "player.ts"], tmp_path)
        assert compiled.returncode == 0, compiled.stdout
        program = new_program(server.url, Scope.PLAY, Scope.CHALLENGE)
        assert program.token is not None
        played = run(["node", "player.js", server.url, program.token], tmp_path)
        assert played.returncode == 0, played.stderr
        told = json.loads(played.stdout)
        assert told["ended"] == "played"
        assert max(told["scores"]) == 61
        assert told["scores"] == told["view"] == told["pegged"]
        assert told["replayed"] > told["moves"] > 10

    def test_a_wrong_use_of_a_frame_does_not_compile(self, written: Path, tmp_path: Path) -> None:
        run([tool("openapi-typescript"), written, "--output", tmp_path / "schema.ts"], tmp_path)
        right = (FOREIGN / "player.ts").read_text()
        wrong = right.replace('event.e === "pegged"', 'event.e === "pegs"').replace('case "clocks":\n', "")
        (tmp_path / "player.ts").write_text(wrong)
        compiled = run([tool("tsc"), *STRICT, *MODULES, "--noEmit", "player.ts"], tmp_path)
        assert compiled.returncode
        assert "to parameter of type 'never'" in compiled.stdout
        assert '"pegs"' in compiled.stdout


class TestPython:
    @pytest.fixture
    def client(self, written: Path, tmp_path: Path) -> Path:
        """Return the folder of the package that was generated from the document without a warning."""
        wanted = ["--path", written, "--output-path", tmp_path / "every_other", "--meta", "none"]
        generate = [sys.executable, "-m", "openapi_python_client", "generate", *wanted]
        done = run([*generate, "--fail-on-warning", "--config", FOREIGN / "generator.yaml"], tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr
        return tmp_path

    def test_a_generated_client_plays_a_game_by_streams(self, client: Path, server: Server) -> None:
        made = {path.stem for path in client.glob("every_other/api/*/*.py")} - {"__init__"}
        assert made == {call.name for call in CALLS}
        program = new_program(server.url, Scope.PLAY, Scope.CHALLENGE)
        assert program.token is not None
        command = [sys.executable, FOREIGN / "player.py", server.url, program.token]
        done = run(command, client, PYTHONPATH=str(client))
        assert done.returncode == 0, done.stderr
        told = json.loads(done.stdout)
        assert told["ended"] == "played"
        assert max(told["scores"]) == 61
        assert told["scores"] == told["view"]
        assert told["replayed"] > told["moves"] > 10


def schemathesis(url: str, folder: Path, *options: str) -> str:
    """Run all checks against a server, in all phases, and return what they find; empty if nothing."""
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", FOREIGN / "schemathesis.toml"]
    wanted = ["--checks", "all", "--seed", "1", "--no-color", "--warnings", "off"]
    there = f"{url}/api/v1/openapi.json"
    hooks = {
        "SCHEMATHESIS_HOOKS": "programs.api.tests.schemathesis_hooks",
        "PYTHONPATH": str(settings.BASE_DIR),
    }
    done = run([*command, "run", there, *wanted, *options], folder, **hooks)
    assert "Test cases:" in done.stdout, done.stdout + done.stderr
    return done.stdout if done.returncode else ""


class TestSchemathesis:
    @pytest.fixture
    def tokens(self, server: Server) -> list[str]:
        visitor = Visitor(server.url)
        visitor.sign_up("Schema-thesis")
        return [make_token(visitor, *Scope) for _ in range(3)]

    # Without a token most calls are refused, as test_bearer.py and test_access.py check for each of them.
    @pytest.mark.parametrize("has_token", [True, *only_in_proof(False)])
    def test_every_call_is_as_documented(
        self, server: Server, tokens: list[str], tmp_path: Path, has_token: bool
    ) -> None:
        new_bot(server.url, new_program(server.url, Scope.BOT))  # so that a list of lines has one
        with CuttingProxy(server.url, tokens if has_token else ()) as proxy:
            caller = ("--header", f"Authorization: Bearer {tokens[0]}") if has_token else ()
            found = schemathesis(proxy.url, tmp_path, "--max-examples", "1", *caller)
            assert not found, found
            self.check_everything_was_called(proxy)

    def check_everything_was_called(self, proxy: CuttingProxy) -> None:
        statuses = set().union(*proxy.statuses.values())
        assert {200, 400, 401, 404, 405} <= statuses
        assert max(statuses) < 500

    def test_an_answer_that_is_not_as_documented_is_found(self, server: Server, tmp_path: Path) -> None:
        with CuttingProxy(server.url, spoils="/chances") as proxy:
            found = schemathesis(
                proxy.url, tmp_path, "--phases", "examples", "--include-path", "/api/v1/chances"
            )
        assert "'dealer' is a required property" in found or '"dealer" is a required property' in found
