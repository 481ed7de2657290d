"""The files of a dump: their contents, their signed checksums, and that they are never visible incomplete."""

import json
import subprocess
from datetime import UTC, date, datetime
from hashlib import sha256
from io import StringIO
from pathlib import Path

import msgspec
import pyarrow as pa
import pytest
from django.core.management import CommandError, call_command
from pyarrow import parquet

from common import clock
from common.formats.signed_note import NoteError, open_note
from game.models import Player
from game.runtime.signing_keys import newest_signer, site_name
from programs.dumps import dumping, files
from programs.dumps.files import GROUP_SIZE, MISSING, write_games
from programs.dumps.folder import load_dumps
from programs.dumps.games import load_batches
from programs.dumps.opaque import OpaqueIds
from programs.dumps.rows import DumpedDeal, DumpedGame
from programs.dumps.sums import parse_sums
from programs.dumps.tests.games import create_rated_game, create_short_game, settle

NAMES = ("every-other-2026-10.ndjson.zst", "every-other-2026-10.parquet")
SUMS = "every-other-2026-10.sha256"
MONTH = date(2026, 10, 1)


@pytest.fixture(autouse=True)
def november(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: datetime(2026, 11, 1, tzinfo=UTC))


def lines_of(file: Path) -> list[dict]:
    with pa.input_stream(str(file), compression="zstd") as stream:
        return [json.loads(line) for line in stream.read().splitlines()]


def rows_of(file: Path) -> list[dict]:
    return [row | {"day": row["day"].isoformat()} for row in parquet.read_table(file).to_pylist()]


def dump(folder: Path, *options: str) -> str:
    out = StringIO()
    call_command("dump", "2026-10", "--to", str(folder), *options, stdout=out)
    return out.getvalue()


@pytest.mark.slow
@pytest.mark.django_db
def test_both_files_hold_the_same_games(ann, bob, tmp_path):
    settle(create_rated_game(ann, bob), own=1500, opponents=1500, change=20)
    create_short_game(ann, bob)
    expected = [msgspec.to_builtins(game) for batch in load_batches(MONTH) for game in batch]
    dump(tmp_path)
    assert lines_of(tmp_path / NAMES[0]) == rows_of(tmp_path / NAMES[1]) == expected
    assert len(expected) == 2


@pytest.mark.django_db
def test_the_sums_are_signed_by_the_site_and_are_those_of_the_files(ann, bob, tmp_path):
    create_short_game(ann, bob)
    told = json.loads(dump(tmp_path, "--json"))
    note = (tmp_path / SUMS).read_text()
    signer = newest_signer(site_name()).verifier
    open_note(note, [signer])
    sums = parse_sums(note)
    assert (sums.games, sums.month, [file.name for file in sums.files]) == (1, MONTH, [*NAMES])
    for file, as_told in zip(sums.files, told["files"], strict=True):
        content = (tmp_path / file.name).read_bytes()
        assert file.sha256 == sha256(content).hexdigest() == as_told["sha256"]
        assert as_told["bytes"] == len(content)
    checked = subprocess.run(["sha256sum", "--check", SUMS], cwd=tmp_path, capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
    with pytest.raises(NoteError):
        open_note(note.replace("# games 1", "# games 2"), [signer])


@pytest.mark.django_db
def test_a_month_that_is_not_over_has_no_dump(tmp_path, monkeypatch):
    monkeypatch.setattr(clock, "now", lambda: datetime(2026, 10, 31, 23, 59, tzinfo=UTC))
    with pytest.raises(CommandError, match="October 2026 isn’t over yet"):
        dump(tmp_path)
    assert not [*tmp_path.iterdir()]


@pytest.mark.django_db
def test_sample_games_are_dumped_apart_from_those_of_players(ann, bob, cat, tmp_path, settings):
    settings.DUMPS_ROOT = tmp_path
    create_short_game(ann, bob)
    of_sample = create_short_game(bob, cat)
    Player.objects.filter(pk=cat.pk).update(is_sample=True)
    dump(tmp_path, "--samples")
    [line] = lines_of(tmp_path / "sample-games-2026-10.ndjson.zst")
    assert line["game"] == OpaqueIds("2026-10").game(of_sample.pk)
    assert load_dumps() == []


@pytest.mark.slow
@pytest.mark.django_db
def test_existing_dump_is_replaced_only_on_request(ann, bob, tmp_path):
    create_short_game(ann, bob)
    dump(tmp_path)
    with pytest.raises(CommandError, match="Use --replace to replace it"):
        dump(tmp_path)
    ann.is_private = True
    ann.save()
    dump(tmp_path, "--replace")
    assert lines_of(tmp_path / NAMES[0]) == rows_of(tmp_path / NAMES[1]) == []
    assert parse_sums((tmp_path / SUMS).read_text()).games == 0


@pytest.mark.django_db
def test_failed_dump_leaves_no_files(tmp_path, monkeypatch):
    def broken(month, *, of_samples):
        yield [made_up(1)]
        raise OSError("no space left")

    monkeypatch.setattr(dumping, "load_batches", broken)
    with pytest.raises(OSError, match="no space left"):
        dump(tmp_path)
    assert not [*tmp_path.iterdir()]


@pytest.mark.django_db
def test_without_pyarrow_it_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "find_spec", lambda name: None)
    with pytest.raises(CommandError) as fault:
        dump(tmp_path)
    assert str(fault.value) == MISSING


@pytest.mark.slow
def test_row_groups_do_not_depend_on_batches(tmp_path):
    batches = ([made_up(7 * 500 * n + each) for each in range(500)] for n in range(41))
    write_games(tmp_path, "every-other-2026-10", batches)
    file = parquet.ParquetFile(tmp_path / NAMES[1])
    groups = [file.metadata.row_group(n).num_rows for n in range(file.num_row_groups)]
    assert groups == [GROUP_SIZE, GROUP_SIZE, 500]
    assert file.metadata.row_group(0).column(0).compression == "ZSTD"


@pytest.mark.parametrize("month", ["2026-13", "October", "2026-10-01", "26-10"])
def test_invalid_month_is_refused(month, capsys):
    with pytest.raises((CommandError, SystemExit)):
        call_command("dump", month)


def made_up(number: int) -> DumpedGame:
    """Return a game that was never played."""
    deal = DumpedDeal(1, 0, "5H 6D", 8, None, 4)
    return DumpedGame(
        game=f"{number:016x}", day="2026-10-15", clock="quick", counting="auto", target=121,
        start_a=0, start_b=0, a="a" * 16, b=None, bot_a=None, bot_b="novice",
        points_a=1500, points_b=None, change_a=-3, change_b=None, first_dealer=0,
        winner=1, value=2, ended="played", score_a=80, score_b=121, voided=False,
        cut="4H KD", moves="#0 #1 a14", ms=[0, 0, 1200], deals=[deal],
    )  # fmt: skip
