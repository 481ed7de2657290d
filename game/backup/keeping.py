"""A backup is made, and a restored site is made fit to be played on: what was live then is void now."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader
from msgspec import Struct

from game import deals_on_record, on_record
from game.backup import postgresql, sqlite
from game.backup.archive import Contents, Manifest, Refused, opened, put_away
from game.backup.counting import counts
from game.models import Heartbeat
from game.table import clock
from game.table.closing import take_back_live_games
from game.table.sealed import keys
from ranking import audit
from rng.seal import missing

WAYS: dict[str, Any] = {"postgresql": postgresql, "sqlite": sqlite}

Progress = Callable[[str], None]


class Restored(Struct, frozen=True):
    """What a restore came to, and what was found when all was worked out once more."""

    made_at: str
    rows: int
    voided: int
    wrong_counts: list[str]
    wrong_ratings: int
    wrong_deals: int
    games_dealt_again: int
    missing_keys: list[str]
    is_checked: bool

    @property
    def is_right(self) -> bool:
        return not (self.wrong_counts or self.wrong_ratings or self.wrong_deals or self.missing_keys)


def back_up(path: Path) -> Manifest:
    """Put the site away while people play."""
    return put_away(path, clock.now().isoformat(timespec="seconds"), WAYS[connection.vendor].dump)


def restore(path: Path, *, check: bool, tell: Progress) -> Restored:
    """Bring a site back, and make it fit to be played on."""
    with opened(path) as (manifest, archive):
        _mind(manifest.contents)
        tell("loading")
        with archive.open("data") as data:
            WAYS[connection.vendor].load(data)
    with connection.cursor() as cursor:
        there = counts(cursor)
    tell("migrating")
    call_command("migrate", verbosity=0)
    with transaction.atomic():
        # Deadlines of then are past: nothing that is live is left for them, and no gap in the service is found.
        voided = take_back_live_games()
        Heartbeat.objects.update(at=clock.milliseconds())
    return _checked(manifest, there, voided, check=check, tell=tell)


def _mind(contents: Contents) -> None:
    """Refuse what cannot come right, before anything is changed."""
    if contents.database != connection.vendor:
        says = f"This backup is of {contents.database}, and this site stands on {connection.vendor}."
        raise Refused(f"{says} A backup is restored into a database of its own kind.")
    if connection.introspection.table_names():
        raise Refused("This database is not empty. A backup is restored into a new one, and nothing was changed.")
    known = MigrationLoader(None).disk_migrations or {}
    ours = {app for app, _ in known}
    if newer := [f"{app} {name}" for app, name in contents.migrations if app in ours and (app, name) not in known]:
        raise Refused(f"This backup is of a newer version, which knows {newer[0]}: install that one.")


def _checked(
    manifest: Manifest, there: dict[str, int], voided: int, *, check: bool, tell: Progress
) -> Restored:
    """Every point and every deck worked out again."""
    held = manifest.contents.tables
    dealt_again = wrong_ratings = wrong_deals = 0

    def count(games: int) -> None:
        nonlocal dealt_again
        dealt_again += games
        tell(f"{dealt_again:,} games dealt again")

    if check:
        tell("working out the ratings")
        still = partial(lambda read: None)
        wrong_ratings = sum(1 for _ in audit.differences(mend=False, progress=still))
        wrong_ratings += sum(1 for _ in on_record.differences(progress=still))
        wrong_deals = sum(1 for _ in deals_on_record.faults(mend=False, progress=count))
    return Restored(
        made_at=manifest.made_at,
        rows=sum(there.values()),
        voided=voided,
        wrong_counts=[table for table in sorted({*held, *there}) if held.get(table) != there.get(table)],
        wrong_ratings=wrong_ratings,
        wrong_deals=wrong_deals,
        games_dealt_again=dealt_again,
        missing_keys=sorted(missing(manifest.contents.keys, keys())),
        is_checked=check,
    )
