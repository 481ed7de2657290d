"""The browser's statistics equal the server's: distributions, counts, tails, the naive swap."""

import json

import numpy as np
import pytest

from cribbage_site.tests.node import run_node
from rng.bulk import decks as shuffled
from rng.fairness import laws, statistics
from rng.lab.trees import SHUFFLES, place_probabilities

TAILS = [(68.67, 51), (30.0, 51), (120.0, 51), (2601.0, 2601), (0.5, 1), (400.0, 51)]


@pytest.mark.slow
def test_browser_and_server_agree_on_every_law_and_every_count() -> None:
    decks = shuffled(bytes(64), 200)
    given = json.dumps({"decks": decks.tolist(), "tails": TAILS})
    answer = json.loads(run_node("rng/fairness", "tests/parity.js", stdin=given))

    for name, law in answer["laws"].items():
        ours = getattr(laws, name)()
        wide = max(len(law), ours.size)
        assert np.allclose(
            np.pad(law, (0, wide - len(law))), np.pad(ours, (0, wide - ours.size)), 1e-9, 1e-15
        )

    at = statistics.inverses(decks)
    counts = {
        "inversions": statistics.inversions(decks),
        "cycles": statistics.cycles(decks),
        "fixed": statistics.fixed_points(decks),
        "rising": statistics.descents(at) + 1,
        "runs": statistics.descents(decks) + 1,
    }
    assert answer["counted"] == {name: found.tolist() for name, found in counts.items()}

    places_of = at.astype(int)
    assert np.allclose(answer["displacements"], np.abs(places_of - np.arange(52)).mean(axis=0))
    assert np.allclose(answer["neighbours"], np.abs(np.diff(places_of, axis=1)).mean(axis=0))
    assert np.allclose(answer["naive"], place_probabilities(SHUFFLES["naive"], 52))
    assert np.allclose(answer["tails"], [laws.chi2_sf(x, freedom) for x, freedom in TAILS], 1e-9, 1e-14)
