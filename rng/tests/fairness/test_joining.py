"""Bets that join a watch which runs already: nothing on record changes, and they find what they are for."""

import numpy as np
import pytest

from rng.fairness.watch import bets, evidence, repeats, seat_bets
from rng.fairness.watch.evidence import (
    HAS_JOINED,
    JOINED_SHARES,
    LOG_SHARES,
    NAMES,
    RESERVE_SHARE,
    SHARES,
    Evidence,
    add_decks,
)
from rng.lab.dealers import dealt_batches
from tests.worlds.deals import shuffled_decks

EARLIER = tuple(name for names in SHARES for name in names)
SHARE_OF = dict(zip(NAMES, np.exp(LOG_SHARES).tolist(), strict=True))


def reserve(deals: int) -> float:
    """Return the reserve that an earlier release had after so many deals."""
    return float(RESERVE_SHARE / (1 + np.log1p(deals / 100)))


def of_old(deals: int, names: tuple[str, ...] = EARLIER, seed: int = 0) -> tuple[Evidence, float]:
    """Evidence as an earlier release stored it, with bets that lost or won, and its worth by that release."""
    chance = np.random.default_rng(seed)
    stakes = {name: (float(chance.normal(-3, 4)), float(chance.normal(-6, 3))) for name in names}
    held = sum(
        SHARE_OF[name] * ((1 - RESERVE_SHARE) * np.exp(first) + np.exp(since))
        for name, (first, since) in stakes.items()
    )
    return Evidence(deals=deals, bets=stakes), float(held + reserve(deals))


@pytest.fixture
def nothing_is_won(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence, "log_gains", lambda decks, *known: np.zeros((len(decks), len(NAMES))))


def test_the_shares_are_one_unit_of_the_earlier_bets_and_one_of_those_that_joined():
    assert np.exp(LOG_SHARES[~HAS_JOINED]).sum() == pytest.approx(1)
    assert np.exp(LOG_SHARES[HAS_JOINED]).sum() == pytest.approx(1)
    assert sum(map(len, (*SHARES, *JOINED_SHARES))) == len(set(NAMES)) == len(NAMES)


@pytest.mark.parametrize("deals", [1, 100, 20_000, 10**7])
@pytest.mark.usefixtures("nothing_is_won")
def test_the_evidence_on_record_is_worth_the_same_after_bets_have_joined(deals: int):
    known, worth = of_old(deals)
    for decks in (1, 99, 3000):
        known = add_decks(known, np.tile(np.arange(52, dtype=np.uint8), (decks, 1)))
        assert known.worth == pytest.approx(worth, rel=1e-9)


@pytest.mark.parametrize("deals", [1, 100, 20_000])
@pytest.mark.usefixtures("nothing_is_won")
@pytest.mark.parametrize("names", [bets.NAMES, (*bets.NAMES, *seat_bets.NAMES)])
def test_bets_of_the_first_releases_that_are_missing_hold_what_was_laid_on_them(deals, names):
    """Older databases lack the bets on people or on repeats: these have neither won nor lost."""
    known, worth = of_old(deals, names)
    untouched = 1 - RESERVE_SHARE + RESERVE_SHARE - reserve(deals)
    missing = sum(SHARE_OF[name] for name in EARLIER if name not in names)
    known = add_decks(known, np.tile(np.arange(52, dtype=np.uint8), (5, 1)))
    assert known.worth == pytest.approx(worth + missing * untouched, rel=1e-9)
    assert set(repeats.NAMES) <= known.bets.keys()


def test_no_earlier_bet_loses_what_was_laid_on_it_at_first():
    known, _ = of_old(20_000)
    decks = shuffled_decks("fair", 50)
    after, fresh = add_decks(known, decks), add_decks(Evidence(), decks)
    for name in EARLIER:
        gain = fresh.bets[name][0]
        if name != bets.STARTERS:  # learns from all decks before
            assert after.bets[name][0] == pytest.approx(known.bets[name][0] + gain), name


@pytest.mark.parametrize(("dealer", "within"), [("starter", 60), ("rubber-band", 100), ("close-end", 1000)])
def test_bets_that_joined_after_a_million_deals_find_what_they_are_for(dealer: str, within: int):
    """All earlier bets have lost all they had."""
    known = Evidence(deals=10**6, bets=dict.fromkeys(EARLIER, (-300.0, -300.0)))
    for decks, about in dealt_batches(dealer, bytes(64), within):
        known = add_decks(known, decks, about)
    assert known.alarmed_after is not None


def test_a_fair_dealer_stays_quiet():
    known = Evidence()
    for decks, about in dealt_batches("fair", bytes(64), 20_000):
        known = add_decks(known, decks, about)
    assert known.highest < 20
    assert set(NAMES) == known.bets.keys()
