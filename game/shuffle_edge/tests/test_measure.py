"""Measurements of the gain from knowing a shuffle."""

import json
from io import StringIO
from typing import Any

import numpy as np
import pytest
from django.core.management import call_command

from game.shuffle_edge.campaign import ALL, SHUFFLE, measure_edges
from game.shuffle_edge.measure import SEATS, Edge, Sums, expect_nothing, learn_readiness
from game.shuffle_edge.reading import OPPONENT
from game.shuffle_edge.throwing import usual_readiness
from rng.lab.shuffles import deck_batches, seed_bytes


def silent(pieces: int):
    return lambda: None


def edges(shuffle: str, deals: int, order: str = "ranks", studied: int = 1000):
    return measure_edges(shuffle, order, deals, studied, 3, silent)


@pytest.mark.slow
@pytest.mark.parametrize("order", ["ranks", "suits"])
def test_knowing_a_fair_shuffle_gains_nothing(order: str):
    found = edges("fair", 1000, order)
    assert all(abs(edge.starter_bits) < 1e-9 for edge in found[SHUFFLE].values())
    assert all(abs(edge.points) < 0.1 for edge in found[SHUFFLE].values())


@pytest.mark.slow
def test_knowing_every_card_gains_about_a_point_a_deal():
    both = edges("fair", 3000)[ALL]["both"]
    assert 0.8 < both.points < 1.2
    assert both.margin < 0.15


@pytest.mark.slow
def test_counted_riffles_change_discards():
    assert edges("riffle5", 1000, studied=8000)[SHUFFLE]["both"].changed > 0.02


@pytest.mark.slow
@pytest.mark.parametrize("order", ["ranks", "suits"])
def test_the_naive_shuffle_gives_information_about_the_starter_in_any_order(order: str):
    found = edges("naive", 8000, order)[SHUFFLE]["both"]
    assert 0 < found.starter_bits < 0.025
    assert abs(found.points) < 0.1


def test_a_mean_has_an_interval():
    sums = Sums(deals=4, gain=2.0, square=4.0).plus(Sums(deals=4, gain=-2.0, square=4.0, changed=2, bits=8))
    assert Edge.of(sums) == (0, pytest.approx(1.96 / 7**0.5, rel=1e-4), 0.25, 1)


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("shuffle_edge", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.slow
def test_the_command_prints_a_table_and_json():
    asked = ("--shuffle", "asf", "--deals", "500", "--study", "500", "--seed", "4")
    told: dict[str, Any] = json.loads(run(*asked, "--json"))
    assert (told["shuffle"], told["deals"], told["study"]) == ("asf", 500, 500)
    every = told["knowing"][ALL]["dealer"]
    assert f"{every['points']:+.4f} ± {every['margin']:.4f}" in run(*asked)


@pytest.mark.slow
def test_opponents_readiness_is_learned_from_their_discards():
    """With fair decks only chance remains: discards match those of bots that play for points."""
    (decks,) = deck_batches("fair", "mt", seed_bytes(9), 8000)
    learned = learn_readiness([decks], expect_nothing).readiness
    for seat in SEATS:
        usual = usual_readiness(OPPONENT[seat])
        often = usual > 0.5
        assert 0.8 < np.median(learned[seat][often] / usual[often]) < 1.2
