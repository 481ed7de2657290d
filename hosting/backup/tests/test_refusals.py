"""Backups and restores that cannot succeed are refused with a message, and change nothing."""

import json
from collections.abc import Callable
from errno import ENOSPC
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from msgspec.structs import replace

from game.models import Game, Secrets
from game.table.forced_endings import void_restored_games
from game.table.record.heartbeat import beat
from hosting.backup import restore_marker
from hosting.backup.archive import BackupError, Contents, HashingWriter, Manifest, write_archive
from rng.models import Unshown
from tests.worlds.tables import create_game

pytestmark = [pytest.mark.rows, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def contents() -> Contents:
    return Contents(connection.vendor, "by hand", [("game", "0001_initial")], {}, {}, 0)


def a_backup(path: Path, contents: Contents) -> Path:
    def dump(out: HashingWriter) -> Contents:
        out.write(b"fifteen two")
        return contents

    write_archive(path, "2026-11-22T00:00:00+00:00", dump)
    return path


def refused(path: Path, command: str = "restore") -> str:
    with pytest.raises(CommandError) as fault:
        call_command(command, str(path))
    return str(fault.value)


def written(path: Path, data: bytes, manifest: Any) -> Path:
    with ZipFile(path, "w") as archive:
        archive.writestr("data", data)
        archive.writestr("manifest.json", msgspec.json.encode(manifest))
    return path


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_text("precious")
    assert "exists already, and a backup overwrites nothing" in refused(there, "backup")
    assert there.read_text() == "precious"
    assert "cannot be written: No such file" in refused(tmp_path / "nowhere" / "file", "backup")


def test_an_interrupted_backup_leaves_no_file(tmp_path: Path) -> None:
    def dump(out: HashingWriter) -> Contents:
        out.write(b"fifteen two")
        raise OSError(ENOSPC, "No space left on device")

    with pytest.raises(BackupError, match=r"file.part cannot be written: No space left on device\."):
        write_archive(tmp_path / "file", "now", dump)
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_or_foreign_file_is_named(tmp_path: Path, contents: Contents) -> None:
    assert "cannot be read: No such file" in refused(tmp_path / "none")
    foreign = tmp_path / "foreign"
    foreign.write_text("not a backup")
    assert "is no backup of Every Other" in refused(foreign)
    manifest = Manifest(1, "now", contents, 3, "0" * 64)
    assert "its data does not match its checksum" in refused(written(tmp_path / "damaged", b"abc", manifest))
    later = replace(manifest, every_other_backup=2)
    assert "by a newer version of Every Other" in refused(written(tmp_path / "later", b"abc", later))


@pytest.mark.slow
def test_a_running_site_is_not_prepared_as_a_restored_one(
    later: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    game = create_game("quick")
    beat()
    with pytest.raises(CommandError, match="stop the site first"):
        call_command("restore", "--as-it-is")
    game.refresh_from_db()
    assert game.finished_at is None
    later(minutes=1)
    call_command("restore", "--as-it-is", "--json")
    report = json.loads(capsys.readouterr().out)
    assert (report["voided"], report["wrong_deals"], report["games_dealt_again"]) == (1, 0, 1)
    game.refresh_from_db()
    assert (game.ended, game.winner, Unshown.objects.get().game) == ("void", None, game.pk)
    with pytest.raises(CommandError, match="Name a file"):
        call_command("restore")


@pytest.mark.slow
def test_a_half_restored_database_is_refused_by_every_command(
    tmp_path: Path, contents: Contents, settings: Any
) -> None:
    settings.REDIS_URL = "redis://nobody"
    fits = a_backup(tmp_path / "fits", contents)
    with connection.cursor() as cursor:
        cursor.execute(restore_marker.CREATE_MARKER)
    try:
        for command in (
            ["restore", fits],
            ["restore", "--as-it-is"],
            ["backup", tmp_path / "file"],
            ["sweep"],
            ["check", "--database", "default"],
        ):
            with pytest.raises(CommandError, match=f"(?s){restore_marker.MESSAGE}.*{restore_marker.HINT}"):
                call_command(*map(str, command))
        assert [fault.msg for fault in restore_marker.find_startup_errors()] == [restore_marker.MESSAGE]
    finally:
        restore_marker.drop_marker()
    assert restore_marker.find_startup_errors() == []


@pytest.mark.slow
def test_games_in_progress_are_called_off_even_if_their_seals_do_not_open(settings: Any) -> None:
    settings.SEALING_KEYS = ["of then"]
    locked, torn = create_game(), create_game()
    settings.SEALING_KEYS = ["of now"]
    Secrets.objects.filter(pk=torn.pk).update(sealed="torn")
    games = {create_game().pk, locked.pk, torn.pk}
    void_restored_games()
    assert {row.game for row in Unshown.objects.all()} == games
    assert set(Game.objects.values_list("ended", flat=True)) == {"void"}


def test_only_a_matching_backup_is_restored_and_only_into_an_empty_database(
    tmp_path: Path, contents: Contents
) -> None:
    kind = {"postgresql": "sqlite", "sqlite": "postgresql"}[connection.vendor]
    other = a_backup(tmp_path / "other", replace(contents, database=kind))
    assert f"This backup is of {kind}, and this site uses {connection.vendor}." in refused(other)
    newer = a_backup(tmp_path / "newer", replace(contents, migrations=[("game", "9999_flying_cards")]))
    assert "of a newer version, which has game 9999_flying_cards" in refused(newer)
    fits = a_backup(tmp_path / "fits", contents)
    assert "This database is not empty" in refused(fits)
