"""The test of dealt cards: each game is counted once, and only the player sees the result."""

from typing import Any

import numpy as np
import pytest
from django.core.cache import cache
from django.test import Client

from game.models import Player, Scoresheet
from people.profiles.dealt_cards import DealtCards, add_new_games, kept_dealt_cards
from rng.fairness.watch.seat_bets import dealer_signs
from rng.models import Deal
from tests.worlds.deals import shuffled_decks
from tests.worlds.scoresheets import NOON, create_scoresheet

pytestmark = pytest.mark.django_db
WORDS = "Are you dealt worse cards?"


@pytest.fixture(autouse=True)
def nothing_cached() -> None:
    cache.clear()


def deal(sheet: Scoresheet, decks: np.ndarray, dealers: list[int | None]) -> None:
    Deal.objects.bulk_create(
        [
            Deal(game=sheet.game_id, number=n, at=NOON, deck=deck.tobytes(), dealer=dealer)
            for n, (deck, dealer) in enumerate(zip(decks, dealers, strict=True))
        ]
    )


@pytest.mark.rows
def test_the_better_six_is_counted_for_the_seat_that_had_it(ann: Player, bob: Player):
    decks = shuffled_decks("fair", 40)
    dealers = [n % 2 for n in range(40)]
    signs = dealer_signs(decks) * np.where(np.array(dealers) == 0, 1, -1)
    deal(create_scoresheet(ann, bob), decks, dealers)
    found = add_new_games(ann.pk, DealtCards())
    assert (found.better, found.worse) == ((signs > 0).sum(), (signs < 0).sum())
    assert min(found.better, found.worse) > 0
    assert add_new_games(bob.pk, DealtCards()).deals == 0


@pytest.mark.rows
def test_new_games_are_added_and_old_ones_are_not_read_again(ann: Player, bob: Player):
    decks = shuffled_decks("fair", 60)
    deal(create_scoresheet(ann, bob), decks[:30], [0] * 30)
    first = kept_dealt_cards(ann.pk)
    Deal.objects.all().delete()
    assert kept_dealt_cards(ann.pk) == first
    deal(create_scoresheet(ann, bob, minutes=5), decks[30:], [0] * 30)
    both = kept_dealt_cards(ann.pk)
    signs = dealer_signs(decks)
    assert (both.better, both.worse) == ((signs > 0).sum(), (signs < 0).sum())


def test_deals_with_an_unknown_dealer_do_not_count(ann: Player, bob: Player):
    deal(create_scoresheet(ann, bob), shuffled_decks("fair", 20), [None] * 20)
    assert add_new_games(ann.pk, DealtCards()).deals == 0


def test_it_takes_a_long_run_of_worse_cards_to_be_unusual():
    assert DealtCards(better=50, worse=50).verdict == "usual"
    assert DealtCards(better=60, worse=10).verdict == "usual"
    assert DealtCards(better=6, worse=22).verdict == "unusual"
    assert DealtCards(better=10, worse=60).verdict == "alarming"


@pytest.mark.slow
def test_it_is_shown_to_the_player_alone(client: Client, ann: Player, bob: Player):
    deal(create_scoresheet(ann, bob), shuffled_decks("fair", 20), [0] * 20)
    for viewer, sees in ((ann, True), (bob, False)):
        client.force_login(viewer, backend="django.contrib.auth.backends.ModelBackend")
        assert (WORDS in client.get("/@Ann").content.decode()) is sees
    client.logout()
    assert WORDS not in client.get("/@Ann").content.decode()


def test_it_costs_few_queries_however_many_games(ann: Player, bob: Player, django_assert_num_queries: Any):
    for minutes in range(20):
        deal(create_scoresheet(ann, bob, minutes=minutes), shuffled_decks("fair", 5, minutes), [0] * 5)
    with django_assert_num_queries(2):
        add_new_games(ann.pk, DealtCards())
