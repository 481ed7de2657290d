"""Simultaneous contributions to a set, and contributions while its decks are fixed."""

from functools import partial

import pytest

from game.accounts.guests import create_guest
from game.shared_decks.models import DeckSet, Entrant
from game.shared_rounds import announcing
from game.shared_rounds.record import load_record
from rng import entropy, shared_decks
from tests.worlds.shared_decks import commit_secret
from tests.worlds.threads import at_once

pytestmark = [pytest.mark.rows, pytest.mark.django_db(transaction=True)]

TOGETHER = 4
ROUNDS = range(5)


def announce() -> DeckSet:
    return announcing.announce({}, 1, reveals_at_once=True)


@pytest.mark.slow
def test_a_part_that_is_sent_many_times_at_once_is_taken_once():
    for _ in ROUNDS:
        decks, ann, secret = announce(), create_guest(), entropy.secret()
        send = partial(commit_secret, decks, ann, secret, with_secret=True)
        assert len({part.pk for part in at_once(*[send] * TOGETHER)}) == 1
        assert decks.entrants.get().secret == secret.hex()


@pytest.mark.slow
def test_only_one_of_two_secrets_of_a_player_is_accepted():
    for _ in ROUNDS:
        decks, ann = announce(), create_guest()
        sent = [partial(commit_secret, decks, ann, entropy.secret(), with_secret=True) for _ in range(2)]
        taken = at_once(*sent)
        assert taken.count("committed") == 1
        assert decks.entrants.count() == 1


@pytest.mark.slow
def test_a_part_that_comes_as_the_decks_are_fixed_is_in_them_or_refused():
    for _ in ROUNDS:
        decks, people = announce(), [create_guest() for _ in range(TOGETHER)]
        sent = [
            partial(commit_secret, decks, player, entropy.secret(), with_secret=True) for player in people
        ]

        def fix(decks: DeckSet = decks) -> None:
            announcing.start_collecting(decks.pk)
            announcing.fix_root(decks.pk)

        taken = [part for part in at_once(*sent, fix)[:-1] if isinstance(part, Entrant)]
        decks.refresh_from_db()
        record = load_record(decks)
        assert decks.stage == DeckSet.Stage.STARTED
        assert {entrant.player for entrant in record.entrants} == {part.number for part in taken}
        assert shared_decks.verify(record) is None


@pytest.mark.rows
def test_parts_do_not_block_each_other_and_fixing_the_decks_waits_for_all():
    """Transactions with contributions share the row of the set. No other may change it in the meantime."""
    from django.db import connection, transaction

    if connection.vendor != "postgresql":
        return  # SQLite runs one transaction at a time
    decks, ann, bob = announce(), create_guest(), create_guest()

    def nowait() -> str:
        with transaction.atomic():
            try:
                DeckSet.objects.select_for_update(nowait=True, no_key=True).get(pk=decks.pk)
            except Exception as fault:
                return type(fault).__name__
        return "locked"

    with transaction.atomic():
        commit_secret(decks, ann, entropy.secret(), with_secret=True)
        (bobs,) = at_once(partial(commit_secret, decks, bob, entropy.secret(), with_secret=True))
        assert bobs.player == bob
        assert at_once(nowait) == ["OperationalError"]
    assert at_once(nowait) == ["locked"]
