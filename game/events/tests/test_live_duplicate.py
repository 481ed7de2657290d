"""Fourteen play a duplicate night over real sockets: committed, revealed, closed board by board."""

import json
from contextlib import closing
from http.client import HTTPConnection

import pytest

from bench.chaos.database import query
from bench.events.crowd import Wanted
from cribbage_site.tests.server_process import Server
from game.events.tests.live_entrants import Entrants, play_from_now
from game.events.tests.test_live_night import check_record, fill

pytestmark = pytest.mark.rows_in_full

ROUNDS, PLAYERS = 2, 14  # more than twelve are paired by a worker process


def test_fourteen_play_two_rounds_and_every_board_follows_from_the_record(own_server: Server):
    made = fill(own_server, Wanted(players=PLAYERS, games=ROUNDS, starts_in=60, kind="duplicate"))
    (row,) = query(own_server.environment, "SELECT * FROM events_event")
    entrants = Entrants(own_server.port, row["deck_set_id"], made["cookies"])
    evening = play_from_now(own_server, made["event"], entrants, ROUNDS * PLAYERS // 2)
    step = evening.last["event"]["step"]
    assert (step["closed"], step["absent"]) == (ROUNDS, [])
    lines = evening.last["standings"]
    assert {line["games"] for line in lines} == {ROUNDS}
    assert sum(line["x"] for line in lines) == pytest.approx(0)
    assert lines == sorted(lines, key=lambda line: -line["x"])
    with closing(HTTPConnection("127.0.0.1", own_server.port, timeout=60)) as connection:
        connection.request("GET", f"/api/events/{made['event']}/boards")
        boards = json.loads(connection.getresponse().read())["boards"]
    assert [(board["number"], len(board["tables"])) for board in boards] == [
        (2, PLAYERS // 2),
        (1, PLAYERS // 2),
    ]
    for board in boards:
        for seat in ("first", "second"):
            assert sum(table[seat]["x"] for table in board["tables"]) == pytest.approx(0)
    assert "a worker could not pair" not in own_server.log.read_text()
    check_record(own_server)
