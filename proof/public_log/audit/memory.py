"""What an auditor keeps of a log between two looks: a SQLite file of its own."""

import sqlite3
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from game.log.merkle import Frontier

SCHEMA = """
CREATE TABLE IF NOT EXISTS fact (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS named_key (signs TEXT, key TEXT, PRIMARY KEY (signs, key));
CREATE TABLE IF NOT EXISTS game (id TEXT PRIMARY KEY, opened INTEGER, clock TEXT, closed INTEGER, how TEXT);
CREATE TABLE IF NOT EXISTS finding (says TEXT PRIMARY KEY);
"""
LEFT_OPEN = """
SELECT id, opened FROM game WHERE closed IS NULL AND clock != 'none' AND opened <= ? ORDER BY opened
"""
# Facts.
NOTE, SIZE, FRONTIER, RELEASE, LAST_AT = "note", "size", "frontier", "release", "last_at"
FIRST_KEY = "first_key"
# What keys sign that the log names.
LOG, RECEIPTS = "log", "receipts"


class SeenGame(NamedTuple):
    """When a game was opened and closed, as the log says; None for what it has not said."""

    opened: int | None
    closed: int | None


class Memory:
    """A connection to the file, or to none: then all is forgotten in the end."""

    def __init__(self, file: str = ":memory:") -> None:
        self._connection = sqlite3.connect(file, isolation_level=None)
        self._connection.executescript(SCHEMA)

    def __enter__(self) -> "Memory":
        """Begin to change what is kept: all of it, or nothing."""
        self._connection.execute("BEGIN IMMEDIATE")
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._connection.execute("ROLLBACK" if kind else "COMMIT")

    def recall(self, fact: str) -> str | None:
        row = self._connection.execute("SELECT value FROM fact WHERE name = ?", [fact]).fetchone()
        return row[0] if row else None

    def keep(self, fact: str, value: str) -> None:
        self._connection.execute("INSERT OR REPLACE INTO fact VALUES (?, ?)", [fact, value])

    @property
    def frontier(self) -> Frontier:
        hashes = (self.recall(FRONTIER) or "").split()
        return Frontier(int(self.recall(SIZE) or 0), tuple(bytes.fromhex(each) for each in hashes))

    def keep_frontier(self, frontier: Frontier) -> None:
        self.keep(SIZE, str(frontier.size))
        self.keep(FRONTIER, " ".join(each.hex() for each in frontier.hashes))

    @property
    def keys(self) -> list[str]:
        """The keys that may sign the log: the first that was believed, and those that the log named."""
        first = self.recall(FIRST_KEY)
        return [first, *(key for key in self.named_keys(LOG) if key != first)] if first else []

    def named_keys(self, signs: str) -> list[str]:
        """The keys that the log has named as those which sign the log, or receipts."""
        named = "SELECT key FROM named_key WHERE signs = ? ORDER BY rowid"
        return [key for (key,) in self._connection.execute(named, [signs])]

    def name_key(self, signs: str, key: str) -> None:
        self._connection.execute("INSERT OR IGNORE INTO named_key VALUES (?, ?)", [signs, key])

    def game(self, game: str) -> SeenGame:
        row = self._connection.execute("SELECT opened, closed FROM game WHERE id = ?", [game]).fetchone()
        return SeenGame(*row) if row else SeenGame(None, None)

    def open(self, game: str, at: int, clock: str) -> None:
        statement = "INSERT OR IGNORE INTO game (id, opened, clock) VALUES (?, ?, ?)"
        self._connection.execute(statement, [game, at, clock])

    def close(self, game: str, at: int, how: str) -> None:
        self._connection.execute("INSERT OR IGNORE INTO game (id) VALUES (?)", [game])
        self._connection.execute("UPDATE game SET closed = ?, how = ? WHERE id = ?", [at, how, game])

    def left_open(self, since: int) -> Iterator[tuple[str, int]]:
        """Games by the clock that were opened before a moment and never closed, with when they were."""
        yield from self._connection.execute(LEFT_OPEN, [since])

    def count_endings(self, before: int) -> dict[str, int]:
        """How many games had ended by a moment, by how."""
        counted = "SELECT how, COUNT(*) FROM game WHERE closed < ? GROUP BY how"
        return dict(self._connection.execute(counted, [before]).fetchall())

    def count_games(self) -> tuple[int, int]:
        """How many games were opened, and how many closed."""
        opened, closed = self._connection.execute("SELECT COUNT(opened), COUNT(closed) FROM game").fetchone()
        return opened, closed

    def add_findings(self, says: Sequence[str]) -> None:
        rows = [[each] for each in says]
        self._connection.executemany("INSERT OR IGNORE INTO finding VALUES (?)", rows)

    @property
    def findings(self) -> list[str]:
        """What was found in entries of the log: they stand there for good."""
        return [says for (says,) in self._connection.execute("SELECT says FROM finding ORDER BY rowid")]
