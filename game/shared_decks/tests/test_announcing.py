"""A set: first its tip, then commitments, then secrets. The root follows from all of them."""

import pytest

from common.refusal import Refusal
from game.accounts.guests import create_guest
from game.models import Leaf
from game.shared_decks.models import DeckSet
from game.shared_rounds.announcing import announce, commit, fix_root, reveal, start_collecting
from game.shared_rounds.record import load_record
from rng import shared_decks
from tests.worlds.shared_decks import commit_secret, create_started_set

pytestmark = pytest.mark.django_db

ONE, OTHER = b"\x01" * 32, b"\x02" * 32


def code_of(fault: pytest.ExceptionInfo[Refusal]) -> str:
    return fault.value.code


def test_the_root_follows_from_all_published_values():
    started = create_started_set(rounds=3, entrants=4)
    record = load_record(started)
    assert started.stage == DeckSet.Stage.STARTED
    assert len(record.entrants) == 4
    assert shared_decks.verify(record) is None


def test_an_entrant_who_does_not_reveal_in_a_minute_is_excluded_and_listed(later):
    announced, ann, bob = announce({}, 1), create_guest(), create_guest()
    commit_secret(announced, ann, ONE)
    commit_secret(announced, bob, OTHER)
    start_collecting(announced.pk)
    reveal(announced.pk, ann, ONE.hex())
    later(seconds=59)
    with pytest.raises(Refusal) as early:
        fix_root(announced.pk)
    assert code_of(early) == "too_early"
    later(seconds=1)
    started = fix_root(announced.pk)
    record = load_record(started)
    bobs = started.entrants.get(player=bob).number
    assert shared_decks.absent(record.entrants) == (bobs,)
    assert shared_decks.verify(record) is None
    with pytest.raises(Refusal) as late:
        reveal(announced.pk, bob, OTHER.hex())
    assert code_of(late) == "too_late"


def test_decks_are_fixed_at_once_when_all_have_revealed():
    assert create_started_set(entrants=3).root


def test_no_commitment_is_accepted_once_secrets_are_revealed():
    announced = announce({}, 1)
    start_collecting(announced.pk)
    with pytest.raises(Refusal) as late:
        commit_secret(announced, create_guest(), ONE)
    assert code_of(late) == "too_late"


def test_no_secret_is_accepted_before_all_have_committed():
    announced, ann = announce({}, 1), create_guest()
    commit_secret(announced, ann, ONE)
    with pytest.raises(Refusal) as early:
        reveal(announced.pk, ann, ONE.hex())
    assert code_of(early) == "too_early"


def test_over_a_day_each_reveals_as_soon_as_they_have_committed():
    announced, ann = announce({}, 1, reveals_at_once=True), create_guest()
    commit_secret(announced, ann, ONE)
    reveal(announced.pk, ann, ONE.hex())
    commit_secret(announced, create_guest(), OTHER)
    start_collecting(announced.pk)
    assert announced.entrants.exclude(secret="").count() == 1


def test_over_a_day_a_secret_may_come_with_its_commitment():
    announced, ann = announce({}, 1, reveals_at_once=True), create_guest()
    for _ in range(2):
        commit_secret(announced, ann, ONE, with_secret=True)
    assert announced.entrants.get().secret == ONE.hex()
    with pytest.raises(Refusal) as other:
        commit(announced.pk, create_guest(), "00" * 32, OTHER.hex())
    assert code_of(other) == "other_secret"
    assert announced.entrants.count() == 1


def test_a_secret_that_was_committed_to_before_may_come_with_the_same_commitment():
    announced, ann = announce({}, 1, reveals_at_once=True), create_guest()
    commit_secret(announced, ann, ONE)
    commit_secret(announced, ann, ONE, with_secret=True)
    assert announced.entrants.get().secret == ONE.hex()


def test_no_secret_comes_with_its_commitment_where_all_commit_first():
    announced, ann = announce({}, 1), create_guest()
    with pytest.raises(Refusal) as early:
        commit_secret(announced, ann, ONE, with_secret=True)
    assert code_of(early) == "too_early"
    assert not announced.entrants.exists()


def test_another_secret_than_the_one_committed_to_is_refused():
    announced, ann = announce({}, 1), create_guest()
    commit_secret(announced, ann, ONE)
    start_collecting(announced.pk)
    with pytest.raises(Refusal) as other:
        reveal(announced.pk, ann, OTHER.hex())
    assert code_of(other) == "other_secret"


def test_a_resend_changes_nothing_and_another_commitment_is_refused():
    announced, ann = announce({}, 1), create_guest()
    commit_secret(announced, ann, ONE)
    commit_secret(announced, ann, ONE)
    assert announced.entrants.count() == 1
    with pytest.raises(Refusal) as committed:
        commit(announced.pk, ann, "00" * 32)
    assert code_of(committed) == "committed"


def test_tip_and_root_are_in_the_public_log():
    create_started_set()
    assert [leaf.kind for leaf in Leaf.objects.order_by("pk")] == ["decks", "root"]


def test_a_set_shows_no_link_and_no_secret_of_its_own():
    started = create_started_set()
    record = load_record(started)
    assert not record.links
    assert started.sealed
