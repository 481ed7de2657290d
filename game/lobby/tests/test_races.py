"""Many players accept one seek at the same moment: one gets it, the others are refused."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest

from common import clock
from game.engine.state import Seat
from game.lobby import seeks, upkeep
from game.lobby.pairing import GameSettings
from game.lobby.rematch import request_rematch
from game.models import Game, Player, Seek
from game.table.opening import open_game
from rng import entropy
from tests.worlds.threads import at_once

pytestmark = [pytest.mark.rows, pytest.mark.django_db(transaction=True)]

QUICK = GameSettings(121, "auto", "quick")
ROUNDS = range(5)


@pytest.fixture
def crowd(db: None) -> list[Player]:
    return [Player.objects.create(username=f"Player {n}") for n in range(6)]


def by_each(players: Sequence[Player], doing: Callable[..., Any], **how: Any) -> list[Any]:
    return at_once(*[partial(doing, player=player, **how) for player in players])


@pytest.mark.slow
def test_one_of_many_accepts(crowd: list[Player]):
    owner, *others = crowd
    for games in ROUNDS:
        place = seeks.seek_anyone(player=owner, settings=QUICK)
        came_of_it = by_each(others, seeks.accept, seek_id=place.game)
        assert came_of_it.count("too_late") == len(others) - 1
        assert Game.objects.count() == games + 1


@pytest.mark.slow
def test_one_of_many_follows_a_link(crowd: list[Player]):
    owner, *others = crowd
    for games in ROUNDS:
        invite = seeks.challenge_by_link(player=owner, settings=QUICK).invite
        assert invite is not None
        came_of_it = by_each(others, seeks.join, code=invite.removeprefix("/join/"))
        assert came_of_it.count("too_late") == len(others) - 1
        assert Game.objects.count() == games + 1


@pytest.mark.slow
def test_two_equal_requests_at_once_get_the_same_answer(crowd: list[Player]):
    owner, other, third, *_ = crowd
    for games in ROUNDS:
        place = seeks.seek_anyone(player=owner, settings=QUICK)
        answers = by_each([other, other, other, third], seeks.accept, seek_id=place.game)
        seated = Game.objects.get(pk=place.game).seat_b
        expected = [place.game if player == seated else "too_late" for player in (other, other, other, third)]
        assert [getattr(answer, "pk", answer) for answer in answers] == expected
        assert Game.objects.count() == games + 1


@pytest.mark.slow
def test_following_a_link_twice_at_once_leads_to_one_game(crowd: list[Player]):
    owner, other, *_ = crowd
    for _ in ROUNDS:
        place = seeks.challenge_by_link(player=owner, settings=QUICK)
        assert place.invite is not None
        came_of_it = by_each([other] * 4, seeks.join, code=place.invite.removeprefix("/join/"))
        assert {game.pk for game in came_of_it} == {place.game}


def test_a_seek_withdrawn_while_accepted_is_either_one(crowd: list[Player]):
    owner, other, *_ = crowd
    for _ in ROUNDS:
        place = seeks.seek_anyone(player=owner, settings=QUICK)
        withdrawn, accepted = at_once(
            partial(seeks.cancel, seek_id=place.game, player=owner),
            partial(seeks.accept, seek_id=place.game, player=other),
        )
        assert (withdrawn == "too_late") != (accepted == "too_late")
        assert Game.objects.filter(pk=place.game).exists() == (accepted != "too_late")


@pytest.mark.slow
def test_accepting_each_others_seeks_starts_one_game(crowd: list[Player]):
    one, other, *_ = crowd
    for games in ROUNDS:
        ones = seeks.seek_anyone(player=one, settings=QUICK)
        others = seeks.seek_anyone(player=other, settings=GameSettings(61, "auto", "quick"))
        came_of_it = at_once(
            partial(seeks.accept, seek_id=ones.game, player=other),
            partial(seeks.accept, seek_id=others.game, player=one),
        )
        assert came_of_it.count("too_late") == 1
        assert Game.objects.count() == games + 1
        assert not upkeep.open_seeks().exists()


@pytest.mark.slow
def test_a_crowd_that_asks_at_once_is_paired_off(crowd: list[Player]):
    for _ in ROUNDS:
        Game.objects.all().delete()
        by_each(crowd, seeks.seek_anyone, settings=QUICK)
        at_once(upkeep.pair_waiting, upkeep.pair_waiting)
        seated = Game.objects.values_list("seat_a", "seat_b")
        assert sorted(player for pair in seated for player in pair) == [player.pk for player in crowd]
        assert not upkeep.open_seeks().exists()


def test_a_button_pressed_twice_asks_once(crowd: list[Player]):
    one, other, *_ = crowd
    for how in ({"doing": seeks.seek_anyone}, {"doing": seeks.challenge, "to": other}):
        by_each([one] * 4, settings=QUICK, **how)  # type: ignore[arg-type]
    assert Seek.objects.count() == 2


def test_the_limit_of_five_tables_holds_under_concurrency(crowd: list[Player]):
    by_each(crowd[:1] * 8, seeks.challenge_by_link, settings=QUICK)
    assert Seek.objects.count() == 5


@pytest.mark.slow
def test_simultaneous_rematch_requests_start_one_game(crowd: list[Player]):
    one, other, *_ = crowd
    for _ in ROUNDS:
        last = open_game(entropy.game_id(), (one, other), QUICK.rules(), "quick")
        Game.objects.filter(pk=last.pk).update(finished_at=clock.now(), winner=Seat.A, ended="played")
        places = by_each([one, other, one, other], request_rematch, game_id=last.pk)
        game = Game.objects.order_by("created_at").last()
        assert game is not None
        assert {place.game for place in places} == {game.pk} != {last.pk}


@pytest.mark.slow
def test_seeks_are_kept_alive_while_others_are_paired(crowd: list[Player]):
    *owners, other = crowd[:5]
    for _ in ROUNDS:
        places = [
            seeks.seek_anyone(player=player, settings=GameSettings(clock=clock))
            for player, clock in zip(owners, ("none", "quick", "standard", "relaxed"), strict=True)
        ]
        ids = {place.game for place in places}
        accepts = [partial(seeks.accept, seek_id=place.game, player=other) for place in places]
        keeps = [partial(upkeep.keep_alive, seeks=ids, players={player.pk for player in crowd})] * 3
        games = at_once(*accepts, *keeps)[: len(places)]
        assert {game.pk for game in games} == ids
