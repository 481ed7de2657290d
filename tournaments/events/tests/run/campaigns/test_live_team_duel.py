"""Four players play a duel of two teams over real sockets: eight simultaneous boards with the same cards."""

import json
from contextlib import closing
from http.client import HTTPConnection
from typing import Any

import pytest

from bench.chaos.database import query
from bench.events.crowd import Wanted
from cribbage_site.tests.server_process import Server
from tests.worlds.entrants import Entrants, play_from_now
from tests.worlds.evenings import check_record, fill

pytestmark = pytest.mark.rows


BOARDS, PLAYERS = 8, 4


def load_boards(port: int, event: str) -> list[dict[str, Any]]:
    with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request("GET", f"/api/events/{event}/boards")
        boards: list[dict[str, Any]] = json.loads(connection.getresponse().read())["boards"]
        return boards


def test_two_and_two_play_eight_boards_and_all_follows_from_the_record(own_server: Server):
    made = fill(own_server, Wanted(players=PLAYERS, games=BOARDS, starts_in=60, kind="teams", team_size=2))
    (row,) = query(own_server.environment, "SELECT * FROM events_event")
    entrants = Entrants(own_server.port, row["deck_set_id"], made["cookies"])
    evening = play_from_now(own_server, made["event"], entrants, BOARDS * PLAYERS // 2)
    step, sides = evening.last["event"]["step"], evening.last["sides"]
    assert (step["closed"], step["absent"]) == (BOARDS, [])
    assert sum(side["points"] for side in sides) == 2 * BOARDS
    assert sum(side["spread"] for side in sides) == 0
    boards = load_boards(own_server.port, made["event"])
    assert [board["number"] for board in boards] == [*range(BOARDS, 0, -1)]
    for board in boards:
        first, second = board["tables"]
        assert board["margin"] == first["margin"] + second["margin"]
        assert first["one"]["dealt_first"] != second["one"]["dealt_first"]
    own = {side["club"]["name"]: side["points"] for side in sides}
    assert [own[name] for name in boards[0]["teams"]] == [
        sum(board["points"][side] for board in boards) for side in (0, 1)
    ]
    check_record(own_server)
