"""Programs beside sockets: the client that makes calls, the arithmetic, and a short measure."""

import json
import subprocess
import sys

import pytest

from bench.bots.http import build_request, parse_answer, parse_chunks
from bench.bots.measure import build_rows
from bench.live.player import Traffic
from bench.live.throughput import Throughput
from cribbage_site.tests.server_process import ROOT


def counted(cpu_per_move: float, moves: int = 100) -> Throughput:
    return Throughput(moves, 2.0, cpu_per_move, 0.002, 0.005, Traffic(3, 1800), 0.5)


class TestTheClient:
    def test_an_answer_is_taken_once_it_is_whole(self) -> None:
        whole = b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"ply":3}'
        assert parse_answer(whole + b"HTTP") == (200, b'{"ply":3}', b"HTTP")
        for end in range(len(whole)):
            assert parse_answer(whole[:end]) is None

    def test_chunks_are_taken_as_they_are_whole(self) -> None:
        sent = b'a\r\n{"t":"a"}\n\r\n1\r\n\n\r\n5\r\n{"t"'
        assert parse_chunks(sent) == (b'{"t":"a"}\n\n', b'5\r\n{"t"')
        assert parse_chunks(b"") == (b"", b"")

    def test_a_request_shows_the_token(self) -> None:
        head, _, body = build_request("POST", "/api/v1/x", "eo_x", "10.0.0.1", b"{}").partition(b"\r\n\r\n")
        assert body == b"{}"
        assert {b"Authorization: Bearer eo_x", b"Content-Length: 2"} <= set(head.split(b"\r\n"))


def test_ratios_are_of_sockets_and_of_the_cheapest_round_of_each() -> None:
    rounds = {
        "sockets": [counted(0.0003), counted(0.0002)],
        "calls": [counted(0.0005, 50), counted(0.0006)],
    }
    sockets, calls = build_rows("daphne", 10, rounds)
    assert (sockets.times, sockets.cpu_s_per_1000) == (1, pytest.approx(0.2))
    assert (calls.times, calls.moves_per_s) == (pytest.approx(2.5), 25)


@pytest.mark.in_full
def test_a_short_measure_has_both_ways() -> None:
    short = ("--json", "--quick", "--tables", "20", "--seconds", "1", "--server", "daphne")
    done = subprocess.run(
        [sys.executable, "manage.py", "bench", "bots", *short],
        cwd=ROOT,
        text=True,
        capture_output=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    sockets, calls = json.loads(done.stdout)
    assert [(row["way"], row["games"]) for row in (sockets, calls)] == [("sockets", 20), ("calls", 20)]
    assert sockets["times"] == 1 < calls["times"]
    for row in (sockets, calls):
        assert 0 < row["p50_ms"] <= row["p99_ms"]
    assert "20 games by calls" in done.stderr
