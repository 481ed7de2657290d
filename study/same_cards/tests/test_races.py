"""Concurrent processes at one invitation: it is made once, accepted by one friend, and closes once."""

from functools import partial
from typing import Any

import pytest

from common.refusal import Refusal
from game.accounts.guests import create_guest
from game.models import Game
from game.shared_decks.models import Round
from game.shared_rounds.rounds import _close_due_rounds
from game.table.opening import RoundNotOpen
from study.same_cards.inviting import invite, take, withdraw
from study.same_cards.models import Invitation
from study.same_cards.stages import Stage, stage_of
from tests.worlds.same_cards import create_played_game, play_out, take_up
from tests.worlds.threads import at_once

pytestmark = [pytest.mark.rows, pytest.mark.django_db(transaction=True)]

TOGETHER = 4


def attempt(act: Any, *args: Any) -> Any:
    """Return the result, or the sentence of the refusal."""
    try:
        return act(*args)
    except Refusal as fault:
        return fault.says
    except RoundNotOpen:
        return "not open"


@pytest.mark.slow
def test_player_with_concurrent_requests_has_one_invitation():
    first = create_played_game()
    made = at_once(*[partial(invite, first, first.seat_a)] * TOGETHER)
    assert len({one.pk for one in made}) == 1
    assert Invitation.objects.count() == Round.objects.count() == 1


@pytest.mark.slow
def test_one_friend_gets_it_and_the_others_are_refused():
    first = create_played_game()
    invitation = invite(first, first.seat_a)
    friends = [create_guest() for _ in range(TOGETHER)]
    found = at_once(*[partial(attempt, take, invitation.pk, friend) for friend in friends])
    assert sum(isinstance(one, Game) for one in found) == 1
    assert sum("Another player" in one for one in found if isinstance(one, str)) == TOGETHER - 1


@pytest.mark.slow
def test_friend_with_concurrent_requests_has_one_game():
    first = create_played_game()
    invitation, friend = invite(first, first.seat_a), create_guest()
    games = at_once(*[partial(take, invitation.pk, friend)] * TOGETHER)
    assert len({game.pk for game in games}) == 1
    assert Game.objects.count() == 2


@pytest.mark.slow
def test_invitation_is_either_withdrawn_or_accepted():
    first = create_played_game()
    invitation = invite(first, first.seat_a)
    found = at_once(
        partial(attempt, withdraw, invitation.pk, first.seat_a),
        partial(attempt, take, invitation.pk, create_guest()),
    )
    stage = stage_of(Invitation.objects.get(pk=invitation.pk))
    assert stage in (Stage.WITHDRAWN, Stage.PLAYED)
    assert isinstance(found[1], Game) == (stage is Stage.PLAYED)
    assert Game.objects.unfinished().exists() == (stage is Stage.PLAYED)


@pytest.mark.slow
def test_it_closes_once():
    first = create_played_game()
    invitation = invite(first, first.seat_a)
    play_out(take_up(invitation).pk, seed=2)
    closed = at_once(*[_close_due_rounds] * TOGETHER)
    assert sorted(map(len, closed)) == [0] * (TOGETHER - 1) + [1]
