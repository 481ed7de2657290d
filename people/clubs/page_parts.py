"""Parts that other apps add to a club's page. Each app registers its own in `AppConfig.ready`."""

from collections.abc import Callable
from typing import Any

from django.http import QueryDict

from game.models import Player
from people.clubs.models import Club

# Runs the action of a form on the page, and returns a message about it.
Action = Callable[[Player, Club, QueryDict], str]

# The actions, by the value of the form's field `do`.
actions: dict[str, Action] = {}
# Called with the club and `for_director`. They return more context for the page's template.
context_loaders: list[Callable[..., dict[str, Any]]] = []
