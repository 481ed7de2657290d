"""Honest games against a real server, followed by the real code of pages in Node.

A kind of game plays one game and returns what each page found of it: its alarm, and its mark of each deal.
"""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from bench.chaos.database import query
from cribbage_site.tests.node import run_node
from cribbage_site.tests.server_process import ROOT, Server
from tests.worlds.lobby import new_account
from tests.worlds.scripted_player import Visitor

Found = dict[str, Any]
Browser = dict[str, Any]
Storages = Sequence[dict[str, str]]
SHORT = {"moves": 14, "resigns": True}  # more moves than a deal has, and then the player gives up
PATIENCE = 1_800  # seconds; what a page waits for, it gives up itself

# Everything that the host's side of an event does, in the server's own code.
MATCH_GAME = """
from game.engine.state import Rules, Seat
from game.models import Player
from game.table.opening import open_game
from rng import entropy
one, other = (Player.objects.get(pk=pk) for pk in {players})
rules, because = Rules(61, first_dealer=Seat.B), {{"event": "night"}}
print(open_game(entropy.game_id(), (one, other), rules, "quick", because=because).pk)
"""
ANNOUNCE = """
from game.shared_rounds.announcing import announce
rules = {"target": 61, "counting": "auto", "clock": "none"}
print(announce({"rules": rules}, 1, reveals_at_once=True).pk)
"""
OPEN_ROUND = """
from game.models import Player
from game.shared_rounds.announcing import fix_root, start_collecting
from game.shared_rounds.rounds import fill_round, open_game_of_round, open_round
from game.table import bot_accounts
from game.table.record.round_of_game import load_round_decks
start_collecting("{decks}")
fix_root("{decks}")
round_ = open_round("{decks}", 1)
players = [Player.objects.get(pk=pk) for pk in {players}]
players += [bot_accounts.get_or_create_account("novice")] * (2 - len(players))
print(open_game_of_round(load_round_decks(round_.pk), tuple(players), target=61).pk)
fill_round(round_.pk)
"""


def browser(
    visitor: Visitor, *pages: dict[str, Any], storage: dict[str, str] | None = None, **how: Any
) -> Browser:
    return {"cookies": visitor.cookie_header, "storage": storage or {}, "pages": pages, **how}


def browse(server: Server, *browsers: Browser) -> tuple[list[Found], Storages]:
    """Open pages in some browsers at once. Return what each page found, and the storage of each browser."""
    script = str(ROOT / "tests/liars/honest_pages.mjs")
    given = json.dumps({"url": server.url, "browsers": browsers})
    node = ("--experimental-websocket", "--no-warnings", script)
    said = json.loads(run_node(ROOT, *node, stdin=given, patience=PATIENCE))
    return [page for each in said for page in each["pages"]], [each["storage"] for each in said]


def page(game: str, way: str | None = "asked", **how: Any) -> dict[str, Any]:
    return {"game": game, "way": way, **how}


def bot(server: Server, **wanted: Any) -> list[Found]:
    ann = Visitor(server.url)
    game = ann.new_game("novice", **{"target": 61, **wanted})
    return browse(server, browser(ann, page(game)))[0]


def bot_resigned(server: Server) -> list[Found]:
    ann = Visitor(server.url)
    return browse(server, browser(ann, page(ann.new_game("advanced"), **SHORT)))[0]


def bot_counted_by_hand(server: Server) -> list[Found]:
    return bot(server, counting="manual")


def meet(server: Server, **wanted: Any) -> tuple[str, tuple[Visitor, Visitor]]:
    """Return a game of two people by a link, and the two."""
    ann, bob = new_account(server), new_account(server)
    game, invite = ann.create_link_game(**{"target": 61, **wanted})
    bob.join(invite)
    return game, (ann, bob)


def play(
    server: Server, game: str, both: tuple[Visitor, Visitor], storages: Storages = ({}, {}), **how: Any
) -> list[Found]:
    """Play a game of two people, the first of whom gives up soon unless `how` says otherwise."""
    tries = (page(game, **{**SHORT, **how}), page(game, **how))
    seats = zip(both, tries, storages, strict=True)
    return browse(server, *[browser(who, one, storage=kept) for who, one, kept in seats])[0]


def people(server: Server) -> list[Found]:
    return play(server, *meet(server), moves=1_000)


def people_rated(server: Server) -> list[Found]:
    return play(server, *meet(server, rated=True, clock="quick", target=121))


def people_muggins(server: Server) -> list[Found]:
    return play(server, *meet(server, counting="muggins"))


def people_a_day_per_move(server: Server) -> list[Found]:
    return play(server, *meet(server, clock="relaxed"))


def rematch(server: Server) -> list[Found]:
    game, both = meet(server)
    found = play(server, game, both)
    for who in both:
        status, answer = who.post(f"/api/games/{game}/rematch", b"{}")
    assert status in (200, 201), answer
    return found + play(server, answer["game"], both)


def match(server: Server) -> list[Found]:
    """A game whose first dealer an event has named."""
    both = (new_account(server), new_account(server))
    game = server.manage("shell", "-c", MATCH_GAME.format(players=ids(server, *both))).split()[-1]
    return play(server, game, both, way=None)


