"""The HTTP API: games are made here, and who waits for whom is settled. docs/protocol.md, in code."""

from game.api.calls import nothing_there
from game.api.doubts import doubt
from game.api.games import join, make_game, rematch
from game.api.lab import weigh
from game.api.me import look, pause
from game.api.meaning import meaning
from game.api.people import block, report, unblock
from game.api.replay import replay_of
from game.api.reviews import review
from game.api.seeks import accept, cancel, decline
from game.api.transcript import transcript

__all__ = [
    "accept", "block", "cancel", "decline", "doubt", "join", "look", "make_game", "meaning", "nothing_there",
    "pause", "rematch", "replay_of", "report", "review", "transcript", "unblock", "weigh",
]  # fmt: skip
