"""The code base is layered: every room is listed, no import runs upward, and there are no cycles."""

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from django.utils.module_loading import import_string

from common.wings import OPTIONAL_WINGS, WINGS

ROOT = Path(__file__).resolve().parents[2]

# The rooms of each wing from the bottom up: a room imports rooms listed before it, and any of an earlier
# wing.
# A file directly in a wing is in no room. The rule against import cycles also applies to it.
# A room that names "" gives the files directly in it a place in the order of its folders.
# A wing that lists no rooms counts as one room.
ROOMS: dict[str, tuple[str, ...]] = {
    "common": (),
    "rng": ("fairness", "lab", "views", "razz", "management"),
    "rng/fairness": ("", "watch"),
    "rng/razz": ("hands", "sampling", "equity", "", "management"),
    "ranking": (),
    "game": (
        "engine", "bots", "wire", "models", "runtime", "decisions", "fairness", "following", "shared_decks",
        "tokens", "accounts", "bot_accounts", "log", "engines", "arena", "shuffle_edge", "table", "halscrib",
        "ladder", "lobby", "advice", "sharing", "web", "consumers", "shared_rounds", "management",
    ),
    "game/table": ("clocks", "record", "shuffle", ""),
    "game/lobby": ("", "display"),
    "people": (
        "notices", "profiles", "appointments", "following", "mail", "moderation", "clubs", "retention",
        "settings",
    ),
    "tournaments": ("formats", "events", "event_pages", "desk", "seasons", "club_pages", "archive"),
    "tournaments/events": ("record", "kinds", "templatetags", "run", "manage", "show", "management"),
    "study": (
        "daily", "lab", "rules", "review", "learn", "strength", "habits", "throws", "trainer", "coach",
        "improve", "same_cards", "replay",
    ),
    "study/review": ("judge", "calibration", "", "management"),
    "study/strength": ("luck", "", "calibration", "management"),
    "proof": ("public_log", "evidence"),
    "proof/evidence": ("standalone", "", "checks", "management"),
    "programs": (
        "bots", "own_bots", "crib", "board_games", "dumps", "embedding", "engines", "oauth", "api",
    ),
    "hosting": ("backup", "demo", "dailies", "evenings", "signs", "management"),
    "cribbage_site": ("assets", "logs", "dashboard", "formats", "server", "pages"),
    "bench": (),  # on top of all, and not part of the product
}  # fmt: skip

ORDER = [folder for folder in ROOMS if "/" not in folder]

# Size limits: split a wing, a folder or a room before it gets larger.
MOST_ROOMS = 26
MOST_FILES = 20
MOST_IMPORTS = 12
# Imports of helpers from another room's tests. The number falls as they move to `tests/worlds`.
MOST_HELPERS_ACROSS_ROOMS = 10

# Pure modules read no clock, draw no random number, and open no file.
PURE = {
    "__future__", "abc", "bisect", "collections", "dataclasses", "enum", "functools", "heapq", "itertools",
    "math", "operator", "re", "string", "types", "typing",
}  # fmt: skip
# Exception: this module reads the shipped tables.
READER = "game.bots.tables.shipped"
READS = {"hashlib", "json", "pathlib"}


@cache
def modules() -> dict[str, ast.Module]:
    """Return every parsed module of the code base except its tests and migrations."""
    found = {}
    for wing in ORDER:
        for file in (ROOT / wing).rglob("*.py"):
            parts = file.relative_to(ROOT).with_suffix("").parts
            if not {"tests", "migrations"} & {*parts}:
                found[".".join(parts).removesuffix(".__init__")] = ast.parse(file.read_text(), str(file))
    return found


def is_package(name: str) -> bool:
    return (ROOT / name.replace(".", "/") / "__init__.py").exists()


@cache
def imports(name: str) -> tuple[str, ...]:
    """Return the full name of everything that a module imports, anywhere in it."""
    return tuple(_imports(name))


