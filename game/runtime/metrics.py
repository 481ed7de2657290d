"""The metrics of games, listed in docs/reference/metrics.md.

Labels have few, known values: never a game, a name or an address.
"""

from prometheus_client import Counter, Gauge, Histogram

from common.counters import SECONDS_BUCKETS, SingleThreadCounter, SingleThreadHistogram

MOVES = SingleThreadCounter(
    "every_other_moves",
    "Moves written by this process, by the kind of mover",
    "by",
    ("person", "bot", "table"),
)
ENTRIES = SingleThreadCounter(
    "every_other_entries",
    "Ledger entries by outcome",
    "outcome",
    ("stands", "other_was_first", "failed"),
)
COMMIT_SIZE = SingleThreadHistogram(
    "every_other_commit_entries", "Entries per commit", (1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144)
)
COMMIT_SECONDS = SingleThreadHistogram(
    "every_other_commit_seconds", "Duration of a commit, measured in the ledger's thread", SECONDS_BUCKETS
)
MOVE_SECONDS = SingleThreadHistogram(
    "every_other_move_seconds", "Time from receiving a move to its acknowledgement", SECONDS_BUCKETS
)
ENTRIES_WAITING = Gauge("every_other_entries_waiting", "Entries that wait for the running commit")
TABLES = Gauge("every_other_tables", "Tables in this process's memory")

REFUSALS = Counter("every_other_refusals", "Refused requests, by place and code", ["where", "code"])
GAMES_BEGUN = Counter(
    "every_other_games_begun", "Games opened by this process, by the kind of opponent", ["against"]
)
GAMES_ENDED = Counter("every_other_games_ended", "Games ended by this process, by ending", ["how"])
FLAGS = Counter("every_other_flags", "Flags called by this process")
GAPS_FILLED = Counter("every_other_gaps_filled", "Tables that missed a message and caught up from their rows")
BOT_SECONDS = Histogram(
    "every_other_bot_seconds",
    "Time from a bot's turn to its move, by brain",
    ["brain"],
    buckets=(0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10),
)
BOT_FAULTS = Counter("every_other_bot_faults", "Bot turns without a move in time, by brain", ["brain"])
BOTS_THINKING = Gauge("every_other_bots_thinking", "Bots that choose a move or wait for a free worker")
