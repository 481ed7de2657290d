"""The calls of the open API that need no other room: the token, games, streams and a seat's actions."""

from programs.api.calls import account, challenges, games, live, play

CALLS = account.CALLS | games.CALLS | live.CALLS | challenges.CALLS | play.CALLS
