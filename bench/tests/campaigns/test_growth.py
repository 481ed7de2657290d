"""Every read that is compared over sizes opens on a small filled site."""

import pytest

from bench.growth import compare, measure_size
from cribbage_site.tests.services import ServiceMissing, postgresql


def test_every_read_opens_on_a_filled_site() -> None:
    try:
        with postgresql() as cluster:
            measured = measure_size(cluster, rows=100, rounds=1)
    except ServiceMissing as missing:
        pytest.skip(str(missing))
    statements = {read.what: read.statements[-1] for read in compare({100: measured, 200: measured}).reads}
    assert statements.keys() > {
        "the Top 50 of people, to a stranger", "/admin/events/event/…/change/, to a host",
        "/clubs, to a stranger", "GET players/KEENEST/trophies, to a program", "a player's notifications",
    }  # fmt: skip
    assert statements["/events, to a stranger"] > 0
