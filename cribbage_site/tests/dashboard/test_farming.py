"""The signs of farming, against games that were settled for real."""

from datetime import timedelta
from itertools import combinations

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from common import clock
from cribbage_site.dashboard.farming import FarmingSigns, find_farming_signs
from cribbage_site.dashboard.figures import changes_in_force, newest_rows, recent_dashboard
from game.engine.state import Ended, Seat
from game.engine.tally import Sheet
from game.models import Game, Player, Scoresheet
from game.table.record.ending import Result
from game.table.record.game_over import write_results
from ranking.models import Terms
from ranking.settlement import EndedGame, Side, settle
from rng import entropy

pytestmark = [pytest.mark.django_db, pytest.mark.rows]


def create_player(name: str, *, days: int = 30) -> Player:
    return Player.objects.create(username=name, date_joined=clock.now() - timedelta(days=days))


def win(
    winner: Player, loser: Player, *, ended: Ended = Ended.PLAYED, deals: int = 9, minutes: int = 20
) -> None:
    """A rated game, settled as the ledger settles it."""
    begun = clock.now() - timedelta(minutes=minutes)
    about = {"created_at": begun, "params": "{}", "tip": "", "transcript": "", "rated": True}
    game = Game.objects.create(id=entropy.game_id(), seat_a=winner, seat_b=loser, **about)
    sheets = (
        Sheet(deals_as_dealer=deals - deals // 2, deals_as_pone=deals // 2),
        Sheet(deals_as_dealer=deals // 2),
    )
    with transaction.atomic():
        write_results({game.pk: Result(Seat.A, 1, ended.value, sheets, deals)})


def found() -> FarmingSigns:
    return find_farming_signs(changes_in_force(), newest_rows(Scoresheet))


@pytest.mark.slow
def test_who_wins_from_accounts_that_lose_all_they_play_is_named_with_them_on_the_first_day():
    ann, bob = create_player("Ann"), create_player("Bob")
    for n in range(4):
        win(ann, create_player(f"puppet {n}", days=0))
    win(ann, bob)
    win(bob, ann)
    (gifts,) = found().gifts
    assert (gifts.player.name, gifts.wins, gifts.of, gifts.points) == ("Ann", 4, 5, 40)
    assert {giver.name for giver in gifts.givers} == {f"puppet {n}" for n in range(4)}


@pytest.mark.slow
def test_who_wins_against_people_who_win_too_is_not():
    ann, others = create_player("Ann"), [create_player(f"other {n}") for n in range(4)]
    for other in others:
        for _ in range(2):
            win(ann, other)
        win(other, ann)
    assert found().gifts == []


@pytest.mark.slow
def test_new_people_who_lose_as_often_as_they_win_give_nothing_away():
    ann, others = create_player("Ann"), [create_player(f"new {n}", days=0) for n in range(4)]
    for one, other in combinations(others, 2):
        win(one, other)
        win(other, one)
    for other in others:
        win(ann, other)
    assert found().gifts == []


@pytest.mark.slow
def test_a_few_who_play_each_other_alone_are_a_circle():
    circle = [create_player(f"member {n}") for n in range(4)]
    for _ in range(4):
        for one, other in combinations(circle, 2):
            win(one, other)
    stranger, regular = create_player("Stranger"), create_player("Regular")
    for _ in range(10):
        win(stranger, regular)
    (ring,) = found().circles
    assert ({member.name for member in ring.members}, ring.games) == ({f"member {n}" for n in range(4)}, 24)


@pytest.mark.slow
def test_one_game_with_somebody_else_opens_the_circle():
    circle = [create_player(f"member {n}") for n in range(4)]
    for _ in range(4):
        for one, other in combinations(circle, 2):
            win(one, other)
    win(circle[0], create_player("Guest of theirs"))
    assert found().circles == []


@pytest.mark.slow
def test_games_that_were_over_in_no_time_are_counted_for_who_won_them():
    ann, others = create_player("Ann"), [create_player(f"other {n}") for n in range(3)]
    for other in others:
        win(ann, other, ended=Ended.RESIGNED, deals=1)
    win(ann, others[0], minutes=1)
    win(ann, others[0], ended=Ended.RESIGNED, deals=7)
    (quick,) = found().quick
    assert (quick.player.name, quick.wins, quick.opponents) == ("Ann", 4, 3)


def test_two_whose_games_came_from_one_place_are_named():
    ann, bob = create_player("Ann"), create_player("Bob")
    with transaction.atomic():
        settle([EndedGame("g", (Side(ann.pk), Side(bob.pk)), 0, False, clock.now(), Terms.SHARED)])
    (place,) = found().one_place
    assert ({place.one.name, place.other.name}, place.games) == ({"Ann", "Bob"}, 1)


@pytest.mark.slow
def test_all_of_it_takes_a_few_queries_however_many_play():
    for n in range(6):
        winner = create_player(f"winner {n}")
        for m in range(5):
            win(winner, create_player(f"loser {n} {m}", days=0), minutes=1)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert len(found().gifts) == 6
    assert len(queries) <= 6


@pytest.mark.slow
def test_the_hosts_page_shows_them_with_links(client: Client):
    ann = create_player("Ann")
    for n in range(4):
        win(ann, create_player(f"puppet {n}", days=0), ended=Ended.RESIGNED, deals=1)
    recent_dashboard.forget()
    host = Player.objects.create_superuser("Host", password="x")
    client.force_login(host, backend="django.contrib.auth.backends.ModelBackend")
    page = client.get("/admin/").content.decode()
    assert f'<a href="/admin/game/player/{ann.pk}/change/">Ann</a>: 4 of 4 wins, 40 points, over' in page
    assert "won 4 games over 4 opponents that were given up before the third deal was counted" in page
