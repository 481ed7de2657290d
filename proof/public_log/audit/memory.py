"""The auditor's memory of a log between two audits: an SQLite file."""

import sqlite3
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from game.log.game_counts import GameCount, total_by_kind
from game.log.merkle import Frontier

SCHEMA = """
CREATE TABLE IF NOT EXISTS fact (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS named_key (signs TEXT, key TEXT, PRIMARY KEY (signs, key));
CREATE TABLE IF NOT EXISTS game (id TEXT PRIMARY KEY, opened INTEGER, clock TEXT, closed INTEGER, how TEXT);
CREATE TABLE IF NOT EXISTS finding (says TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS deck_set (id TEXT, kind TEXT, PRIMARY KEY (id, kind));
CREATE TABLE IF NOT EXISTS use_of_set (id TEXT PRIMARY KEY, kind TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS counted_game (id TEXT PRIMARY KEY, kind TEXT NOT NULL, reached TEXT);
CREATE TABLE IF NOT EXISTS rematch (of TEXT PRIMARY KEY, game TEXT NOT NULL);
"""
LEFT_OPEN = """
SELECT id, opened FROM game WHERE closed IS NULL AND clock != 'none' AND opened <= ? ORDER BY opened
"""
# Names of facts.
NOTE, SIZE, FRONTIER, RELEASE, LAST_AT = "note", "size", "frontier", "release", "last_at"
FIRST_KEY = "first_key"
# The time from which openings name their decks, and the entry from which sets of decks are known.
DECKS_SINCE, SETS_SINCE = "decks_since", "sets_since"
# What the keys named in the log sign.
LOG, RECEIPTS = "log", "receipts"


class SeenGame(NamedTuple):
    """When a game was opened and closed according to the log; None if it has no such entry."""

    opened: int | None
    closed: int | None


class Memory:
    """A connection to the file, or to a temporary database without one."""

    def __init__(self, file: str = ":memory:") -> None:
        self._connection = sqlite3.connect(file, isolation_level=None)
        self._connection.executescript(SCHEMA)

    def __enter__(self) -> "Memory":
        """Begin a transaction."""
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
        """Return the keys that may sign the log: the first trusted one, and those that the log named."""
        first = self.recall(FIRST_KEY)
        return [first, *(key for key in self.named_keys(LOG) if key != first)] if first else []

    def named_keys(self, signs: str) -> list[str]:
        """Return the keys that the log has named for signing the log, or receipts."""
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

    def name_set(self, deck_set: str, kind: str) -> None:
        self._connection.execute("INSERT OR IGNORE INTO deck_set VALUES (?, ?)", [deck_set, kind])

    def knows_set(self, deck_set: str, kind: str) -> bool:
        found = "SELECT 1 FROM deck_set WHERE id = ? AND kind = ?"
        return self._connection.execute(found, [deck_set, kind]).fetchone() is not None

    def name_rematch(self, of: str, game: str) -> str:
        """Note the rematch of a game, and return the first one that was noted."""
        self._connection.execute("INSERT OR IGNORE INTO rematch VALUES (?, ?)", [of, game])
        (first,) = self._connection.execute("SELECT game FROM rematch WHERE of = ?", [of]).fetchone()
        return str(first)

    def left_open(self, since: int) -> Iterator[tuple[str, int]]:
        """Yield timed games that were opened before a moment and never closed, with the time of opening."""
        yield from self._connection.execute(LEFT_OPEN, [since])

    def count_endings(self, before: int) -> dict[str, int]:
        """Return how many games had ended by a moment, by kind of ending."""
        counted = "SELECT how, COUNT(*) FROM game WHERE closed < ? GROUP BY how"
        return dict(self._connection.execute(counted, [before]).fetchall())

    def count_games(self) -> tuple[int, int]:
        """Return how many games were opened, and how many closed."""
        opened, closed = self._connection.execute("SELECT COUNT(opened), COUNT(closed) FROM game").fetchone()
        return opened, closed

    def keep_set_kind(self, deck_set: str, kind: str) -> None:
        self._connection.execute("INSERT OR IGNORE INTO use_of_set VALUES (?, ?)", [deck_set, kind])

    def set_kind(self, deck_set: str) -> str | None:
        found = "SELECT kind FROM use_of_set WHERE id = ?"
        row = self._connection.execute(found, [deck_set]).fetchone()
        return row[0] if row else None

    def count_game(self, game: str, kind: str) -> None:
        self._connection.execute("INSERT OR IGNORE INTO counted_game VALUES (?, ?, NULL)", [game, kind])

    def keep_stage(self, game: str, reached: str) -> None:
        self._connection.execute("UPDATE counted_game SET reached = ? WHERE id = ?", [reached, game])

    def count_by_kind(self) -> dict[str, GameCount]:
        """Return how many games of each kind were opened, and how far those came that are over."""
        opened = "SELECT kind, COUNT(*) FROM counted_game GROUP BY kind"
        over = "SELECT kind, reached, COUNT(*) FROM counted_game WHERE reached NOTNULL GROUP BY kind, reached"
        return total_by_kind(
            dict(self._connection.execute(opened).fetchall()),
            {(kind, stage): n for kind, stage, n in self._connection.execute(over)},
        )

    def add_findings(self, says: Sequence[str]) -> None:
        rows = [[each] for each in says]
        self._connection.executemany("INSERT OR IGNORE INTO finding VALUES (?)", rows)

    @property
    def findings(self) -> list[str]:
        """Return the findings in entries of the log, which are permanent."""
        return [says for (says,) in self._connection.execute("SELECT says FROM finding ORDER BY rowid")]
