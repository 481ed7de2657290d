"""All calls there are: of this list routes, checks, page and OpenAPI are made, so that they cannot differ."""

from collections.abc import Iterator
from importlib import import_module

from django.conf import settings

from common.wings import only_installed
from programs.api.call import Call, Section

MODULES = (
    "programs.api.calls.account",
    "programs.api.calls.players",
    "programs.api.calls.games",
    "programs.api.calls.live",
    "programs.api.calls.challenges",
    "programs.api.calls.play",
    "programs.api.calls.bots",
    "programs.api.calls.engines",
    "programs.api.calls.of_study.advice",
    "programs.api.calls.site",
)
SECTIONS: tuple[Section, ...] = tuple(
    import_module(name).SECTION for name in only_installed(MODULES, settings.WINGS)
)
CALLS = tuple(call for section in SECTIONS for call in section.calls)


def calls_by_path() -> Iterator[tuple[str, tuple[Call, ...]]]:
    """Every path with its calls; what has no parameter comes first, so that no other takes its place."""
    paths = sorted({call.path for call in CALLS}, key=lambda path: ("{" in path, path))
    for path in paths:
        yield path, tuple(call for call in CALLS if call.path == path)
