"""The calls of the open API that need no other room: the token, games, streams and a seat's actions."""

from game.web.api.call import merge_calls
from programs.api.calls import account, boards, challenges, games, live, play

CALLS = merge_calls(account.CALLS, games.CALLS, live.CALLS, boards.CALLS, challenges.CALLS, play.CALLS)
