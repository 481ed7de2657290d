"""The registry of all calls. Routes, checks, the page and OpenAPI derive from it, so they cannot differ.

An app lists its calls in a module `api_calls`: `CALLS`, by section.
"""

from collections.abc import Iterator, Mapping
from operator import attrgetter

from common.app_modules import load_app_modules
from game.web.api.call import Call, Section

# The sections in their order. Those of other apps follow.
ORDER = (
    "account", "players", "games", "streams", "meeting", "play", "bots", "engines", "advice", "site",
)  # fmt: skip


def load_sections() -> Mapping[Section, tuple[Call, ...]]:
    """Return the calls of all installed apps by section."""
    found: dict[Section, list[Call]] = {}
    for module in load_app_modules("api_calls"):
        for section, calls in module.CALLS.items():
            found.setdefault(section, []).extend(calls)
    order = {key: place for place, key in enumerate(ORDER)}
    return {
        section: tuple(sorted(found[section], key=attrgetter("rank")))
        for section in sorted(found, key=lambda section: order.get(section.key, len(order)))
    }


SECTIONS = load_sections()
CALLS = tuple(call for calls in SECTIONS.values() for call in calls)


def calls_by_path() -> Iterator[tuple[str, tuple[Call, ...]]]:
    """Yield every path with its calls. Paths without parameters come first, so that no other path shadows
    them.
    """
    paths = sorted({call.path for call in CALLS}, key=lambda path: ("{" in path, path))
    for path in paths:
        yield path, tuple(call for call in CALLS if call.path == path)
