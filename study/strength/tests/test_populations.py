import pytest

from study.strength.calibration.populations import KINDS, Kind, measure

LEAST = 90


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.games < 300], ids=lambda kind: kind.name)
def test_the_interval_holds_the_truth_in_each_kind_of_population(kind: Kind):
    found = measure(kind, runs=6)
    assert found.percent >= LEAST
    assert found.shown_percent is None or found.shown_percent >= LEAST
