"""Make backups, and prepare a restored site for play: games in progress are called off."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader
from msgspec import Struct
from msgspec.structs import replace

from common import clock
from common.wings import optional
from game.ladder import audit as on_record
from game.models import Heartbeat
from game.shared_rounds.rounds import void_restored_sets
from game.table.forced_endings import void_restored_games
from game.table.record.sealed_secrets import sealing_keys
from hosting.backup import postgresql, restore_marker, sqlite
from hosting.backup.archive import DATA, BackupError, Contents, Manifest, open_archive, write_archive
from hosting.backup.contents import count_rows
from hosting.sealing_keys import count_by_key
from ranking import audit
from rng.seal import missing_key_ids

BACKENDS: dict[str, Any] = {"postgresql": postgresql, "sqlite": sqlite}

QUIET_MS = 10_000  # milliseconds without a heartbeat

Progress = Callable[[str], None]


class RestoreReport(Struct, frozen=True):
    """The result of a restore, and of the recheck of all records."""

    made_at: str
    rows: int
    voided: int
    is_checked: bool
    wrong_ratings: int
    wrong_deals: int
    games_dealt_again: int
    missing_keys: list[str]
    wrong_counts: list[str] = []

    @property
    def is_right(self) -> bool:
        return not (self.wrong_counts or self.wrong_ratings or self.wrong_deals or self.missing_keys)


def back_up(path: Path) -> Manifest:
    """Back the site up while games run."""
    _check_restore_finished()
    way = BACKENDS[connection.vendor]
    return write_archive(path, clock.now().isoformat(timespec="seconds"), way.dump, way.COMPRESSION)


def restore(path: Path, *, check: bool, progress: Progress) -> RestoreReport:
    """Restore a site and prepare it for play."""
    with open_archive(path) as (manifest, archive):
        _check_restorable(manifest.contents)
        progress("loading")
        with archive.open(DATA) as data:
            BACKENDS[connection.vendor].load(data)
    contents, present = manifest.contents.tables, _count_all_rows()
    wrong = [table for table in sorted({*contents, *present}) if contents.get(table) != present.get(table)]
    return replace(
        make_playable(check=check, progress=progress), made_at=manifest.made_at, wrong_counts=wrong
    )


def adopt_database(*, check: bool, progress: Progress) -> RestoreReport:
    """Do the same for a database that was restored by other means and that no server uses yet."""
    _check_restore_finished()
    heart = Heartbeat.objects.first()
    if heart is not None and clock.milliseconds() - heart.at < QUIET_MS:
        raise BackupError("A server uses this database: stop the site first. Nothing was changed.")
    return make_playable(check=check, progress=progress)


def make_playable(*, check: bool, progress: Progress) -> RestoreReport:
    """Prepare an older database for play: call games in progress off, and recompute derived data."""
    rows = sum(_count_all_rows().values())
    progress("migrating")
    call_command("migrate", verbosity=0)
    with transaction.atomic():
        # Deadlines have passed, so this finds no live game for them and no gap in the service.
        voided = void_restored_games()
        void_restored_sets()
        last = Heartbeat.objects.first()
        Heartbeat.objects.update(at=clock.milliseconds())
        restore_marker.drop_marker()
    at = datetime.fromtimestamp(last.at / 1000, UTC) if last else clock.now()
    ratings, deals, games = _recheck_records(progress) if check else (0, 0, 0)
    lacking = sorted(missing_key_ids(count_by_key(), sealing_keys()))
    return RestoreReport(
        at.isoformat(timespec="seconds"), rows, voided, check, ratings, deals, games, lacking
    )


def _count_all_rows() -> dict[str, int]:
    with connection.cursor() as cursor:
        return count_rows(cursor)


def _check_restore_finished() -> None:
    if restore_marker.is_restore_unfinished():
        raise BackupError(f"{restore_marker.MESSAGE} {restore_marker.HINT}")


def _check_restorable(contents: Contents) -> None:
    """Refuse a restore that cannot succeed, before anything is changed."""
    _check_restore_finished()
    if contents.database != connection.vendor:
        message = f"This backup is of {contents.database}, and this site uses {connection.vendor}."
        raise BackupError(f"{message} A backup can only be restored into a database of the same kind.")
    known = MigrationLoader(None).disk_migrations or {}
    ours = {app for app, _ in known}
    if newer := [
        f"{app} {name}" for app, name in contents.migrations if app in ours and (app, name) not in known
    ]:
        raise BackupError(f"This backup is of a newer version, which has {newer[0]}: install that version.")
    if connection.introspection.table_names():
        raise BackupError("This database is not empty. Restore into a new one. Nothing was changed.")


def _recheck_records(progress: Progress) -> tuple[int, int, int]:
    """Recheck every point and every deck.

    Return how many of each are wrong, and how many games were dealt.
    """
    games = 0

    def count(more: int) -> None:
        nonlocal games
        games += more
        progress(f"{games:,} games dealt again")

    def still(read: int) -> None:
        progress("recomputing the ratings")

    ratings = sum(1 for _ in audit.find_differences(mend=False, progress=still))
    ratings += sum(1 for _ in on_record.find_differences(progress=still))
    find_faults = optional("proof.evidence.audit.find_faults")
    deals = sum(1 for _ in find_faults(mend=False, progress=count)) if find_faults else 0
    return ratings, deals, games
