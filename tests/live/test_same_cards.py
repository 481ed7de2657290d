"""A friend plays the cards of a finished game over real sockets; nothing of it is shown before the end."""

import asyncio
import json
import re
from time import monotonic, sleep
from typing import Any

import pytest

from cribbage_site.tests.patience import PATIENCE
from cribbage_site.tests.server_process import Server
from proof.evidence.checks.case import verify_evidence
from proof.evidence.checks.verdict import Status
from rng.commitment import context
from tests.worlds.scripted_player import ScriptedPlayer, Visitor, connect_player

pytestmark = pytest.mark.slow


async def play(visitor: Visitor, game: str) -> ScriptedPlayer:
    """Play a game to its end."""
    async with connect_player(visitor, game) as person:
        await person.play_moves()
        return person


def invite(ann: Visitor, game: str) -> str:
    """The code of the link that Ann makes."""
    status, page = ann.submit(f"/game/{game}/cards")
    assert status == 200
    found = re.search(r'value="[^"]*/cards/(\w+)"', page)
    assert found
    return found[1]


def take(friend: Visitor, code: str) -> str:
    """The game that a friend sits down at."""
    status, page = friend.submit(f"/cards/{code}/play")
    assert status == 200
    found = re.search(r'data-game="(\w+)"', page)
    assert found
    return found[1]


def wait_until_open(visitor: Visitor, game: str) -> dict[str, Any]:
    """The transcript of a game, once its board is open."""
    until = monotonic() + PATIENCE
    while monotonic() < until:
        status, text = visitor.get(f"/api/games/{game}/transcript")
        if status == 200:
            found: dict[str, Any] = json.loads(text)
            return found
        assert json.loads(text)["error"] == "open_board"
        sleep(0.1)
    raise TimeoutError(f"The board of {game} did not open.")


def sorted_throws(line: str) -> str:
    """A line with the two throws of each deal in one order."""
    return re.sub(r"(b\d\d) (a\d\d)\b", r"\2 \1", line)


@pytest.mark.rows
def test_the_same_decisions_are_the_same_game_and_all_of_it_can_be_checked(server: Server) -> None:
    ann, friend = Visitor(server.url), Visitor(server.url)
    first = ann.new_game("advanced", target=61)
    asyncio.run(play(ann, first))
    of_first = wait_until_open(ann, first)
    code = invite(ann, first)

    assert friend.get(f"/api/games/{first}/transcript")[0] == 409
    assert friend.get(f"/api/games/{first}/replay")[0] == 409
    assert ann.get(f"/api/games/{first}/replay")[0] == 200

    second = take(friend, code)
    person = asyncio.run(play(friend, second))
    same_as = json.loads(person.fair["params"])["same_as"]
    fair = of_first["fair"]
    fixed = context(fair["params"], *map(bytes.fromhex, (fair["tip"], *fair["commitments"]))).hex()
    assert same_as == {"game": first, "tip": fair["tip"], "context": fixed, "secrets": fair["secrets"]}
    links = set(fair["links"].values())
    assert not [
        frame for frame in person.frames if links & set(re.findall("[0-9a-f]{64}", json.dumps(frame)))
    ]

    of_second = wait_until_open(friend, second)
    # The scripted player decides by what it sees alone. Which seat throws first is no decision.
    assert sorted_throws(of_second["line"]) == sorted_throws(of_first["line"])
    files = [friend.get(f"/api/games/{game}/transcript")[1].encode() for game in (second, first)]
    assert verify_evidence(files[0], None, first=files[1]).status is Status.TRUE
    status, page = friend.get(f"/game/{first}/beside/{second}")
    assert status == 200
    assert page.count('class="verdict"') == len([deal for deal in of_first["deals"] if deal["number"]])
