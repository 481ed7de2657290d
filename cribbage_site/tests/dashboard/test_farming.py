"""The signs of point farming, tested with games that were really settled."""

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
    """Settle a rated game as the ledger does."""
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
def test_a_winner_over_accounts_that_always_lose_is_listed_with_them_on_the_first_day():
    ann, bob = create_player("Ann"), create_player("Bob")
    for n in range(4):
        win(ann, create_player(f"puppet {n}", days=0))
    win(ann, bob)
    win(bob, ann)
    (gifts,) = found().gifts
    assert (gifts.player.name, gifts.wins, gifts.of, gifts.points) == ("Ann", 4, 5, 40)
    assert {giver.name for giver in gifts.givers} == {f"puppet {n}" for n in range(4)}


@pytest.mark.slow
def test_a_winner_over_people_who_also_win_is_not_listed():
    ann, others = create_player("Ann"), [create_player(f"other {n}") for n in range(4)]
    for other in others:
        for _ in range(2):
            win(ann, other)
        win(other, ann)
    assert found().gifts == []


@pytest.mark.slow
def test_new_players_who_lose_half_their_games_give_no_points_away():
    ann, others = create_player("Ann"), [create_player(f"new {n}", days=0) for n in range(4)]
    for one, other in combinations(others, 2):
        win(one, other)
        win(other, one)
    for other in others:
        win(ann, other)
    assert found().gifts == []


@pytest.mark.slow
def test_a_few_accounts_that_only_play_each_other_are_a_circle():
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
def test_one_game_with_another_player_opens_the_circle():
    circle = [create_player(f"member {n}") for n in range(4)]
    for _ in range(4):
        for one, other in combinations(circle, 2):
            win(one, other)
    win(circle[0], create_player("Guest of theirs"))
    assert found().circles == []


@pytest.mark.slow
def test_very_short_games_are_counted_for_their_winner():
    ann, others = create_player("Ann"), [create_player(f"other {n}") for n in range(3)]
    for other in others:
        win(ann, other, ended=Ended.RESIGNED, deals=1)
    win(ann, others[0], minutes=1)
    win(ann, others[0], ended=Ended.RESIGNED, deals=7)
    (quick,) = found().quick
    assert (quick.player.name, quick.wins, quick.opponents) == ("Ann", 4, 3)


def test_two_accounts_with_games_from_one_place_are_listed():
    ann, bob = create_player("Ann"), create_player("Bob")
    with transaction.atomic():
        settle([EndedGame("g", (Side(ann.pk), Side(bob.pk)), 0, False, clock.now(), Terms.SHARED)])
    (place,) = found().one_place
    assert ({place.one.name, place.other.name}, place.games) == ({"Ann", "Bob"}, 1)


@pytest.mark.slow
def test_the_number_of_queries_does_not_grow_with_players():
    for n in range(6):
        winner = create_player(f"winner {n}")
        for m in range(5):
            win(winner, create_player(f"loser {n} {m}", days=0), minutes=1)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert len(found().gifts) == 6
    assert len(queries) <= 7


@pytest.mark.slow
def test_the_hosts_page_lists_them_with_links(client: Client):
    ann = create_player("Ann")
    for n in range(4):
        win(ann, create_player(f"puppet {n}", days=0), ended=Ended.RESIGNED, deals=1)
    recent_dashboard.forget()
    host = Player.objects.create_superuser("Host", password="x")
    client.force_login(host, backend="django.contrib.auth.backends.ModelBackend")
    page = " ".join(client.get("/admin/").content.decode().split())
    assert f'<a href="/admin/game/player/{ann.pk}/change/">Ann</a>: 4 of 4 wins, 40 points, over' in page
    assert "won 4 games over 4 opponents that were given up before the third deal was counted" in page
