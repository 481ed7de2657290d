"""Read the resources that every process has used so far, and the contents of every store."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
from redis import Redis

from bench.live.accounting import cpu_seconds, process_tree
from bench.live.backing_services import BackingServices
from bench.live.servers import Site

# Workers are distinguished by niceness: those that compute bots' moves, and those that review games.
NICENESS = {5: "bots", 10: "reviews"}

Counts = dict[str, float]

TABLE_SIZES_SQL = """
    SELECT relname, pg_table_size(oid), pg_indexes_size(oid)
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
"""
WRITE_COUNTS_SQL = """
    SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8, xact_commit::float8
    FROM pg_stat_database WHERE datname = current_database()
"""


@dataclass(frozen=True, slots=True)
class ResourceUsage:
    """Everything needed to look the usage up."""

    site: Site
    backing: BackingServices

    def cpu_seconds_by_process(self) -> Counts:
        """Return each process's CPU seconds so far."""
        spent = dict.fromkeys(("server", *NICENESS.values()), 0.0)
        for member in process_tree(self.site.pids):
            who = "server" if member.pid in self.site.pids else NICENESS[_niceness(member.pid)]
            spent[who] += member.seconds
        postmaster, redis = self.backing.pids
        return spent | {"postgresql": cpu_seconds([postmaster]), "redis": cpu_seconds([redis])}

    def write_counts(self) -> Counts:
        """Return PostgreSQL's WAL and commits, Redis's commands, and the bytes of our own log."""
        with psycopg.connect(self.backing.environment["DATABASE_URL"]) as connection:
            wal, commits = connection.execute(WRITE_COUNTS_SQL).fetchone() or (0.0, 0.0)
        with Redis.from_url(self.backing.environment["REDIS_URL"]) as line:
            told = line.info()
        return {
            "WAL bytes": wal,
            "commits": commits,
            "Redis commands": told["total_commands_processed"],
            "log bytes": float(sum(log.stat().st_size for log in self.site.logs)),
        }

    def stored_bytes_and_rows(self) -> Counts:
        """Return rows and bytes of every table with its indexes, after a vacuum, and Redis's memory."""
        with psycopg.connect(self.backing.environment["DATABASE_URL"], autocommit=True) as connection:
            connection.execute("VACUUM")
            tables = connection.execute(TABLE_SIZES_SQL).fetchall()
            held = {f"{name} bytes": float(table + indexes) for name, table, indexes in tables}
            for name, *_ in tables:
                found = connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()
                held[f"{name} rows"] = float(found[0]) if found else 0.0
        with Redis.from_url(self.backing.environment["REDIS_URL"]) as line:
            return held | {"Redis bytes": float(line.info("memory")["used_memory"])}


def difference(after: Counts, before: Counts) -> Counts:
    """Return the increase of each count."""
    return {what: after[what] - before.get(what, 0.0) for what in after}


def tables_with_rows(held: Counts) -> Iterator[str]:
    """Yield the names of the tables that got rows."""
    yield from (
        what.removesuffix(" rows") for what, many in held.items() if what.endswith(" rows") and many >= 1
    )


def _niceness(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[16])