def ids(server: Server, *visitors: Visitor) -> list[int]:
    """Return the rows of visitors with accounts, by the names on their front pages."""
    names = [re.findall(r"Player-[\w-]+", visitor.get("/")[1])[0] for visitor in visitors]
    find = "SELECT id FROM game_player WHERE username = %s"
    return [query(server.environment, find, name)[0]["id"] for name in names]


def deal_shared_cards(server: Server, *visitors: Visitor) -> tuple[str, Storages]:
    """Return a game from decks in which the browsers of these visitors have a part, and their storages."""
    decks = server.manage("shell", "-c", ANNOUNCE).split()[-1]
    _, storages = browse(server, *[browser(who, takesPartIn=decks) for who in visitors])
    opened = OPEN_ROUND.format(decks=decks, players=ids(server, *visitors))
    return server.manage("shell", "-c", opened).split()[-1], storages


def daily(server: Server) -> list[Found]:
    ann = new_account(server)
    game, [kept] = deal_shared_cards(server, ann)
    return browse(server, browser(ann, page(game, "daily", **SHORT), storage=kept))[0]


def duel(server: Server) -> list[Found]:
    both = (new_account(server), new_account(server))
    game, storages = deal_shared_cards(server, *both)
    return play(server, game, both, storages, way=None)


def duel_on_other_devices(server: Server) -> list[Found]:
    both = (new_account(server), new_account(server))
    game, _ = deal_shared_cards(server, *both)
    return play(server, game, both, way=None)


def invitation(server: Server) -> list[Found]:
    ann, friend = Visitor(server.url), Visitor(server.url)
    first = ann.new_game("novice", target=61)
    browse(server, browser(ann, page(first)))
    code = re.search(r'value="[^"]*/cards/(\w+)"', ann.submit(f"/game/{first}/cards")[1])
    assert code
    game = re.search(r'data-game="(\w+)"', friend.submit(f"/cards/{code[1]}/play")[1])
    assert game
    return browse(server, browser(friend, page(game[1], "invitation")))[0]


def reloads(server: Server) -> list[Found]:
    """A page is reloaded every five moves."""
    ann = Visitor(server.url)
    game = ann.new_game("novice", target=61)
    tries = [page(game, moves=moves) for moves in (0, 1, 5, 5, 5, 5)]
    return browse(server, browser(ann, *tries, page(game)))[0][-1:]


def two_tabs(server: Server) -> list[Found]:
    """Two tabs of a browser play every other deal."""
    ann = Visitor(server.url)
    game = ann.new_game("novice", target=61)
    _, [kept] = browse(server, browser(ann, page(game, moves=0)))
    tabs = [page(game, deals=deals) for deals in (1, 0)]
    return browse(server, browser(ann, *tabs, storage=kept, areTabs=True))[0]


def two_devices(server: Server) -> list[Found]:
    """Two devices of a player play every other deal. The second comes after the first has committed."""
    ann = Visitor(server.url)
    game = ann.new_game("novice", target=61)
    _, [kept] = browse(server, browser(ann, page(game, moves=2)))
    devices = (browser(ann, page(game, deals=1), storage=kept), browser(ann, page(game, None, deals=0)))
    return browse(server, *devices)[0]


def lost_storage(server: Server) -> list[Found]:
    ann = Visitor(server.url)
    game = ann.new_game("novice", target=61)
    browse(server, browser(ann, page(game, moves=8)))
    return browse(server, browser(ann, page(game, None)))[0]


TICKS, NO_TICKS, ANY = "ticks", "no ticks", "any"
Kind = Callable[[Server], list[Found]]
# The mark of every deal on every page. A ring has one of two reasons: a named first dealer, or shared decks
# without a delay. These browsers have no WebCrypto, and so they could not compute a delay.
KINDS: dict[Kind, str] = {
    bot: TICKS,
    bot_resigned: TICKS,
    bot_counted_by_hand: TICKS,
    people: TICKS,
    people_rated: TICKS,
    people_muggins: TICKS,
    people_a_day_per_move: TICKS,
    rematch: ANY,
    match: ANY,
    daily: NO_TICKS,
    duel: NO_TICKS,
    duel_on_other_devices: NO_TICKS,
    invitation: TICKS,
    reloads: TICKS,
    two_tabs: TICKS,
    two_devices: ANY,
    lost_storage: NO_TICKS,
}


def check(kind: Kind, found: list[Found]) -> None:
    """Check that a game was played to its end without an alarm, and has the marks of its kind."""
    assert {each["alarm"] for each in found} == {None}, found
    assert {each["phase"] for each in found} == {"over"}, found
    marks = [mark for each in found for mark in each["marks"].values()]
    assert marks, found
    assert set(marks) <= {"true", "unvouched"}, found
    if KINDS[kind] is TICKS:
        assert set(marks) == {"true"}, found
    if KINDS[kind] is NO_TICKS:
        assert set(marks) == {"unvouched"}, found
