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
    "game.accounts.sanctions",
    "game.accounts.people_only",
    "game.places",
    "game.runtime",
    "proof.public_log",
    "game.table",
}
MEETING = LIVE | {"game.accounts.rate_limits", "game.lobby", "game.shared_decks"}

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
    "tournaments.desk.models": {"game.models"},
    # What tables and doors ask of decks that many tables share.
    "game.shared_decks.models": {"game.models"},
    "game.shared_decks.barrier": {"common", "game.models", "game.shared_decks.models"},
    "game.shared_decks.round_decks": {"rng", "game.engine"},
    "study.throws.models": {"game.models"},
    "study.trainer.models": {"game.models"},
    "game.tokens.scopes": set(),
    "game.tokens.models": {"game.models", "game.tokens.scopes"},
    "game.bot_accounts.models": {"game.models", "game.shared_decks.models"},
    "game.accounts.rate_limits": {"common"},
    "game.accounts.sanctions": {"common", "game.models"},
    "game.accounts.people_only": {"common", "game.models"},
    "game.places": {"common", "game.models", "game.accounts.rate_limits"},
    # A serving process, and a live game in it.
    "game.runtime": {"common", "rng", "game.engine", "game.bots"},
    "game.accounts.sessions": {"game.runtime"},
    # By what a program calls, which sockets ask as well.
    "game.tokens.tokens": {"common", "rng", "game.models", "game.runtime", "game.tokens.models"}
    | {"game.tokens.scopes"},
    "game.tokens.bearer": {"game.tokens.models", "game.tokens.tokens"},
    "game.engines.house": {"game.engine", "game.bots", "game.engines", "game.runtime"},
    "game.engines.models": {"game.models"},
    "game.engines.remote": {"common", "rng", "game.engine", "game.bots", "game.wire", "game.models"}
    | {"game.accounts.names", "game.accounts.people_only", "game.accounts.sanctions", "game.runtime", "game.engines"}
    | {"game.engines.models", "game.engines.house"},
    "proof.public_log": {"common", "rng", "game.engine", "game.models", "game.runtime"}
    | {"game.shared_decks.barrier"},
    "game.table": CORE
    | {"game.accounts.sanctions", "game.runtime", "proof.public_log"}
    | {"game.engines.house", "game.engines.models", "game.engines.remote", "game.accounts.names"},
    "game.shared_decks": LIVE,
    "study.daily.models": {"game.models", "game.shared_decks.models"},
    # What surrounds a game.
    "game.lobby": LIVE | {"game.accounts.rate_limits", "game.following.models", "game.bot_accounts.models"},
    "people.notices": MEETING | {"game.accounts.sessions"},
    "game.following": MEETING | {"game.following.models", "people.notices"},
    "people.clubs": MEETING | {"game.accounts.names", "people.notices"},
    "tournaments.events": MEETING | {"people.notices", "people.clubs"},
    "tournaments.seasons": MEETING | {"people.notices", "people.clubs", "tournaments.events"},
    "study.daily": MEETING | {"study.daily.models", "people.notices"},
    "study.same_cards.models": {"game.models", "game.shared_decks.models"},
    "study.same_cards": MEETING | {"study.same_cards.models", "people.notices", "study.throws.models"}
    | {"game.engines.house"},
    "game.halscrib": LIVE | {"rng.fairness"},
    "game.sharing": MEETING,
    "game.ladder": LIVE,
    "proof.evidence": LIVE,
    "game.fairness": LIVE | {"rng.fairness"},
    "study.review": LIVE | {"game.shared_decks", "game.halscrib", "game.sharing", "tournaments.events"},
    "study.strength": LIVE | {"study.review"},
    "study.strength.calibration": CORE | {"game.bots.building", "game.arena", "study.strength"},
    "study.review.calibration": CORE | {"game.arena", "study.review"},
    "people.mail": LIVE | {"people.notices"},
    "study.rules": LIVE,
    "study.learn": LIVE | {"study.rules"},
    "game.advice": MEETING,
    "study.replay": LIVE
    | {"game.halscrib", "game.sharing", "tournaments.events", "study.review", "study.strength", "study.same_cards"},
    "programs.embedding": LIVE | {"game.sharing", "proof.evidence", "study.replay"},
    "people.profiles": MEETING
    | {"rng.fairness", "game.halscrib", "game.sharing", "game.following", "tournaments.events", "people.clubs"}
    | {"tournaments.seasons", "study.strength", "study.daily"},
    "game.accounts": MEETING | {"game.accounts.names", "game.accounts.sessions", "people.notices"},
    "game.migrations": {"common", "game.accounts.names"},
    "people.moderation": MEETING | {"people.notices", "game.engines.house", "tournaments.events"},
    "hosting.signs": LIVE | {"tournaments.events", "study.review"},
    "hosting.signs.admin": {"common", "hosting.signs", "people.moderation"},
    "study.daily.admin": {"common", "study.daily.models", "people.moderation"},
    "game.engines.personal_data": {"common", "game.engines.models"},
    "programs.engines.rulings": LIVE | {"game.engines.models", "game.engines.remote", "people.moderation"},
    "programs.engines.admin": {"common", "game.engines.models", "programs.engines.rulings", "people.moderation"},
    "hosting": MEETING
    | {"people.notices", "game.ladder", "proof.evidence", "game.accounts", "people.moderation"}
    | {"game.accounts.names", "people.clubs", "tournaments.events", "tournaments.seasons", "study.throws.models"}
    | {"game.tokens.tokens", "game.engines.remote"},
    "study.strength.admin": {"common", "study.strength", "people.moderation"},
    "tournaments.events.rulings": {"common", "game.models", "tournaments.events", "people.moderation"},
    "tournaments.events.admin": {"common", "game.models", "tournaments.events", "people.moderation"}
    | {"tournaments.events.rulings", "people.clubs", "game.shared_decks.barrier"},
    "tournaments.seasons.admin": {"common", "tournaments.events", "people.clubs", "tournaments.seasons", "people.moderation"},
    "people.clubs.rulings": MEETING | {"people.notices", "people.clubs", "people.moderation"},
    "people.clubs.admin": MEETING | {"people.clubs", "people.clubs.rulings", "people.moderation"},
    # The ways in: the frame of calls, then sockets, calls, pages, addresses, commands.
    "game.web": {"common", "game.wire", "game.accounts.rate_limits", "game.table"},
    "game.consumers": MEETING
    | {"people.notices", "game.following", "game.ladder", "game.advice", "game.accounts"}
    | {"game.accounts.sessions"}
    | {"people.moderation", "game.tokens.models", "game.tokens.scopes", "game.tokens.bearer"},
    "game.web": MEETING
    | {"proof.evidence", "study.review", "game.advice", "people.profiles", "game.accounts", "game.consumers"}
    | {"people.notices", "people.moderation", "study.replay", "study.strength", "game.web"},
    "game.shared_rounds.web": MEETING | {"game.shared_decks", "game.web"},
    "study.daily.web": MEETING | {"study.daily", "study.daily.models", "game.sharing", "game.web"}
    | {"game.web"},
    "study.same_cards.web": MEETING
    | {"study.same_cards", "study.same_cards.models", "study.daily.web", "game.sharing", "game.web"}
    | {"game.web"},
    "people.following.web": MEETING | {"game.following", "game.accounts", "game.consumers", "game.web"}
    | {"game.web"},
    "tournaments.events.web": MEETING | {"tournaments.events", "game.consumers", "game.web", "game.sharing"},
    "people.clubs.web": MEETING | {"people.clubs", "game.accounts", "game.web", "tournaments.seasons", "game.sharing"}
    | {"tournaments.events", "tournaments.events.web"},
    "study.throws": MEETING
    | {"study.throws.models", "game.arena", "study.review", "game.advice", "game.sharing", "game.web"},
    "study.trainer": MEETING | {"study.trainer.models", "study.review", "game.accounts", "game.web"},
    "cribbage_site.pages": MEETING
    | {"game.ladder", "study.rules", "game.advice", "people.moderation", "hosting", "game.web"}
    | {"game.accounts", "game.sharing", "tournaments.events", "study.daily", "study.throws", "study.throws.models"}
    | {"study.same_cards", "people.clubs", "study.daily.models", "game.web"},
    "programs.crib": {"game.engine"},
    "programs.crib.of_game": LIVE | {"programs.crib", "tournaments.events"},
    "programs.crib.web": MEETING | {"programs.crib", "programs.crib.of_game", "study.replay", "game.web"}
    | {"game.web"},
    "programs.dumps": LIVE,
    "programs.dumps.web": LIVE | {"programs.dumps", "game.sharing"},
    "tournaments.desk": {"common", "rng", "game.models", "game.accounts.people_only", "game.accounts.rate_limits", "tournaments.events"}
    | {"game.accounts", "game.web", "tournaments.desk.models"},
    "game.bot_accounts": MEETING
    | {"game.accounts", "game.bot_accounts.models", "game.tokens.scopes", "game.tokens.tokens"}
    | {"game.arena", "people.clubs", "tournaments.events", "study.daily"},
    "programs.bots.admin": MEETING
    | {"game.bot_accounts", "game.bot_accounts.models", "people.moderation"},
    "programs.api": MEETING
    | {"game.bot_accounts", "game.bot_accounts.models"}
    | {"game.tokens.models", "game.tokens.scopes", "game.tokens.tokens", "game.tokens.bearer"}
    | {"game.web", "game.accounts", "game.advice", "people.clubs", "game.consumers", "study.daily"}
    | {"study.daily.models", "study.daily.web", "tournaments.events", "game.following", "people.moderation"}
    | {"people.notices", "people.profiles", "study.review", "study.strength", "game.web"}
    | {"game.engines", "game.engines.models", "game.engines.remote"},
    # Jobs and listeners, which each app names.
    "game.jobs": LIVE | {"game.lobby", "game.halscrib", "game.fairness", "game.consumers"},
    "game.engines.jobs": {"game.engines.remote"},
    "tournaments.events.jobs": {"game.runtime", "tournaments.events", "tournaments.events.web"},
    "people.following.jobs": {"game.runtime", "people.following.web"},
    "game.urls": {
        "game.accounts", "game.consumers", "tournaments.events.web", "people.following.web", "programs.api",
        "common", "game.web",
    },
    "hosting.management": MEETING
    | {"game.bots.building", "game.shuffle_edge", "game.arena", "game.ladder", "proof.evidence"}
    | {"study.review", "study.review.calibration", "study.learn", "rng.lab", "study.strength"}
    | {"study.strength.calibration"}
    | {"game.accounts", "people.moderation", "hosting", "people.notices"}
    | {"tournaments.events", "tournaments.seasons", "game.accounts.names"},
    "game.apps": {"common", "game.table", "game.accounts"},
    "hosting.signs.apps": {"hosting.signs"},
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
        "game.runtime", "game.table", "hosting", "game.urls", "cribbage_site",
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
    ("pure", "besides"), [("game.engine", set()), ("game.bots", {"numpy"}), ("programs.crib", set())]
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
