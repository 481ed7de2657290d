"""Tests of the test battery: the rate of false alarms, and detection of wrong shuffles."""

from collections.abc import Iterator

import numpy as np
import pytest

from cribbage_site.tests.repetitions import repetitions
from game.fairness.scorer import CRIBBAGE_SCORER
from rng.fairness import battery
from rng.fairness.battery import ALPHA, Finding, distribution_p_value, passes, run_battery
from rng.fairness.statistics import Decks
from rng.fairness.tally import Tally, tally_batch, tally_batches
from rng.lab.generators import GENERATORS
from rng.lab.parallel_tally import tally_shuffle
from rng.lab.shuffles import SHUFFLES, deck_batches, seed_bytes

BATTERY = battery.build_battery(CRIBBAGE_SCORER.counts)
BY_NAME = {test.name: test for test in BATTERY}
PUBLISHED_ALPHA = 0.01 / 12


def tallied(shuffle: str, decks: int, seed: int = 1, generator: str = "mt") -> Tally:
    return tally_batches(deck_batches(shuffle, generator, seed_bytes(seed), decks), CRIBBAGE_SCORER)


def findings(shuffle: str, decks: int, seed: int = 1, generator: str = "mt") -> tuple[Finding, ...]:
    return run_battery(tallied(shuffle, decks, seed, generator), BATTERY)


def runs(shuffle: str, decks: int, number: int) -> Iterator[Decks]:
    """Yield so many runs of so many decks each."""
    shuffled = np.concatenate(list(deck_batches(shuffle, "mt", seed_bytes(2), decks * number)))
    return iter(shuffled.reshape(number, decks, 52))


def test_each_test_has_a_name_and_a_description() -> None:
    assert len(BY_NAME) == len(BATTERY)
    for test in BATTERY:
        assert test.name == test.name.lower().replace(" ", "-")
        assert test.says.endswith("?")


@pytest.mark.slow
@pytest.mark.parametrize("decks", [25, 400])
def test_p_values_of_a_fair_shuffle_are_as_small_as_they_say_and_no_smaller(decks: int) -> None:
    number = repetitions(3000, one_in=40)
    ps = {name: np.empty(number) for name in BY_NAME}
    alarms = 0
    for run, shuffled in enumerate(runs("fair", decks, number)):
        found = run_battery(tally_batch(shuffled, CRIBBAGE_SCORER), BATTERY)
        alarms += not passes(found)
        for finding in found:
            ps[finding.name][run] = finding.p
    for name, found_ps in ps.items():
        # Few decks allow few different p-values, so that medium ones are not evenly distributed.
        for share in (0.01, 0.1, 0.5) if decks == 400 else (0.01, 0.1):
            expected, slack = number * share, 4.5 * (number * share) ** 0.5
            below = (found_ps <= share).sum()
            assert below <= expected + slack, (name, share)
            if decks == 400 and name != "repeated-deals":
                assert below >= 0.6 * expected - slack, (name, share)
    assert alarms <= ALPHA * number + 4.5 * (ALPHA * number) ** 0.5


@pytest.mark.parametrize("shuffle", [name for name, shuffle in SHUFFLES.items() if not shuffle.sound])
def test_every_wrong_shuffle_is_found_in_3000_decks(shuffle: str) -> None:
    assert not any(passes(findings(shuffle, 3000, seed)) for seed in (1, 2))


@pytest.mark.parametrize("shuffle", [name for name, shuffle in SHUFFLES.items() if shuffle.sound])
def test_every_sound_shuffle_passes(shuffle: str) -> None:
    assert passes(findings(shuffle, repetitions(300_000, one_in=30), 7))


@pytest.mark.parametrize("generator", [name for name, generator in GENERATORS.items() if generator.even])
def test_weak_generators_are_even_enough_to_pass(generator: str) -> None:
    assert passes(findings("fair", 10_000, 7, generator))


@pytest.mark.parametrize("generator", [name for name, generator in GENERATORS.items() if not generator.even])
def test_an_uneven_generator_makes_even_a_fair_shuffle_fail(generator: str) -> None:
    assert not any(passes(findings("fair", 100, seed, generator)) for seed in range(5))


# The published numbers of decks at which a test detects a wrong shuffle nine times in ten. For the table of
# cards and places it is 510, for a test that does not also look for decks that are too even.
POWER = [
    ("naive", "inversions", 136),
    ("naive", "cycles-spread", 395),
    ("naive", "card-by-place", 540),
    ("asf", "inversions", 167),
    ("sattolo", "cycles", 3),
    ("sattolo", "parity", 21),
    ("modulo8", "inversions", 1180),
    ("riffle7", "rising-sequences", 42),
    ("overhand", "neighbour-distance", 26),
]


