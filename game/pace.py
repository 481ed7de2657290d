"""So much and no more: how often somebody may ask for what takes work."""

from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext

from game.lobby.refusal import Refusal
from game.table import clock
from rng.views.pace import place_of


def keep_pace(request: HttpRequest, what: str, most: int, seconds: int) -> None:
    """Refuse what is asked from one place more often than so in so many seconds."""
    spell = clock.milliseconds() // (1000 * seconds)
    key = f"pace:{what}:{place_of(request)}:{spell}"
    asked = cache.get(key, 0) + 1
    if asked > most:
        raise Refusal("too_many", gettext("That was too much at once. Wait a few seconds, then go on."))
    cache.set(key, asked, seconds)
