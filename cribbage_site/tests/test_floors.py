"""The code is layered: every room is known, no import runs upward, and there are no circles."""

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

APPS = ("common", "rng", "ranking", "game", "cribbage_site", "bench")

# Rooms that many others import, so that the list below has only the particular ones.
CORE = {"common", "rng", "ranking", "game.engine", "game.bots", "game.wire", "game.models"} | {
    "game.shared_decks.models", "game.shared_decks.barrier", "game.shared_decks.round_decks",
}  # fmt: skip
LIVE = CORE | {
    "game.sanctions",
    "game.people_only",
    "game.places",
    "game.runtime",
    "game.public_log",
    "game.table",
}
MEETING = LIVE | {"game.rate_limits", "game.lobby", "game.shared_decks"}

# The rooms from the bottom up, each with the rooms that it may import, which are named before it.
# A room is a folder of an app, a loose module of `game`, or a part that has a name of its own here.
ROOMS: dict[str, set[str]] = {
    # Tools that know nothing of cribbage.
    "common": set(),
    # Chance: decks and statistics. It knows no cribbage, and razz can be left out whole.
    "rng": {"common"},
    "rng.migrations": {"common"},
    "rng.fairness": {"common", "rng"},
    "rng.lab": {"common", "rng", "rng.fairness"},
    "rng.views": {"common", "rng", "rng.fairness", "rng.lab"},
    "rng.management": {"common", "rng", "rng.fairness", "rng.lab"},
    "rng.urls": {"rng.views"},
    "rng.razz": {"common", "rng", "rng.fairness", "rng.lab"},
    # Points: what a rated game changes.
    "ranking": {"common"},
    "ranking.migrations": {"common"},
    "ranking.management": {"common", "ranking"},
    # The rules, the bots, and the tables of the database.
    "game": set(),
    "game.engine": set(),
    "game.bots": {"game.engine"},
    "game.wire": {"game.engine"},
    # Programs that play; it knows nothing of Django.
    "game.engines": {"game.engine", "game.bots", "game.wire"},
    "game.bots.building": {"rng", "game.engine", "game.bots"},
    "game.shuffle_edge": {"common", "rng", "rng.lab", "game.engine", "game.bots"},
    "game.arena": {"common", "rng", "game.engine", "game.bots", "game.engines"},
    "game.models": {"game.engine"},
    "game.accounts.names": set(),
    "game.following.models": {"game.models"},
    "game.desk.models": {"game.models"},
    # What tables and doors ask of decks that many tables share.
    "game.shared_decks.models": {"game.models"},
    "game.shared_decks.barrier": {"common", "game.models", "game.shared_decks.models"},
    "game.shared_decks.round_decks": {"rng", "game.engine"},
    "game.throws.models": {"game.models"},
    "game.trainer.models": {"game.models"},
    "game.platform.scopes": set(),
    "game.platform.models": {"game.models", "game.platform.scopes"},
    "game.bot_accounts.models": {"game.models", "game.shared_decks.models"},
    "game.rate_limits": {"common"},
    "game.sanctions": {"common", "game.models"},
    "game.people_only": {"common", "game.models"},
    "game.places": {"common", "game.models", "game.rate_limits"},
    # A serving process, and a live game in it.
    "game.runtime": {"common", "rng", "game.engine", "game.bots"},
    "game.accounts.sessions": {"game.runtime"},
    # By what a program calls, which sockets ask as well.
    "game.platform.tokens": {"common", "rng", "game.models", "game.runtime", "game.platform.models"}
    | {"game.platform.scopes"},
    "game.platform.bearer": {"game.platform.models", "game.platform.tokens"},
    "game.engines.house": {"game.engine", "game.bots", "game.engines", "game.runtime"},
    "game.engines.models": {"game.models"},
    "game.engines.remote": {"common", "rng", "game.engine", "game.bots", "game.wire", "game.models"}
    | {"game.accounts.names", "game.people_only", "game.sanctions", "game.runtime", "game.engines"}
    | {"game.engines.models", "game.engines.house"},
    "game.public_log": {"common", "rng", "game.engine", "game.models", "game.runtime"}
    | {"game.shared_decks.barrier"},
    "game.table": CORE
    | {"game.sanctions", "game.runtime", "game.public_log"}
    | {"game.engines.house", "game.engines.models", "game.engines.remote", "game.accounts.names"},
    "game.shared_decks": LIVE,
    "game.daily.models": {"game.models", "game.shared_decks.models"},
    # What surrounds a game.
    "game.lobby": LIVE | {"game.rate_limits", "game.following.models", "game.bot_accounts.models"},
    "game.notices": MEETING | {"game.accounts.sessions"},
    "game.following": MEETING | {"game.following.models", "game.notices"},
    "game.clubs": MEETING | {"game.accounts.names", "game.notices"},
    "game.events": MEETING | {"game.notices", "game.clubs"},
    "game.seasons": MEETING | {"game.notices", "game.clubs", "game.events"},
    "game.daily": MEETING | {"game.daily.models", "game.notices"},
    "game.same_cards.models": {"game.models", "game.shared_decks.models"},
    "game.same_cards": MEETING | {"game.same_cards.models", "game.notices", "game.throws.models"}
    | {"game.engines.house"},
    "game.halscrib": LIVE | {"rng.fairness"},
    "game.sharing": MEETING,
    "game.ladder": LIVE,
    "game.evidence": LIVE,
    "game.fairness": LIVE | {"rng.fairness"},
    "game.review": LIVE | {"game.shared_decks", "game.halscrib", "game.sharing", "game.events"},
    "game.strength": LIVE | {"game.review"},
    "game.strength.calibration": CORE | {"game.bots.building", "game.arena", "game.strength"},
    "game.review.calibration": CORE | {"game.arena", "game.review"},
    "game.mail": LIVE | {"game.notices"},
    "game.rules": LIVE,
    "game.learn": LIVE | {"game.rules"},
    "game.advice": MEETING,
    "game.review.replay": LIVE
    | {"game.halscrib", "game.sharing", "game.events", "game.review", "game.strength", "game.same_cards"},
    "game.embedding": LIVE | {"game.sharing", "game.evidence", "game.review.replay"},
    "game.profiles": MEETING
    | {"rng.fairness", "game.halscrib", "game.sharing", "game.following", "game.events", "game.clubs"}
    | {"game.seasons", "game.strength", "game.daily"},
    "game.accounts": MEETING | {"game.accounts.names", "game.accounts.sessions", "game.notices"},
    "game.migrations": {"common", "game.accounts.names"},
    "game.moderation": MEETING | {"game.notices", "game.engines.house", "game.events"},
    "game.signs": LIVE | {"game.events", "game.review"},
    "game.signs.admin": {"common", "game.signs", "game.moderation"},
    "game.daily.admin": {"common", "game.daily.models", "game.moderation"},
    "game.engines.personal_data": {"common", "game.engines.models"},
    "game.engines.rulings": LIVE | {"game.engines.models", "game.engines.remote", "game.moderation"},
    "game.engines.admin": {"common", "game.engines.models", "game.engines.rulings", "game.moderation"},
    "game.operations": MEETING
    | {"game.notices", "game.ladder", "game.evidence", "game.accounts", "game.moderation"}
    | {"game.accounts.names", "game.clubs", "game.events", "game.seasons", "game.throws.models"}
    | {"game.platform.tokens", "game.engines.remote"},
    "game.strength.admin": {"common", "game.strength", "game.moderation"},
    "game.events.rulings": {"common", "game.models", "game.events", "game.moderation"},
    "game.events.admin": {"common", "game.models", "game.events", "game.moderation"}
    | {"game.events.rulings", "game.clubs", "game.shared_decks.barrier"},
    "game.seasons.admin": {"common", "game.events", "game.clubs", "game.seasons", "game.moderation"},
    "game.clubs.rulings": MEETING | {"game.notices", "game.clubs", "game.moderation"},
    "game.clubs.admin": MEETING | {"game.clubs", "game.clubs.rulings", "game.moderation"},
    # The ways in: the frame of calls, then sockets, calls, pages, addresses, commands.
    "game.web": {"common", "game.wire", "game.rate_limits", "game.table"},
    "game.consumers": MEETING
    | {"game.notices", "game.following", "game.ladder", "game.advice", "game.accounts"}
    | {"game.accounts.sessions"}
    | {"game.moderation", "game.platform.models", "game.platform.scopes", "game.platform.bearer"},
    "game.api": MEETING
    | {"game.evidence", "game.review", "game.advice", "game.profiles", "game.accounts", "game.consumers"}
    | {"game.notices", "game.moderation", "game.review.replay", "game.strength", "game.web"},
    "game.shared_decks.web": MEETING | {"game.shared_decks", "game.web"},
    "game.daily.web": MEETING | {"game.daily", "game.daily.models", "game.sharing", "game.api"}
    | {"game.web"},
    "game.same_cards.web": MEETING
    | {"game.same_cards", "game.same_cards.models", "game.daily.web", "game.sharing", "game.api"}
    | {"game.web"},
    "game.following.web": MEETING | {"game.following", "game.accounts", "game.consumers", "game.api"}
    | {"game.web"},
    "game.events.web": MEETING | {"game.events", "game.consumers", "game.web", "game.sharing"},
    "game.clubs.web": MEETING | {"game.clubs", "game.accounts", "game.web", "game.seasons", "game.sharing"}
    | {"game.events", "game.events.web"},
    "game.throws": MEETING
    | {"game.throws.models", "game.arena", "game.review", "game.advice", "game.sharing", "game.web"},
    "game.trainer": MEETING | {"game.trainer.models", "game.review", "game.accounts", "game.web"},
    "game.pages": MEETING
    | {"game.ladder", "game.rules", "game.advice", "game.moderation", "game.operations", "game.api"}
    | {"game.accounts", "game.sharing", "game.events", "game.daily", "game.throws", "game.throws.models"}
    | {"game.same_cards", "game.clubs", "game.daily.models", "game.web"},
    "game.crib": {"game.engine"},
    "game.crib.of_game": LIVE | {"game.crib", "game.events"},
    "game.crib.web": MEETING | {"game.crib", "game.crib.of_game", "game.review.replay", "game.api"}
    | {"game.web"},
    "game.dumps": LIVE,
    "game.dumps.web": LIVE | {"game.dumps", "game.sharing"},
    "game.desk": {"common", "rng", "game.models", "game.people_only", "game.rate_limits", "game.events"}
    | {"game.accounts", "game.web", "game.desk.models"},
    "game.bot_accounts": MEETING
    | {"game.accounts", "game.bot_accounts.models", "game.platform.scopes", "game.platform.tokens"}
    | {"game.arena", "game.clubs", "game.events", "game.daily"},
    "game.bot_accounts.admin": MEETING
    | {"game.bot_accounts", "game.bot_accounts.models", "game.moderation"},
    "game.platform": MEETING
    | {"game.bot_accounts", "game.bot_accounts.models"}
    | {"game.platform.models", "game.platform.scopes", "game.platform.tokens", "game.platform.bearer"}
    | {"game.api", "game.accounts", "game.advice", "game.clubs", "game.consumers", "game.daily"}
    | {"game.daily.models", "game.daily.web", "game.events", "game.following", "game.moderation"}
    | {"game.notices", "game.profiles", "game.review", "game.strength", "game.web"}
    | {"game.engines", "game.engines.models", "game.engines.remote"},
    # Jobs and listeners, which each app names.
    "game.jobs": LIVE | {"game.lobby", "game.halscrib", "game.fairness", "game.consumers"},
    "game.engines.jobs": {"game.engines.remote"},
    "game.events.jobs": {"game.runtime", "game.events", "game.events.web"},
    "game.following.jobs": {"game.runtime", "game.following.web"},
    "game.urls": {
        "game.accounts", "game.consumers", "game.events.web", "game.following.web", "game.platform",
        "common", "game.web",
    },
    "game.management": MEETING
    | {"game.bots.building", "game.shuffle_edge", "game.arena", "game.ladder", "game.evidence"}
    | {"game.review", "game.review.calibration", "game.learn", "rng.lab", "game.strength"}
    | {"game.strength.calibration"}
    | {"game.accounts", "game.moderation", "game.operations", "game.notices"}
    | {"game.events", "game.seasons", "game.accounts.names"},
    "game.apps": {"common", "game.table", "game.accounts"},
    "game.signs.apps": {"game.signs"},
    "game.engines.apps": {"game.engines.personal_data"},
    # The site around the game.
    "cribbage_site": {"common", "rng", "game.runtime"},
    "cribbage_site.formats": set(),
    "cribbage_site.assets": set(),
    "cribbage_site.pwa": {"common", "cribbage_site.assets"},
    "cribbage_site.apps": {"cribbage_site.assets"},
    "cribbage_site.logs": {"rng", "cribbage_site"},
    "cribbage_site.server": {"common", "game.consumers"},
    "cribbage_site.health": {"game.table", "game.consumers"},
    "cribbage_site.password_pages": {"common", "game.accounts", "cribbage_site"},
    "cribbage_site.dashboard": MEETING
    | {"rng.fairness", "game.ladder", "game.consumers", "cribbage_site"},
    "cribbage_site.settings": {"cribbage_site", "cribbage_site.dashboard"},
    "cribbage_site.asgi": {
        "game.runtime", "game.table", "game.operations", "game.urls", "cribbage_site",
        "cribbage_site.assets", "cribbage_site.logs", "cribbage_site.server", "cribbage_site.health",
        "cribbage_site.password_pages",
    },
}  # fmt: skip
# Measures and breaks all the rest; nothing of it is shipped.
ROOMS["bench"] = {*ROOMS}

