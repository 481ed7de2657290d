"""The brains behind the names of bots. A game's params name the version of its bot.

Names in params and transcripts have only letters and underscores, and keep their meaning. A bot with a new
version plays new games with it. Its account keeps its key.
"""

from collections.abc import Iterable, Mapping
from typing import Any

# By the name in params; all other names are those of brains.
BRAIN_BY_NAME = {
    "beginner_two": "beginner-2",
    "novice_two": "novice-2",
    "club_two": "club-2",
    "intermediate_two": "intermediate-2",
    "halscrib_adaptive": "halscrib-adaptive",
}
# By the key of the bot's account, the names of its newer versions. The first version has the key as its name.
NEWER = {
    "beginner": ("beginner_two",),
    "novice": ("novice_two",),
    "club": ("club_two",),
    "intermediate": ("intermediate_two",),
}


def newest_version(bot: str) -> str:
    """Return the name of the version with which a bot plays new games."""
    return NEWER.get(bot, (bot,))[-1]


def find_version(bot: str, brains: Iterable[Mapping[str, Any]]) -> str:
    """Return the version of a bot that a game's params name, or the bot if they name none."""
    names = [brain["name"] for brain in brains]
    return next((name for name in NEWER.get(bot, ()) if name in names), bot)


def brain_of(name: str) -> str:
    """Return the brain of a version."""
    return BRAIN_BY_NAME.get(name, name)


def newest_brain(bot: str) -> str:
    """Return the brain with which a bot plays new games."""
    return brain_of(newest_version(bot))
