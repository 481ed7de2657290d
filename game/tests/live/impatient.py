"""The site in a hurry: it looks around all the time, and a win may be claimed after a second."""

from cribbage_site.asgi import application
from game.table import away
from game.table.keeper import keeper

away.PATIENCE = 1000
keeper._chores = [(min(seconds, 0.2), chore) for seconds, chore in keeper._chores]

__all__ = ["application"]
