"""The site in a hurry: it looks around all the time, and has patience for a second and for little unread."""

from cribbage_site.asgi import application
from game.consumers import base
from game.runtime.scheduler import keeper
from game.table import away

away.PATIENCE = 1000
base.UNREAD = 32 * 1024
keeper._chores = [chore._replace(seconds=min(chore.seconds, 0.2)) for chore in keeper._chores]

__all__ = ["application"]
