"""The HTTP API: games are made here, and who waits for whom is settled. docs/protocol.md, in code."""

from game.api.answers import nothing_there
from game.api.games import join, make_game, rematch
from game.api.people import block, report, unblock
from game.api.seeks import accept, cancel, decline

__all__ = [
    "accept", "block", "cancel", "decline", "join", "make_game", "nothing_there", "rematch", "report",
    "unblock",
]  # fmt: skip
