"""Every address of the site, from Django's resolver."""

import re
from collections.abc import Iterator
from typing import Any

from django.urls import URLResolver, get_resolver

# Parts of an address that open nothing by themselves. A part of another name is taken for a key.
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
        "trial",
        "question",
    ),
    *("url", "app_label", "content_type_id", "object_id"),  # the admin's
}
PART = re.compile(r"\(\?P<(?P<regex>\w+)>[^)]*\)|<(?:\w+:)?(?P<plain>\w+)>")


def routes(of: Any = None, before: str = "") -> Iterator[str]:
    """Every address of the site, as Django writes them."""
    for pattern in (of or get_resolver()).url_patterns:
        route = before + str(pattern.pattern).removeprefix("^")
        if isinstance(pattern, URLResolver):
            yield from routes(pattern, route)
        else:
            yield route


def paths_with_key(key: str) -> list[str]:
    """A path for each address that has a key in it, with this key."""

    def fill(part: re.Match[str]) -> str:
        return "any" if (part["regex"] or part["plain"]) in NO_KEYS else key

    filled = {"/" + PART.sub(fill, route).rstrip("$") for route in routes()}
    return sorted(path for path in filled if key in path)
