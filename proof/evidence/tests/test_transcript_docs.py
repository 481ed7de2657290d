"""The documented transcript, its schema, the command, and the downloads for checking elsewhere."""

import io
import json
import re
import shutil
import subprocess
import sys
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import call_command
from django.test import Client

from common.script_bundle import bundle
from cribbage_site.tests.node import run_node
from proof.evidence.checks.check import verify
from proof.evidence.checks.verdict import Status
from proof.evidence.document import Transcript, from_file, schema, to_file
from proof.evidence.standalone.verify import COMPARE

ROOT = Path(__file__).resolve().parents[3]
DOCS = ROOT / "docs"
EXAMPLE = DOCS / "reference" / "a-transcript.json"
SCRIPTS = ROOT / "static" / "js"


def commanded(*arguments: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Return the exit status of the command and its output."""
    try:
        call_command("verify_game", *arguments)
    except SystemExit as left:
        return int(str(left.code)), capsys.readouterr().out
    return 0, capsys.readouterr().out


def test_the_documented_transcript_is_true_and_written_as_it_would_be_today() -> None:
    file = EXAMPLE.read_bytes()
    assert verify(file).status is Status.TRUE
    assert to_file(from_file(file)) == file


def test_the_documented_schema_is_the_one_that_is_served() -> None:
    assert (DOCS / "reference" / "transcript.schema.json").read_bytes() == schema()
    assert Client().get("/fairness/transcript.schema.json").content == schema()


def fields(struct: Any) -> set[str]:
    """Yield every field of a struct, including nested ones."""
    found: set[str] = set()
    for each in msgspec.json.schema(struct)["$defs"].values():
        found |= {*each["properties"]}
    return found


def test_every_field_is_explained() -> None:
    explained = set(re.findall("`([a-z_]+)`", (DOCS / "reference" / "transcript.md").read_text()))
    assert fields(Transcript) <= explained


def test_command_reports_what_it_checked(capsys: pytest.CaptureFixture[str]) -> None:
    status, words = commanded(str(EXAMPLE), capsys=capsys)
    example = json.loads(EXAMPLE.read_text())
    assert status == 0
    assert words.startswith("TRUE, signed by cards.example+")
    assert f". Game {example['game']}: " in words
    assert f"the cut for deal and {len(example['deals']) - 1} deals." in words
    assert example["table_code"] in words


def test_the_command_exits_by_its_verdict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    changed, nothing = tmp_path / "changed.json", tmp_path / "nothing.json"
    changed.write_bytes(EXAMPLE.read_bytes().replace(b"KH", b"KS", 1))
    nothing.write_text("{}")
    assert commanded(str(changed), capsys=capsys)[0] == 1
    assert commanded(str(nothing), capsys=capsys)[0] == 2
    assert commanded(str(tmp_path / "none.json"), capsys=capsys)[0] == 2
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(EXAMPLE.read_bytes())))
    status, words = commanded("-", "--json", capsys=capsys)
    assert (status, json.loads(words)["verdict"]) == (0, "true")


@pytest.mark.slow
def test_the_script_works_where_nothing_of_ours_is(tmp_path: Path) -> None:
    answer = Client().get("/fairness/verify.py")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="verify.py"'
    (tmp_path / "verify.py").write_bytes(answer.content)
    shutil.copy(EXAMPLE, tmp_path)
    command = [sys.executable, "-I", "-S", "verify.py", EXAMPLE.name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, f"{COMPARE}\n")
    assert done.stdout == f"{verify(EXAMPLE.read_bytes()).description}\n"
    for key, status in ((verify(EXAMPLE.read_bytes()).signed_by, 0), ("cards.example+13b1657f+AWpq", 1)):
        named = subprocess.run([*command, "--key", str(key)], cwd=tmp_path, capture_output=True, text=True)
        assert (named.returncode, named.stderr) == (status, "")
    compile(answer.content, "verify.py", "exec", dont_inherit=True, _feature_version=8)


def test_offline_page_allows_only_its_own_script_and_style() -> None:
    page = Client().get("/fairness/verify.html").content.decode()
    [script], [style] = (re.findall(f"<{tag}>(.*?)</{tag}>", page, re.DOTALL) for tag in ("script", "style"))
    for part in (script, style):
        assert f"'sha256-{b64encode(sha256(part.encode()).digest()).decode()}'" in page
    assert not re.findall(r'(?:src|href)="|url\(|@import', page)


@pytest.mark.slow
def test_modules_become_one_script_that_does_the_same() -> None:
    code = bundle(SCRIPTS / "proof/evidence/transcript.js", SCRIPTS)
    code += 'const { verify } = of["proof/evidence/transcript.js"];'
    code += 'console.log(verify(new Uint8Array(require("fs").readFileSync(0))).verdict);'
    assert run_node("proof/evidence", "-e", code, stdin=EXAMPLE.read_text()) == "true\n"


def test_a_module_written_in_another_way_is_not_bundled(tmp_path: Path) -> None:
    (tmp_path / "odd.js").write_text('import odd from "./even.js";\n')
    with pytest.raises(ValueError, match=r"odd\.js cannot be bundled"):
        bundle(tmp_path / "odd.js", tmp_path)
