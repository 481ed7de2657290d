"""The fields of a row, and when it fails its target."""

import pytest

from bench.live.row import Row, percentile


def row(database="sqlite", tables=50, kind="game", cost=0.2):
    return Row(database, tables, kind, cost, 4000.0, 1.0, 5.0)


def test_the_json_has_every_field():
    assert row().to_json() == {
        "database": "sqlite",
        "tables": 50,
        "kind": "game",
        "cpu_s_per_1000": 0.2,
        "moves_per_s": 4000.0,
        "p50_ms": 1.0,
        "p99_ms": 5.0,
    }


@pytest.mark.parametrize(("database", "target"), [("sqlite", 0.12), ("postgresql", 0.18)])
def test_games_at_fifty_tables_have_a_target(database, target):
    assert row(database, cost=target).passes
    assert not row(database, cost=target + 0.01).passes


def test_the_echo_and_other_numbers_of_tables_have_no_target():
    assert row(kind="echo", cost=9).passes
    assert row(tables=500, cost=9).passes


def test_percentiles():
    numbers = [float(n) for n in range(100, 0, -1)]
    assert (percentile(numbers, 50), percentile(numbers, 99), percentile([7.0], 99)) == (51, 100, 7)
