"""Shared decks after a change of the sealing key, and after a restored backup."""

from typing import Any

import pytest

from common.refusal import Refusal
from game.shared_decks.models import DeckSet
from game.shared_rounds.rounds import _close_due_rounds as close_due_rounds
from game.shared_rounds.rounds import open_round, void_restored_sets
from game.table.record.round_of_game import load_set_decks
from hosting.sealing_keys import count_by_key, newest_key_id, reseal_all
from rng.seal import KeyMissing
from tests.worlds.shared_decks import create_started_set

pytestmark = pytest.mark.django_db


def test_a_resealed_chain_deals_the_same(settings: Any):
    round_ = open_round(create_started_set().pk, 1)
    before = load_set_decks(round_.pk).last_link
    old = settings.SEALING_KEYS[0]
    settings.SEALING_KEYS = ["another key", old]
    assert reseal_all(lambda _: None) >= 1
    assert {*count_by_key()} == {newest_key_id()}
    settings.SEALING_KEYS = ["another key"]
    assert load_set_decks(round_.pk).last_link == before
    settings.SEALING_KEYS = [old]
    with pytest.raises(KeyMissing):
        load_set_decks(round_.pk)


def test_the_decks_of_a_restored_backup_are_not_dealt_any_more():
    started = create_started_set(rounds=2)
    round_ = open_round(started.pk, 1)
    assert void_restored_sets() == 1
    assert DeckSet.objects.get(pk=started.pk).stage == "void"
    with pytest.raises(Refusal):
        open_round(started.pk, 2)
    assert close_due_rounds() == [round_.pk]
    assert DeckSet.objects.get(pk=started.pk).stage == "void"