# These modules read no clock, draw no random number, and touch no file.
PURE = {
    "__future__",
    "abc",
    "bisect",
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "heapq",
    "itertools",
    "math",
    "operator",
    "re",
    "string",
    "types",
    "typing",
}
# Except that this module reads the shipped tables.
READER = "game.bots.tables.shipped"
READS = {"hashlib", "json", "pathlib"}


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the site except its tests, parsed."""
    found = {}
    for sources in APPS:
        for file in (ROOT / sources).rglob("*.py"):
            parts = file.relative_to(ROOT).with_suffix("").parts
            if "tests" not in parts:
                found[".".join(parts).removesuffix(".__init__")] = ast.parse(file.read_text(), str(file))
    return found


def is_package(name: str) -> bool:
    return (ROOT / name.replace(".", "/") / "__init__.py").exists()


def imports(name: str) -> Iterator[str]:
    """The full name of everything that a module imports, anywhere in it."""
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
def room(name: str) -> str | None:
    """The innermost room that a module is in."""
    return max((r for r in ROOMS if name == r or name.startswith(f"{r}.")), key=len, default=None)


def rooms_there_are() -> set[str]:
    """Every app, every folder of one, and every loose module of `game`; `bench` is one room."""
    found = {*APPS}
    for name in modules():
        app, _, rest = name.partition(".")
        inner = rest.partition(".")[0]
        if app != "bench" and inner and (app == "game" or (ROOT / app / inner).is_dir()):
            found.add(f"{app}.{inner}")
    return found


def test_every_room_is_known():
    """A new folder takes its place in the list, before it is imported from anywhere."""
    assert not rooms_there_are() - {*ROOMS}
    assert not {*ROOMS} - {*modules()}


def test_a_room_stands_on_rooms_that_are_named_before_it():
    order = [*ROOMS]
    assert not [
        f"{name} on {other}"
        for name, others in ROOMS.items()
        for other in others
        if order.index(other) >= order.index(name)
    ]


def test_no_arrow_runs_back_up():
    wrong = [
        f"{name} imports {other}"
        for name in modules()
        for other in imports(name)
        if room(other) and room(other) != room(name) and room(other) not in ROOMS[room(name)]
    ]
    assert not wrong


def test_there_are_no_circles():
    TopologicalSorter(
        {name: {o for o in imports(name) if o in modules() and o != name} for name in modules()}
    ).prepare()


@pytest.mark.parametrize(
    ("pure", "besides"), [("game.engine", set()), ("game.bots", {"numpy"}), ("game.crib", set())]
)
def test_rules_and_brains_are_pure(pure, besides):
    inside = [name for name in modules() if room(name) == pure]
    wrong = [
        f"{name} imports {other}"
        for name in inside
        for other in imports(name)
        if room(other) is None
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


def test_chance_comes_from_rng_alone():
    wrong = [name for name in modules() if room(name) != "rng" and "random" in set(imports(name))]
    assert not wrong


def test_what_is_durable_is_published_by_publish_on_commit_alone():
    by_hand = [
        name
        for name, tree in modules().items()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith("on_commit")
        if any(ast.unparse(each).split(".")[-1] == "publish" for arg in call.args for each in ast.walk(arg)
               if isinstance(each, ast.Name | ast.Attribute))
    ]  # fmt: skip
    assert by_hand == ["game.runtime.pubsub"]
