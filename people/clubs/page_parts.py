"""Parts that other apps add to a club's page: each adds its own in `AppConfig.ready`."""

from collections.abc import Callable
from typing import Any

from django.http import QueryDict

from game.models import Player
from people.clubs.models import Club

# Does what a form on the page asks for, and returns a sentence that says so.
Action = Callable[[Player, Club, QueryDict], str]

# By the value of the form's field `do`.
actions: dict[str, Action] = {}
# Called with the club and `for_director`; they return more context for the page's template.
context_loaders: list[Callable[..., dict[str, Any]]] = []
