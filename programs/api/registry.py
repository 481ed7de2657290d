"""All calls there are: of this list routes, checks, page and OpenAPI are made, so that they cannot differ."""

from collections.abc import Iterator

from programs.api.call import Call
from programs.api.calls import account, advice, bots, challenges, engines, games, live, play, players, site

SECTIONS = (
    account.SECTION,
    players.SECTION,
    games.SECTION,
    live.SECTION,
    challenges.SECTION,
    play.SECTION,
    bots.SECTION,
    engines.SECTION,
    advice.SECTION,
    site.SECTION,
)
CALLS = tuple(call for section in SECTIONS for call in section.calls)


def calls_by_path() -> Iterator[tuple[str, tuple[Call, ...]]]:
    """Every path with its calls; what has no parameter comes first, so that no other takes its place."""
    paths = sorted({call.path for call in CALLS}, key=lambda path: ("{" in path, path))
    for path in paths:
        yield path, tuple(call for call in CALLS if call.path == path)
