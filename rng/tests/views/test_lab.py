"""The page of the fairness lab as the server renders it."""

import re

import pytest
from django.test import Client

from rng.fairness import battery
from rng.fairness.scorer import scorer
from rng.fairness.suits import build_suit_battery
from rng.fairness.tally import tally_batches
from rng.lab.generators import GENERATORS
from rng.lab.shuffles import SHUFFLES, deck_batches, seed_bytes
from rng.views.lab import DECKS_TO_DETECT, GENERATOR_TITLES, SHUFFLE_TITLES, UNEVEN_DECKS_TO_DETECT

pytestmark = pytest.mark.django_db

LAB = "/fairness/lab"


def page(client: Client, address: str = LAB) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.slow
def test_the_lab_lists_every_shuffle_generator_and_test(client: Client) -> None:
    shown = page(client)
    for name in (*SHUFFLES, *GENERATORS):
        assert len(re.findall(rf'<option value="{name}"\s+data-', shown)) == 2, name
    for test in (*battery.build_battery(scorer().counts), *build_suit_battery()):
        assert f'data-test="{test.name}"' in shown


def test_every_shuffle_has_a_title_and_no_title_is_left_over() -> None:
    assert set(SHUFFLE_TITLES) == set(SHUFFLES)
    assert set(GENERATOR_TITLES) == set(GENERATORS)
    assert set(UNEVEN_DECKS_TO_DETECT) == {name for name, each in GENERATORS.items() if not each.even}
    assert set(DECKS_TO_DETECT) == {name for name, shuffle in SHUFFLES.items() if not shuffle.sound}


WRONG = [(name, "mt", decks) for name, (decks, _) in DECKS_TO_DETECT.items()]
UNEVEN = [("fair", name, decks) for name, (decks, _) in UNEVEN_DECKS_TO_DETECT.items()]


@pytest.mark.slow
@pytest.mark.parametrize(("shuffle", "generator", "decks"), [*WRONG, *UNEVEN])
def test_the_stated_number_of_decks_detects_a_wrong_shuffle_and_a_third_rarely_does(
    shuffle: str, generator: str, decks: int
) -> None:
    known = scorer()
    tests = battery.build_battery(known.counts)

    def is_found(decks: int, seed: int) -> bool:
        tally = tally_batches(deck_batches(shuffle, generator, seed_bytes(seed, 12), decks), known)
        return not battery.passes(battery.run_battery(tally, tests))

    assert sum(is_found(decks, seed) for seed in range(20)) >= 16
    assert sum(is_found(max(1, decks // 3), seed) for seed in range(20)) <= 11


def test_the_trees_are_there_without_a_script(client: Client) -> None:
    shown = page(client)
    leaves = [len(re.findall(r"<li>\d{3}</li>", tree)) for tree in shown.split('class="tree-list"')[1:]]
    assert leaves == [6, 27, 8]
    assert 'name="deck" value="" checked' in shown


@pytest.mark.slow
def test_a_url_highlights_a_deck_and_an_invalid_one_does_not(client: Client) -> None:
    assert 'value="231" checked' in page(client, f"{LAB}?deck=231")
    assert "nonsense" not in page(client, f"{LAB}?deck=nonsense")
