"""Every URL of the site, from Django's resolver."""

import re
from collections.abc import Iterator
from typing import Any

from django.urls import URLResolver, get_resolver

# Parameters of URLs that grant no access by themselves. A parameter of any other name counts as a key.
NO_KEYS = {
    *(
        "game_id",
        "other_id",
        "seek_id",
        "name",
        "ruling",
        "path",
        "rest",
        "slug",
        "event_id",
        "set_id",
        "act",
        "evening_id",
        "season_id",
        "number",
        "day",
        "exercise",
        "month",
        "game",
        "event",
        "club",
        "one",
        "other",
        "kind",
        "seek",
        "token_id",
        "app_id",
        "trial",
        "question",
    ),
    *("url", "app_label", "content_type_id", "object_id"),  # of the admin
}
PART = re.compile(r"\(\?P<(?P<regex>\w+)>[^)]*\)|<(?:\w+:)?(?P<plain>\w+)>")


def routes(of: Any = None, before: str = "") -> Iterator[str]:
    """Yield every URL of the site, as Django writes them."""
    for pattern in (of or get_resolver()).url_patterns:
        route = before + str(pattern.pattern).removeprefix("^")
        if isinstance(pattern, URLResolver):
            yield from routes(pattern, route)
        else:
            yield route


def paths_with_key(key: str) -> list[str]:
    """Return a path for each URL that contains a key, with this key."""

    def fill(part: re.Match[str]) -> str:
        return "any" if (part["regex"] or part["plain"]) in NO_KEYS else key

    filled = {"/" + PART.sub(fill, route).rstrip("$") for route in routes()}
    return sorted(path for path in filled if key in path)
