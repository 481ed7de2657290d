"""Parameters and shares from decisions, with intervals over players."""

from math import sqrt

import numpy as np
import pytest

from common.student_t import student
from game.bots.novice import tempting_card
from game.engine.cards import cards
from rng.twister import stream
from study.habits.chances import Discarded, Offer
from study.habits.fitting import (
    MISCOUNTS,
    PARAMETERS,
    SHARES,
    Evidence,
    evidence_of_discard,
    evidence_of_offer,
    expected_loss,
    expected_taken,
    fit,
    mean_of,
    share_of,
    wilson,
)


def test_wilson_is_as_published():
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0, 0.2775), abs=1e-4)


def test_a_share_of_alike_players_has_the_interval_of_its_chances():
    share = share_of([3] * 30, [10] * 30)
    assert share is not None
    assert (share.value, share.of) == (0.3, 300)
    assert (share.low, share.high) == pytest.approx(wilson(90, 300))


def test_a_share_of_unlike_players_is_less_certain():
    share = share_of([8, 4, 8, 4, 6], [10] * 5)
    assert share is not None
    margin = student(4) * sqrt(5 / 4 * 4 * 2**2) / 50
    assert share == pytest.approx((0.6, 0.6 - margin, 0.6 + margin, 50))
    assert share.low < wilson(30, 50)[0]


def test_a_mean_counts_every_decision_once():
    mean = mean_of([2.0, 9.0], [1, 3])
    assert mean is not None
    assert mean.value == 2.75
    assert mean.low < 2 < 3 < mean.high


@pytest.mark.parametrize("measured", [share_of([0], [0]), mean_of([0.0], [0]), fit("NOTICES", [])])
def test_without_a_chance_there_is_no_figure(measured: object):
    assert measured is None


@pytest.mark.parametrize("losses", [(0,) * 2 + (2,) * 13, (0, 1, 3, 4, 5, 5, 6, 6, 7, 7, 7, 8, 8, 9, 9)])
def test_the_expected_loss_is_that_of_a_player_who_adds_noise(losses: tuple[int, ...]):
    curve, chance = expected_loss(losses), stream(bytes(32), "discards")
    assert curve[0] == 0
    assert (np.diff(curve) > -1e-9).all()
    for place in (16, 28, 60):
        noise = MISCOUNTS[place]
        chosen = [max((noise * chance.random() - loss, loss) for loss in losses)[1] for _ in range(4000)]
        error = np.std(chosen) / sqrt(len(chosen))
        assert curve[place] == pytest.approx(np.mean(chosen), abs=4 * error + 0.002)


def test_the_expected_offers_are_those_that_novice_takes():
    hand, pile = cards("5C 5D 8H AS"), cards("TC")
    times, chance = 4000, stream(bytes(32), "cards")
    taken = sum(tempting_card(hand, pile, chance, SHARES[14]) in cards("5C 5D") for _ in range(times))
    expected = expected_taken(2, 2)[14]
    assert taken / times == pytest.approx(expected, abs=4 * sqrt(expected * (1 - expected) / times))


def test_an_offer_counts_for_its_kind_and_two_points_for_all_kinds_of_two():
    assert evidence_of_offer(Offer("pair", True, 1, 2)).keys() == {"SEES_PAIR", "NOTICES"}
    assert evidence_of_offer(Offer("more", True, 1, 2)).keys() == {"SEES_MORE"}


def test_a_discard_loses_against_the_best_as_the_cards_lie():
    [(name, (lost, _))] = evidence_of_discard(Discarded((0, 4, 9), 4, cost=0.5)).items()
    assert (name, lost) == ("MISCOUNT", 5)


def evidence(taken: int, of: int) -> Evidence:
    found = Evidence(0.0, 0 * SHARES)
    for number in range(of):
        found.add(float(number < taken), expected_taken(1, 1))
    return found


def test_a_fit_expects_what_was_observed():
    fitted = fit("NOTICES", [evidence(75, 100)] * 25)
    assert fitted is not None
    assert fitted.value == pytest.approx(0.5)
    assert fitted.of == 2500
    # A share s is expected of (1 + s) / 2, so its interval is twice as wide.
    low, high = wilson(1875, 2500)
    assert (fitted.low, fitted.high) == pytest.approx((2 * low - 1, 2 * high - 1))


def test_a_fit_beyond_the_model_is_its_nearest_end():
    fitted = fit("NOTICES", [evidence(20, 100)] * 25)
    assert fitted is not None
    assert (fitted.value, fitted.low) == (0, 0)


def test_players_who_differ_make_a_fit_less_certain():
    alike, unlike = [evidence(75, 100)] * 20, [evidence(60, 100), evidence(90, 100)] * 10
    one, other = fit("NOTICES", alike), fit("NOTICES", unlike)
    assert one is not None
    assert other is not None
    assert other.value == pytest.approx(one.value)
    assert other.margin > 1.5 * one.margin


def test_one_player_alone_gives_no_interval():
    fitted = fit("NOTICES", [evidence(75, 100)])
    assert fitted is not None
    assert (fitted.low, fitted.high) == (PARAMETERS["NOTICES"].grid[0], PARAMETERS["NOTICES"].grid[-1])
