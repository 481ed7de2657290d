"""Evidence against a shuffle: rare false alarms for an even one, quick alarms for others."""

import numpy as np
import pytest

from cribbage_site.tests.repetitions import repetitions
from rng.fairness.watch import evidence
from rng.fairness.watch.evidence import ALARM_THRESHOLD, Evidence, add_decks
from rng.lab.trials import Trials, run_trials
from tests.worlds.deals import shuffled_decks

# Half of all runs must raise an alarm by about this deck.
WANTED = {"naive": 110, "sattolo": 3, "riffle7": 21, "modulo8": 900}
AWAKE_AFTER = 20_000


@pytest.mark.slow
def test_the_total_stake_is_one_unit(monkeypatch: pytest.MonkeyPatch):
    """If all bets pay back exactly their stake, the unit stays one."""
    monkeypatch.setattr(
        evidence, "log_gains", lambda decks, *known: np.zeros((len(decks), len(evidence.NAMES)))
    )
    found = Evidence()
    for batch in (1, 99, 5000, 20_000):
        found = add_decks(found, np.tile(np.arange(52, dtype=np.uint8), (batch, 1)))
        assert found.worth == pytest.approx(1, abs=1e-9)


def test_batch_sizes_make_no_difference():
    decks = np.concatenate([shuffled_decks("fair", 300), shuffled_decks("naive", 700)])
    at_once, piece_by_piece = add_decks(Evidence(), decks), Evidence()
    for piece in np.split(decks, [1, 3, 100, 101, 640]):
        piece_by_piece = add_decks(piece_by_piece, piece)
    assert piece_by_piece.alarmed_after == at_once.alarmed_after
    assert piece_by_piece.highest == pytest.approx(at_once.highest)
    assert piece_by_piece.worth == pytest.approx(at_once.worth)
    backwards = add_decks(Evidence(), decks[::-1])
    for name, (at_first, _) in at_once.bets.items():
        assert backwards.bets[name][0] == pytest.approx(at_first), name
    assert add_decks(at_once, decks[:0]) is at_once


def test_an_alarm_stays_although_the_evidence_falls():
    alarmed = add_decks(Evidence(), shuffled_decks("naive", 300))
    calm = add_decks(alarmed, shuffled_decks("fair", 3000))
    assert calm.alarmed_after == alarmed.alarmed_after is not None
    assert calm.highest >= ALARM_THRESHOLD > calm.worth


@pytest.mark.slow
def test_an_even_shuffle_is_seldom_accused():
    """The full run has 2,000 records of 10,000 deals. At most a hundredth of them may have an alarm."""
    runs = Trials([*run_trials("fair", 10_000, repetitions(2000, one_in=200), seed=1)])
    assert runs.share <= 1 / ALARM_THRESHOLD


@pytest.mark.slow
@pytest.mark.parametrize("shuffle", WANTED)
def test_a_wrong_shuffle_is_found_soon(shuffle: str):
    runs = Trials([*run_trials(shuffle, 5 * WANTED[shuffle], repetitions(1000, one_in=25), seed=1)])
    median = runs.alarm_quantile(5)
    assert median is not None
    assert 0.75 * WANTED[shuffle] <= median <= 1.25 * WANTED[shuffle]


@pytest.fixture(scope="module")
def of_old() -> Evidence:
    """Return the evidence after many even decks, in which a bet without later stakes would be worthless."""
    found = Evidence()
    for seed in range(AWAKE_AFTER // 5000):
        found = add_decks(found, shuffled_decks("fair", 5000, seed))
    assert found.alarmed_after is None
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("shuffle", "within"), [("sattolo", 12), ("riffle7", 100), ("naive", 500)])
def test_the_monitor_still_detects_bias_after_many_deals(of_old: Evidence, shuffle: str, within: int):
    found = add_decks(of_old, shuffled_decks(shuffle, within, seed=9))
    assert found.alarmed_after is not None
