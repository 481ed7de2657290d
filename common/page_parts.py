"""Parts that apps add to pages of other rooms: each adds its own in `AppConfig.ready`.

| page              | its loaders are called with  |
|-------------------|------------------------------|
| "front"           | the visitor                  |
| "table"           | the game, the visitor's seat |
| "any_table"       | nothing; also where an opponent is awaited |
| "game_summary"    | the game                     |
| "profile"         | the player                   |
| "profile_details" | the player; only where the visitor may see the whole profile |
| "head_to_head"    | the visitor, the player      |
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

PartLoader = Callable[..., dict[str, Any]]

DAYS_LISTED = 400  # of what there is once a day, the newest

part_loaders: defaultdict[str, list[PartLoader]] = defaultdict(list)
# Each returns the paths of pages that search engines list, the newest first: far fewer than the 50,000 that a
# site map may have.
path_loaders: list[Callable[[], Iterable[str]]] = []


def load_parts(page: str, *given: Any) -> dict[str, Any]:
    """Return the context that apps add for the template of a page."""
    return {name: part for load in part_loaders[page] for name, part in load(*given).items()}