def _imports(name: str) -> Iterator[str]:
    for node in ast.walk(modules()[name]):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            here = (
                name.split(".")[: len(name.split(".")) + is_package(name) - node.level] if node.level else []
            )
            source = ".".join([*here, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{source}.{alias.name}"
                yield inner if inner in modules() else source


@cache
def place(name: str) -> tuple[str, str]:
    """Return the wing and the room of a module. The room is "" for a file directly in its wing."""
    wing = name.partition(".")[0]
    return wing, room_in(wing, name) or ""


def room_in(folder: str, name: str) -> str | None:
    """Return the room of a module in a folder: "" if it lies directly there, None if outside."""
    above = folder.replace("/", ".") + "."
    if not name.startswith(above):
        return None
    inner = name.removeprefix(above).partition(".")[0]
    is_room = inner and ROOMS[folder] and (ROOT / folder / inner).is_dir()
    return inner if is_room else ""


def imports_between_rooms() -> Iterator[tuple[str, str]]:
    """Yield each import that leaves its room: the module, and what it imports."""
    for name in modules():
        for other in imports(name):
            if other.split(".")[0] in ORDER and place(other) != place(name):
                yield name, other


def runs_upward(name: str, other: str) -> bool:
    wing, other_wing = place(name)[0], place(other)[0]
    if wing != other_wing:
        return ORDER.index(other_wing) > ORDER.index(wing)
    return any(
        is_above(rooms, room_in(folder, other), room_in(folder, name)) for folder, rooms in ROOMS.items()
    )


def is_above(rooms: tuple[str, ...], room: str | None, other: str | None) -> bool:
    return room in rooms and other in rooms and rooms.index(room) > rooms.index(other)


def test_the_wings_are_those_of_the_product():
    assert (*ORDER,) == (*WINGS, "bench")


@pytest.mark.slow
def test_every_room_is_listed():
    """A new folder needs a place in the list."""
    found = {(folder, room) for folder in ROOMS for name in modules() if (room := room_in(folder, name))}
    assert found == {(folder, room) for folder, rooms in ROOMS.items() for room in rooms if room}


@pytest.mark.slow
def test_no_import_runs_upward():
    assert [
        f"{name} imports {other}"
        for name in modules()
        for other in imports(name)
        if other.split(".")[0] in ORDER and runs_upward(name, other)
    ] == []


@cache
def wings_at(name: str) -> frozenset[str]:
    """Return the optional wings that a module can rely on: its own, and those that its packages need."""
    parts = name.split(".")
    packages = (".".join(parts[: depth + 1]) for depth in range(len(parts)))
    needed = {wing for package in packages if package in modules() for wing in listed_needs(package)}
    return frozenset(needed.union(parts[:1]).intersection(OPTIONAL_WINGS))


@cache
def listed_needs(package: str) -> tuple[str, ...]:
    """Return the NEEDS that a package lists."""
    listed = (
        ast.literal_eval(node.value)
        for node in modules()[package].body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "NEEDS"
    )
    return next(listed, ())


def test_a_wing_can_be_left_out():
    """A module that imports part of an optional wing is in that wing, or in a package that needs it."""
    assert [
        f"{name} imports {other}"
        for name in modules()
        if name.split(".")[0] != "bench"
        for other in imports(name)
        if not wings_at(other) <= wings_at(name)
    ] == []


@cache
def modules_of_tests() -> dict[str, ast.Module]:
    """Return every parsed module of tests and their helpers."""
    files = {file.relative_to(ROOT): file for top in (*ORDER, "tests") for file in (ROOT / top).rglob("*.py")}
    return {
        ".".join(path.with_suffix("").parts): ast.parse(file.read_text())
        for path, file in files.items()
        if "tests" in path.parts
    }


def imports_of_tests(name: str) -> Iterator[str]:
    """Yield each test module that a test module imports."""
    for node in ast.walk(modules_of_tests()[name]):
        if isinstance(node, ast.ImportFrom) and node.module and "tests" in node.module.split("."):
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            yield from inner & modules_of_tests().keys() or {node.module}


def is_shared(name: str) -> bool:
    """Return whether all tests may import it: a world, or a module of the harness in cribbage_site/tests."""
    folder, _, last = name.rpartition(".")
    return folder == "tests.worlds" or (folder == "cribbage_site.tests" and not last.startswith("test_"))


def room_of_tests(name: str) -> tuple[str, ...]:
    """Return the wing and the room whose tests a module belongs to, or the first folder in `tests/`."""
    parts = name.split(".")
    at = parts.index("tests")
    return tuple(parts[: min(at, 2)] if at else parts[:2])


@pytest.mark.slow
def test_rooms_share_test_helpers_only_through_worlds():
    found = [
        f"{name} imports {other}"
        for name in modules_of_tests()
        for other in imports_of_tests(name)
        if not is_shared(other) and room_of_tests(other) != room_of_tests(name)
    ]
    assert len(found) <= MOST_HELPERS_ACROSS_ROOMS, found


def test_only_packages_list_the_wings_that_they_need():
    assert [name for name in modules() if listed_needs(name) and not is_package(name)] == []


@pytest.mark.slow
def test_every_optional_function_exists():
    names = {
        call.args[0].value
        for tree in modules().values()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        and ast.unparse(call.func) in {"optional", "lazy_import"}
        and isinstance(call.args[0], ast.Constant)
    }
    assert names
    for name in names:
        import_string(name)  # raises if missing


def test_there_are_no_import_cycles():
    TopologicalSorter(
        {name: {o for o in imports(name) if o in modules() and o != name} for name in modules()}
    ).prepare()


@pytest.mark.slow
def test_no_folder_or_room_grows_beyond_its_limit():
    rooms = {wing: len(inside) for wing, inside in ROOMS.items()}
    files = Counter(
        str(file.parent.relative_to(ROOT)) for wing in WINGS for file in (ROOT / wing).rglob("*.py")
    )
    imported = defaultdict(set)
    for name, other in imports_between_rooms():
        (wing, room), (_, other_room) = place(name), place(other)
        if wing != "bench" and room and other_room:
            imported[f"{wing}.{room}"].add(place(other))
    assert {wing: count for wing, count in rooms.items() if count > MOST_ROOMS} == {}
    assert {
        folder: count
        for folder, count in files.items()
        if count > MOST_FILES and not {"tests", "migrations"} & {*Path(folder).parts}
    } == {}
    assert {room: len(others) for room, others in imported.items() if len(others) > MOST_IMPORTS} == {}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pure", "besides", "apart"),
    [
        ("game.engine", set(), ()),
        ("game.bots", {"numpy"}, ("game.bots.building.",)),
        ("programs.crib", set(), ("programs.crib.web.", "programs.crib.of_game.", "programs.crib.ap")),
    ],
)
def test_rules_and_bots_are_pure(pure: str, besides: set[str], apart: tuple[str, ...]):
    inside = [name for name in modules() if f"{name}.".startswith(f"{pure}.")]
    inside = [name for name in inside if not f"{name}.".startswith(apart)]
    assert inside
    wrong = [
        f"{name} imports {other}"
        for name in inside
        for other in imports(name)
        if other.split(".")[0] not in ORDER
        and other.split(".")[0] not in PURE | besides | (READS if name == READER else set())
    ]
    wrong += [
        f"{name} calls {node.func.id}"
        for name in inside
        for node in ast.walk(modules()[name])
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"open", "print", "input", "exec", "eval", "__import__"}
    ]
    assert not wrong


def test_random_numbers_come_only_from_rng():
    assert [name for name in modules() if place(name)[0] != "rng" and "random" in imports(name)] == []


@pytest.mark.slow
def test_only_publish_on_commit_publishes_durable_events():
    by_hand = [
        name
        for name, tree in modules().items()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("on_commit")
        if any(ast.unparse(each).split(".")[-1] == "publish" for arg in call.args for each in ast.walk(arg)
               if isinstance(each, ast.Name | ast.Attribute))
    ]  # fmt: skip
    assert by_hand == ["game.runtime.pubsub"]
