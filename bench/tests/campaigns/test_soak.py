"""The analysis of soak samples."""

from bench.soak.run import load_counts
from bench.soak.slopes import slope, slopes

HALF_AN_HOUR = range(0, 1800, 5)


def test_a_leak_is_found_under_its_noise():
    # A megabyte a minute, and noise of two with every other sample.
    found = slope("server 1 memory MB", [(at, 150 + at / 60 + 2 * (at % 2)) for at in HALF_AN_HOUR])
    assert 58 < found.an_hour < 62
    assert not found.is_flat


def test_single_peaks_are_no_growth():
    found = slope(
        "server 1 files", [(at, 900.0 if at > 1700 and at % 20 == 0 else 60.0) for at in HALF_AN_HOUR]
    )
    assert found.an_hour == 0
    assert found.is_flat
    assert (found.least, found.most) == (60, 900)


def test_a_shrinking_count_is_flat():
    assert slope("redis keys", [(at, 5000 - at) for at in HALF_AN_HOUR]).is_flat


def test_every_count_gets_a_slope():
    samples = [(float(at), {"server 1 threads": 9.0, "server 1 files": at / 60}) for at in HALF_AN_HOUR]
    assert {each.what: each.is_flat for each in slopes(samples)} == {
        "server 1 threads": True,
        "server 1 files": False,
    }


def test_players_who_switch_servers_are_no_growth():
    samples = []
    for at in HALF_AN_HOUR:
        moved = at // 180
        of_each = {"server 1 files and sockets": 60.0 + moved, "server 2 files and sockets": 60.0 - moved}
        samples.append((float(at), of_each | load_counts(of_each, sockets=74, tables=26)))
    found = {each.what: each for each in slopes(samples)}
    assert found["servers files"].middle == 46
    assert all(each.is_flat for each in found.values())
