"""Two concurrent votes of one player: one counts, and both get the same answer."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from game.accounts.guests import create_guest
from game.models import Player
from study.throws.models import DailyThrow, Vote
from study.throws.voting import vote
from tests.worlds.throws import create_throw

pytestmark = [pytest.mark.rows, pytest.mark.django_db(transaction=True)]


def test_of_two_concurrent_votes_one_counts():
    throw, guest = create_throw(), create_guest()
    start = Barrier(2)

    def cast(line: int) -> str:
        try:
            start.wait()
            own = Player.objects.get(pk=guest.pk)
            return vote(own, DailyThrow.objects.get(pk=throw.pk), throw.lines[line]["thrown"]).thrown
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        told = [*pool.map(cast, (0, 9))]
    assert Vote.objects.count() == 1
    assert {*told} == {Vote.objects.get().thrown}
