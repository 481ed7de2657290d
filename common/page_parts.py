"""Parts that apps add to pages of other packages. Each adds its own in `AppConfig.ready`.

| page              | its loaders are called with  |
|-------------------|------------------------------|
| "front"           | the visitor                  |
| "front_people"    | the visitor, who is here     |
| "daily"           | the visitor                  |
| "table"           | the game, the visitor's seat |
| "any_table"       | nothing; also while waiting for an opponent |
| "game_summary"    | the game                     |
| "fairness"        | nothing                      |
| "profile"         | the player                   |
| "profile_details" | the player; only where the visitor may see the whole profile |
| "first_times"     | the player; each part is a `FirstTime` that no score sheet shows |
| "profile_visit"   | the visitor, the player      |
| "head_to_head"    | the visitor, the player; only if they have played each other |
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

PartLoader = Callable[..., dict[str, Any]]

DAYS_LISTED = 400  # of daily pages, the newest

part_loaders: defaultdict[str, list[PartLoader]] = defaultdict(list)
# Each returns the paths of pages that search engines list, newest first: far fewer than the 50,000 that a
# site map may have.
path_loaders: list[Callable[[], Iterable[str]]] = []


def load_parts(page: str, *given: Any) -> dict[str, Any]:
    """Return the context that apps add to the template of a page."""
    return {name: part for load in part_loaders[page] for name, part in load(*given).items()}
