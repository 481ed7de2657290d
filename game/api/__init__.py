"""The HTTP API: creates games and settles seeks. docs/protocol.md, in code."""

from game.api.calls import unknown_call
from game.api.devices import check_push, start_push, stop_push
from game.api.doubts import doubt
from game.api.games import join, make_game, rematch
from game.api.head_start import head_start
from game.api.lab import weigh
from game.api.me import mark_notices_read, mark_warning_read, set_bot_pause, set_preferences
from game.api.meaning import meaning
from game.api.people import block, report, unblock
from game.api.replay import replay_of
from game.api.reviews import review
from game.api.seeks import accept, cancel, commit_ahead, decline
from game.api.transcript import transcript

__all__ = [
    "accept",
    "block",
    "cancel",
    "check_push",
    "commit_ahead",
    "decline",
    "doubt",
    "head_start",
    "join",
    "make_game",
    "mark_notices_read",
    "mark_warning_read",
    "meaning",
    "rematch",
    "replay_of",
    "report",
    "review",
    "set_bot_pause",
    "set_preferences",
    "start_push",
    "stop_push",
    "transcript",
    "unblock",
    "unknown_call",
    "weigh",
]  # fmt: skip
