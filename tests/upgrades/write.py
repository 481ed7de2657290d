"""Writes the data of this version, for tests of all later ones: `python -m tests.upgrades.write VERSION`.

Done once, as a release is made. It lives a site's life on SQLite and on PostgreSQL, and keeps dumps of both
here, and the frames and files of the games in the first in tests/golden/VERSION. They are never changed.
"""

import gzip
import json
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

from bench.services import find_program, postgresql
from cribbage_site import VERSION
from cribbage_site.tests.server_process import Server
from tests.upgrades.life import SiteHistory, live_site_history
from tests.worlds.old_databases import dump_of

GOLDEN = Path(__file__).parents[1] / "golden"
# The site's own, not those of tests: passwords are hashed as in production.
SETTINGS = {
    "DJANGO_SETTINGS_MODULE": "cribbage_site.settings", "REVIEW_GAMES": "0", "BOT_PROCESSES": "1",
}  # fmt: skip


def main(version: str) -> None:
    golden = GOLDEN / version
    if version != VERSION or golden.exists():
        sys.exit(
            f"This is version {VERSION}. What it writes is kept once, and {golden} must not be there yet."
        )
    with Server(SETTINGS) as server:
        told = live_site_history(server)
        server.stop()
        write_gzip(dump_of(version, "sqlite"), dump_sqlite(server.environment["DATABASE_PATH"]))
    write_golden_files(golden, told)
    with postgresql() as url, Server({**SETTINGS, "DATABASE_URL": url}) as server:
        live_site_history(server)
        server.stop()
        write_gzip(dump_of(version, "postgresql"), dump_postgresql(url))


def dump_sqlite(path: str) -> str:
    with closing(sqlite3.connect(path)) as file:
        return "\n".join(file.iterdump()) + "\n"


def dump_postgresql(url: str) -> str:
    command = [find_program("pg_dump"), "--inserts", "--no-owner", "--no-privileges", url]
    dump = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return re.sub(r"(?m)^\\(un)?restrict .*\n", "", dump)  # words to psql, not to a database


def write_golden_files(folder: Path, history: SiteHistory) -> None:
    """Write the public data of finished games, one file each."""
    folder.mkdir()
    lines = [json.dumps(line, separators=(",", ":")) for line in history.wire]
    write_gzip(folder / "to-61-with-a-bot.wire.jsonl.gz", "\n".join(lines) + "\n")
    for what, transcript in history.transcripts.items():
        (folder / f"{file_stem(what)}.transcript.json").write_text(transcript)
    for what, replay in history.replays.items():
        write_gzip(folder / f"{file_stem(what)}.replay.json.gz", replay)


def file_stem(what: str) -> str:
    return re.sub(r"\W+", "-", what.lower())


def write_gzip(path: Path, text: str) -> None:
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))


if __name__ == "__main__":
    main(*sys.argv[1:])