@pytest.mark.slow
@pytest.mark.parametrize(("shuffle", "test", "decks"), POWER)
def test_wrong_shuffles_are_detected_at_the_published_numbers_of_decks(
    shuffle: str, test: str, decks: int
) -> None:
    number = repetitions(1000, one_in=10)
    seen = sum(
        BY_NAME[test].p_value(tally_batch(shuffled, CRIBBAGE_SCORER)) < PUBLISHED_ALPHA
        for shuffled in runs(shuffle, decks, number)
    )
    # Nine in ten, within the random variation of so many runs.
    assert seen / number > 0.9 - 3 * (0.09 / number) ** 0.5


def test_a_seat_that_is_favoured_is_found() -> None:
    shuffled = np.concatenate(list(deck_batches("fair", "mt", seed_bytes(3), 4000)))
    fair = tally_batch(shuffled, CRIBBAGE_SCORER)
    pone, dealer = (0, 2, 4, 6), (1, 3, 5, 7)
    behind = CRIBBAGE_SCORER.score(shuffled[:, pone], shuffled[:, 12]) < CRIBBAGE_SCORER.score(
        shuffled[:, dealer], shuffled[:, 12]
    )
    # In one deal of ten, the seats swap hands if that is better for pone.
    helped = np.flatnonzero(behind)[::5]
    shuffled[np.ix_(helped, (*pone, *dealer))] = shuffled[np.ix_(helped, (*dealer, *pone))]
    favoured = tally_batch(shuffled, CRIBBAGE_SCORER)
    test = BY_NAME["dealer-against-pone"]
    assert test.p_value(favoured) < 1e-4 < 0.01 < test.p_value(fair)


def test_a_deck_that_comes_again_is_found_and_so_is_one_like_the_last() -> None:
    shuffled = np.concatenate(list(deck_batches("fair", "mt", seed_bytes(3), 1000)))
    shuffled[700] = shuffled[20]
    assert BY_NAME["repeated-deals"].p_value(tally_batch(shuffled, CRIBBAGE_SCORER)) < 1e-12
    for at in range(1, len(shuffled), 10):
        shuffled[at, :26] = shuffled[at - 1, :26]
        shuffled[at, 26:] = [card for card in shuffled[at - 1] if card not in shuffled[at, :26]]
    assert BY_NAME["successive-decks"].p_value(tally_batch(shuffled, CRIBBAGE_SCORER)) < 1e-10


def test_decks_that_are_too_even_are_found() -> None:
    latin = (np.arange(52)[:, None] + np.arange(52)) % 52
    found = {
        finding.name
        for finding in run_battery(tally_batch(latin.astype(np.uint8), CRIBBAGE_SCORER), BATTERY)
        if finding.is_significant
    }
    assert "card-by-place" in found


@pytest.mark.slow
def test_few_decks_give_valid_p_values() -> None:
    for decks in (1, 2, 3):
        assert all(passes(findings("fair", decks, seed)) for seed in range(20))
    assert not passes(findings("sattolo", 4))


def test_cells_with_small_expectations_are_merged() -> None:
    law = np.array([0.5, 0.3, 0.15, 0.04, 0.01])
    assert distribution_p_value(np.array([50, 30, 15, 0, 5]), law) == 1.0
    assert distribution_p_value(np.array([50, 30, 20, 0, 0]), law) < 0.1
    assert distribution_p_value(np.array([2, 1, 0, 0, 0]), law) == 1.0


@pytest.mark.slow
def test_the_same_decks_are_counted_on_however_many_processes() -> None:
    heard: list[None] = []
    alone, shared = (
        tally_shuffle("naive", "mwc", 5, 40_000, CRIBBAGE_SCORER, processes, lambda: heard.append(None))
        for processes in (1, 2)
    )
    assert [(a.p, a.p_adjusted) for a in run_battery(alone, BATTERY)] == [
        (b.p, b.p_adjusted) for b in run_battery(shared, BATTERY)
    ]
    assert alone.decks == 40_000
    assert len(heard) == 4


@pytest.mark.slow
def test_our_shuffle_passes_at_a_million_decks() -> None:
    for seed in range(1, 1 + repetitions(3)):
        counted_of_all = tally_shuffle("ours", "mt", seed, repetitions(1_000_000, one_in=20), CRIBBAGE_SCORER)
        assert passes(run_battery(counted_of_all, BATTERY))


@pytest.mark.slow
def test_sums_of_earlier_numbers_are_found_in_the_decks_they_shuffle() -> None:
    """Found in a million decks. Decks that a C program deals with glibc's own random show the same."""
    found = {finding.name for finding in findings("fair", 150_000, 7, "random") if finding.is_significant}
    assert {"card-by-place", "cycles-spread"} <= found
