"""Scripts, stylesheets and templates lie in folders named after the wings and rooms of the server."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from cribbage_site.tests.test_imports import ROOMS, ROOT

KINDS = ("js", "css/parts", "css/pages", "templates")
# The base that pages of all wings share, and the rendering of a game on all of them.
SHARED = {"ui", "game/scene"}
# Third-party packages look for their templates in these folders.
OF_PACKAGES = {"account", "mfa", "admin"}
MOST_FILES = 20


def files(kind: str) -> Iterator[Path]:
    """Yield the paths of a kind below its folder, also in optional apps."""
    inside = kind if kind == "templates" else f"static/{kind}"
    for folder in (ROOT / inside, *ROOT.glob(f"*/*/{inside}")):
        yield from (path.relative_to(folder) for path in folder.rglob("*.*"))


@pytest.mark.parametrize("kind", KINDS)
def test_a_folder_is_a_wing_or_a_room(kind: str) -> None:
    known = {
        *ROOMS,
        *(f"{wing}/{room}" for wing, rooms in ROOMS.items() for room in rooms),
        *SHARED,
        *OF_PACKAGES,
    }
    found = {folder for path in files(kind) for folder in path.parents if folder.name not in ("", "tests")}
    top = {
        folder.as_posix()
        for folder in found
        if len(folder.parts) <= 2 and folder.parts[0] not in SHARED | OF_PACKAGES
    }
    assert top
    assert top <= known


@pytest.mark.parametrize("kind", KINDS)
def test_a_folder_has_a_limited_number_of_files(kind: str) -> None:
    sizes = Counter(path.parent.as_posix() for path in files(kind) if path.parts[0] not in OF_PACKAGES)
    assert {folder: size for folder, size in sizes.items() if size > MOST_FILES} == {}
