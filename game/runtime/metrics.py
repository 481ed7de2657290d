"""The metrics of games: docs/deploy.md lists them all.

A label's values are few and known beforehand: never a game, a name or an address.
"""

from prometheus_client import Counter, Gauge, Histogram

from common.counters import SECONDS_BUCKETS, SingleThreadCounter, SingleThreadHistogram

MOVES = SingleThreadCounter(
    "every_other_moves",
    "Moves written down here, by who made them",
    "by",
    ("person", "bot", "table"),
)
ENTRIES = SingleThreadCounter(
    "every_other_entries",
    "Entries of the ledger, by what became of them",
    "outcome",
    ("stands", "other_was_first", "failed"),
)
COMMIT_SIZE = SingleThreadHistogram(
    "every_other_commit_entries", "Entries that went in one commit", (1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144)
)
COMMIT_SECONDS = SingleThreadHistogram(
    "every_other_commit_seconds", "Time of a commit, from the ledger's thread", SECONDS_BUCKETS
)
MOVE_SECONDS = SingleThreadHistogram(
    "every_other_move_seconds", "Time from a move heard to its acknowledgement", SECONDS_BUCKETS
)
ENTRIES_WAITING = Gauge("every_other_entries_waiting", "Entries that wait for the commit under way")
TABLES = Gauge("every_other_tables", "Tables in memory here")

REFUSALS = Counter("every_other_refusals", "What was asked in vain, by where and why", ["where", "code"])
GAMES_BEGUN = Counter("every_other_games_begun", "Games opened here, by who sits opposite", ["against"])
GAMES_ENDED = Counter("every_other_games_ended", "Games that ended here, by how", ["how"])
FLAGS = Counter("every_other_flags", "Times that were up and were called here")
GAPS_FILLED = Counter("every_other_gaps_filled", "Tables that had missed a hint, and caught up by their rows")
BOT_SECONDS = Histogram(
    "every_other_bot_seconds",
    "Time from a bot's turn to its move, by its brain",
    ["brain"],
    buckets=(0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10),
)
BOT_FAULTS = Counter(
    "every_other_bot_faults", "Moves that a bot found none for in time, by its brain", ["brain"]
)
BOTS_THINKING = Gauge("every_other_bots_thinking", "Bots that think, or wait for a free worker")
