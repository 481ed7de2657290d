"""The delay of a set: computed by a process of its own, resumed, called off, and shown with the root."""

import asyncio
import json
from typing import Any

import pytest
from django.test import Client

from common.refusal import Refusal
from game.accounts.guests import create_guest
from game.models import Leaf
from game.shared_decks.models import DeckSet
from game.shared_rounds import delaying
from game.shared_rounds.announcing import announce, call_off, fix_root, start_collecting
from game.shared_rounds.record import load_record
from game.shared_rounds.rounds import open_round
from rng import delay, entropy, shared_decks
from tests.worlds.shared_decks import commit_secret

pytestmark = pytest.mark.django_db(transaction=True)

MIX = bytes(range(32))


def create_delaying_set() -> DeckSet:
    """A set whose parts are fixed, and whose delay is still to be computed."""
    announced = announce({"rules": {}}, 1, reveals_at_once=True, delay=1)
    for _ in range(2):
        commit_secret(announced, create_guest(), entropy.secret(), with_secret=True)
    start_collecting(announced.pk)
    return fix_root(announced.pk)


def run_delay(deck_set: DeckSet) -> DeckSet:
    asyncio.run(delaying.compute(deck_set.pk))
    deck_set.refresh_from_db()
    return deck_set


def test_a_known_value_is_reached() -> None:
    """The same values are in static/js/rng/tests/delay.test.js and in the standalone checker's test."""
    after = delay.advance(MIX, 1)
    assert after.hex() == "903a26d7eff99ed60da58396701165daad323b4956d205332b0ace0d4f5e9c1f"
    assert delay.advance(after, 2) == delay.advance(MIX, 3)


def test_nothing_begins_before_the_end_of_the_delay() -> None:
    decks = create_delaying_set()
    assert (decks.stage, decks.root) == (DeckSet.Stage.DELAYING, "")
    assert len(decks.mix) == 64
    with pytest.raises(Refusal, match="aren’t fixed yet"):
        open_round(decks.pk, 1)
    assert not Leaf.objects.filter(kind="root").exists()
    started = run_delay(decks)
    assert started.stage == DeckSet.Stage.STARTED
    assert started.root == started.delay_values[-1]
    assert Leaf.objects.get(kind="root").body.count(started.root) == 1
    record = load_record(started)
    assert shared_decks.verify(record) is None
    assert [*shared_decks.delay_faults(record, range(1, delay.SEGMENTS + 1))] == []


def test_the_root_is_the_end_of_all_steps_from_the_mix() -> None:
    started = run_delay(create_delaying_set())
    assert delay.advance(bytes.fromhex(started.mix), delay.SEGMENTS).hex() == started.root


def test_another_process_goes_on_where_one_has_stopped() -> None:
    decks = create_delaying_set()
    first = delay.advance(bytes.fromhex(decks.mix), 1).hex()
    assert delaying.take_delays() == [decks.pk]
    assert delaying.keep(decks.pk, [first])
    assert delaying.take_delays() == []
    DeckSet.objects.update(delayed_at=decks.announced_at - 2 * delaying.LEASE)
    assert delaying.take_delays() == [decks.pk]
    started = run_delay(decks)
    assert started.delay_values[0] == first
    assert [*shared_decks.delay_faults(load_record(started), range(1, delay.SEGMENTS + 1))] == []


def test_a_set_that_is_called_off_never_starts() -> None:
    decks = create_delaying_set()
    call_off(decks.pk)
    assert run_delay(decks).stage == DeckSet.Stage.VOID
    assert not decks.root


def test_the_mix_is_shown_at_once_and_the_delay_with_the_root(client: Client) -> None:
    decks = create_delaying_set()
    assert client.get(f"/api/decks/{decks.pk}").json()["mix"] == decks.mix
    before = record_of(client, decks)
    assert (before["format"], before["delay"], before["root"]) == ("every-other/decks/2", [], None)
    delaying.keep(decks.pk, [delay.advance(bytes.fromhex(decks.mix), 1).hex()])
    assert record_of(client, decks)["delay"] == []
    after = record_of(client, run_delay(decks))
    assert after["delay"] == decks.delay_values
    assert len(after["delay"]) == delay.SEGMENTS


def test_a_set_without_a_delay_has_the_record_of_before(client: Client) -> None:
    announced = announce({"rules": {}}, 1)
    start_collecting(announced.pk)
    fix_root(announced.pk)
    shown = record_of(client, announced)
    assert shown["format"] == "every-other/decks/1"
    assert "delay" not in shown
    assert "delay" not in json.loads(shown["params"])


def record_of(client: Client, decks: DeckSet) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/decks/{decks.pk}/record").json()
    return found
