"""A bot's moves can be replayed from a transcript, by a program that needs neither site nor database."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.core.management import CommandError, call_command

from game.decisions.bundle import bots_bundle
from game.decisions.offline import report_file
from game.decisions.transcript import Unreadable
from game.runtime.code_digest import code_digest

DOCUMENTED = Path(__file__).resolve().parents[3] / "docs" / "reference" / "a-transcript.json"


def documented(**changes: Any) -> dict[str, Any]:
    """Return the documented game against Novice as if today's code had played it."""
    document = json.loads(DOCUMENTED.read_bytes())
    params = json.loads(document["fair"]["params"])
    params["brains"][0]["code"] = code_digest("game.bots")
    document["fair"]["params"] = json.dumps(params)
    return {**document, **changes}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(documented()))
    return path


def test_every_move_of_a_downloaded_game_is_the_same(file: Path) -> None:
    report = report_file(file)
    words = [word for word in documented()["line"].split() if word.startswith("b")]
    assert (report.same, report.differ, report.not_asked) == (len(words), 0, 0)
    assert report.description.startswith(f"{len(words)} of {len(words)} moves are the same.")


def test_a_move_that_novice_would_not_make_is_found(file: Path) -> None:
    """The player resigns right after another discard, so that no later card contradicts it."""
    line = documented()["line"].split("#2")[0] + "#2 b12 a-resign"
    file.write_text(json.dumps(documented(line=line)))
    report = report_file(file)
    assert report.differ == 1
    assert "deal 2: Novice made throw" in report.description


def test_another_stream_makes_other_moves(file: Path) -> None:
    file.write_text(json.dumps(documented(bot_stream="00" * 32)))
    assert report_file(file).differ > 3


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"players": [{"id": "1", "name": "Ann", "bot": None}] * 2}, "No bot sat"),
        ({"result": None}, "isn't over"),
        ({"bot_stream": None}, "never shown"),
        ({"deals": []}, "cannot be read"),
        ({"line": "nonsense"}, "cannot be read"),
        ({"fair": None}, "not a complete transcript"),
        ({"players": 7}, "not a complete transcript"),
    ],
)
def test_a_file_that_cannot_be_judged_is_refused(file: Path, changes: dict[str, Any], says: str) -> None:
    file.write_text(json.dumps(documented(**changes)))
    with pytest.raises(Unreadable, match=says):
        report_file(file)


def test_a_game_of_other_bots_is_refused() -> None:
    with pytest.raises(Unreadable, match="novice of version db180a5c33d9bd17"):
        report_file(DOCUMENTED)


def test_the_command_takes_a_file(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("rethink", str(file), "--json")
    assert json.loads(capsys.readouterr().out)["differ"] == 0
    with pytest.raises(CommandError, match="novice of version") as refused:
        call_command("rethink", str(DOCUMENTED))
    assert refused.value.returncode == 2


def test_the_bundle_answers_without_the_site(file: Path, tmp_path: Path) -> None:
    bundle = tmp_path / "bots.zip"
    bundle.write_bytes(bots_bundle())
    command = [sys.executable, "-I", str(bundle), str(file), "--json"]
    said = subprocess.run(command, cwd=tmp_path, env={}, capture_output=True, text=True, check=True)
    assert json.loads(said.stdout) == report_file(file).to_json()
    assert not [name for name in ZipFile(bundle).namelist() if "/tests/" in name]


def test_the_same_code_makes_the_same_bundle() -> None:
    assert bots_bundle() == bots_bundle()
