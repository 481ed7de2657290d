"""Every read and job that is measured at a million games runs on a small filled site."""

from collections.abc import Iterator

import pytest

from bench.children import run_child
from bench.figure import Figure
from bench.growth import compare, measure_size
from bench.services import postgresql, temporary_database

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    with postgresql() as url:
        yield url


def test_every_read_opens(cluster: str) -> None:
    measured = measure_size(cluster, rows=100, rounds=1)
    statements = {read.what: read.statements[-1] for read in compare({100: measured, 200: measured}).reads}
    assert statements.keys() > {
        "the Top 50 of people, to a stranger", "/admin/events/event/…/change/, to a host",
        "/clubs, to a stranger", "GET players/KEENEST/trophies, to a program", "a player's notifications",
    }  # fmt: skip
    assert statements["/events, to a stranger"] > 0


def test_every_job_runs(cluster: str) -> None:
    with temporary_database(cluster) as url:
        measured = {
            figure.what for figure in run_child(Figure, "bench.scale.child", "3000", DATABASE_URL=url)
        }
    assert measured > {
        "500 sockets checked for bans and log-outs: p95", "500 sessions forgotten: p95",
        "3,000 players and games written",
    }  # fmt: skip
