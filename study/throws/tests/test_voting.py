"""A player who has voted sees all results. A player who has not sees only the six cards, on every page."""

import json
from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client

from common import clock
from common.refusal import Refusal
from game.accounts.guests import create_guest
from game.models import Player
from people.retention.forgetting import forget_some_guests
from people.settings.deletion import delete_account
from study.throws.board import has_won_month, load_board
from study.throws.models import DailyThrow, Vote
from study.throws.points import points_for
from study.throws.retention import forget_whose_guest_votes
from study.throws.voting import as_text, today, vote
from tests.worlds.accounts import create_account
from tests.worlds.finished_games import create_finished_game
from tests.worlds.tables import create_game
from tests.worlds.throws import create_throw

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


@pytest.fixture
def throw(db: None) -> DailyThrow:
    return create_throw()


def best(throw: DailyThrow) -> list[str]:
    return list(throw.lines[0]["thrown"])


def ask(client: Client, throw: DailyThrow) -> dict[str, Any]:
    answer = client.get(f"/api/throws/{throw.day}")
    assert answer.status_code == 200
    return dict(answer.json())


def cast(client: Client, throw: DailyThrow, cards: list[str]) -> Any:
    return client.post(f"/api/throws/{throw.day}", json.dumps({"cards": cards}), "application/json")


class TestBeforeOnesVote:
    """Votes, the actual discard and the evaluation are on no page."""

    DOORS = ("/throw", "/throw/{day}", "/throws", "/throws/feed.xml", "/api/throws/{day}", "/")

    @pytest.fixture
    def client(self, throw: DailyThrow) -> Client:
        for cards in (best(throw), throw.lines[3]["thrown"]):
            vote(create_guest(), throw, cards)
        return Client()

    @pytest.mark.parametrize("door", DOORS)
    def test_nothing_of_the_result_is_shown(self, client: Client, throw: DailyThrow, door: str):
        page = client.get(door.format(day=throw.day)).content.decode()
        figures = [str(line[name]) for line in throw.lines for name in ("win", "points")]
        shown = [figure for figure in figures if len(figure) > 5 and figure in page]
        assert shown == []
        unescaped = page.replace("&quot;", '"')
        assert not any(f'"{name}":' in unescaped for name in ("kept", "votes", "bots", "thrown", "lines"))

    def test_call_has_only_the_position(self, client: Client, throw: DailyThrow):
        told = ask(client, throw)
        assert (told["vote"], told["result"]) == (None, None)
        assert {*told["position"]} == {
            "day", "six", "dealer", "mine", "theirs", "target", "is_of_the_house", "counts",
        }  # fmt: skip

    def test_another_players_vote_shows_me_nothing(self, client: Client, throw: DailyThrow):
        voter, other = create_account("Ann"), create_account("Bob")
        vote(voter, throw, best(throw))
        client.force_login(other)
        assert ask(client, throw)["result"] is None

    def test_coming_day_is_hidden(self, throw: DailyThrow):
        tomorrow = create_throw(today() + DAY, seed=2)
        client = Client()
        for door in (f"/throw/{tomorrow.day}", f"/api/throws/{tomorrow.day}"):
            assert client.get(door).status_code == 404
        assert cast(client, tomorrow, best(tomorrow)).status_code == 404
        for door in ("/throws", "/throws/feed.xml", "/", "/throw"):
            assert tomorrow.day.isoformat() not in client.get(door).content.decode()

    def test_invalid_day_is_not_found(self, throw: DailyThrow):
        for door in ("/throw/2026-13-45", "/throws/2026-13", "/api/throws/2026-02-31", "/throws/2999-01"):
            assert Client().get(door).status_code == 404


class TestVoting:
    def test_vote_reveals_the_whole_result(self, throw: DailyThrow):
        client = Client()
        told = cast(client, throw, best(throw)).json()
        assert told["vote"] == {"thrown": best(throw), "points": 100, "counts": True}
        assert told["result"]["votes"] == 1
        assert len(told["result"]["lines"]) == 15
        assert [line["votes"] for line in told["result"]["lines"]] == [1] + [0] * 14
        assert told["result"]["thrown"] == throw.thrown
        assert told["result"]["bots"] == throw.bots
        assert ask(client, throw) == told, "a guest keeps their vote"

    @pytest.mark.slow
    def test_points_halve_with_every_two_percent(self, throw: DailyThrow):
        for line in throw.lines:
            told = vote(create_guest(), throw, line["thrown"])
            assert told.points == points_for(throw.lines[0]["win"] - line["win"])

    def test_the_order_of_the_two_makes_no_difference(self, throw: DailyThrow):
        one, other = best(throw)
        votes = [vote(create_guest(), throw, cards) for cards in ([one, other], [other, one])]
        assert {each.thrown for each in votes} == {as_text([one, other])}

    def test_each_player_votes_once(self, throw: DailyThrow):
        client = Client()
        first = cast(client, throw, best(throw)).json()
        second = cast(client, throw, throw.lines[7]["thrown"]).json()
        assert first == second
        assert Vote.objects.count() == 1

    @pytest.mark.parametrize("cards", [[], ["5H"], ["5H", "5H"], ["AS", "XX"], "5H JD", [1, 2]])
    def test_invalid_discard_is_refused_and_makes_no_guest(self, throw: DailyThrow, cards: Any):
        guests = Player.objects.filter(is_guest=True).count()
        assert cast(Client(), throw, cards).status_code == 400
        assert (Vote.objects.count(), Player.objects.filter(is_guest=True).count()) == (0, guests)

    def test_cards_of_another_hand_are_refused(self, throw: DailyThrow):
        others = [one for one in ("AC", "AD", "AH", "AS", "2C", "2D", "2H", "2S") if one not in throw.six]
        with pytest.raises(Refusal, match="two of these six"):
            vote(create_guest(), throw, others[:2])

    def test_a_past_day_brings_no_points(self, throw: DailyThrow):
        past = create_throw(today() - DAY, seed=3)
        told = cast(Client(), past, best(past)).json()
        assert told["vote"]["counts"] is False
        assert told["position"]["counts"] is False

    def test_vote_of_a_player_of_the_game_does_not_count(self):
        game = create_finished_game()
        throw = create_throw(game=game.pk)
        assert vote(game.seat_a, throw, best(throw)).counts is False
        assert vote(create_guest(), throw, best(throw)).counts is True

    def test_player_in_a_rated_game_cannot_vote(self, throw: DailyThrow):
        ann, bob = create_account("Ann"), create_account("Bob")
        create_game(players=(ann, bob), rated=True)
        client = Client()
        client.force_login(ann)
        assert cast(client, throw, best(throw)).status_code == 403
        assert client.get(f"/api/throws/{throw.day}").status_code == 403
        assert client.get("/throw").status_code == 200
        assert not Vote.objects.exists()


class TestTheBoard:
    def test_the_best_of_the_month_first_and_equals_share_a_place(self):
        ann, bob, carl = (create_account(name) for name in ("Ann", "Bob", "Carl"))
        month = date(2026, 11, 1)
        for number in range(3):
            throw = create_throw(month + number * DAY, seed=number)
            for player, points in ((ann, 100), (bob, 50), (carl, 50)):
                Vote.objects.create(
                    throw=throw, player=player, thrown="5H JD", points=points, counts=True, at=clock.now()
                )
        told = [(row.place, str(row.player), row.days, row.points) for row in load_board(month)]
        assert told == [(1, "Ann", 3, 300), (2, "Bob", 3, 150), (2, "Carl", 3, 150)]
        assert load_board(date(2026, 12, 1)) == []

    def test_the_best_of_a_month_that_is_over_have_won_it(self):
        ann, bob = (create_account(name) for name in ("Ann", "Bob"))
        this_month = today().replace(day=1)
        for day, points in ((this_month - DAY, (90, 40)), (this_month, (0, 90))):
            throw = create_throw(day, seed=day.day)
            for player, earned in zip((ann, bob), points, strict=True):
                Vote.objects.create(
                    throw=throw, player=player, thrown="5H JD", points=earned, counts=True, at=clock.now()
                )
        assert (has_won_month(ann.pk), has_won_month(bob.pk)) == (True, False)
        Vote.objects.filter(player=ann).update(points=0)
        Vote.objects.filter(player=bob).update(points=0)
        assert not has_won_month(ann.pk), "no points win nothing"

    @pytest.mark.slow
    def test_table_lists_accounts_with_twenty_counted_days(self):
        ann, guest = create_account("Ann"), create_guest()
        month = date(2026, 11, 1)
        for number in range(24):
            throw = create_throw(month + number * DAY, seed=number)
            for player in (ann, guest):
                Vote.objects.create(
                    throw=throw, player=player, thrown="5H JD", points=10, counts=number != 23, at=clock.now()
                )
        assert [(str(row.player), row.days, row.points) for row in load_board(month)] == [("Ann", 23, 200)]


class TestForgetting:
    def test_deleted_accounts_vote_stays_without_a_player(self, throw: DailyThrow):
        ann = create_account("Ann")
        vote(ann, throw, best(throw))
        delete_account(ann)
        assert list(Vote.objects.values_list("player", "thrown")) == [(None, as_text(best(throw)))]

    @pytest.mark.slow
    def test_guests_are_forgotten_and_their_votes_stay(self, throw: DailyThrow):
        guest, ann = create_guest(), create_account("Ann")
        for player in (guest, ann):
            vote(player, throw, best(throw))
        forget_whose_guest_votes()
        assert not Vote.objects.filter(player=None).exists()
        Vote.objects.update(at=clock.now() - 46 * DAY)
        forget_whose_guest_votes()
        assert {*Vote.objects.values_list("player", flat=True)} == {None, ann.pk}
        Player.objects.filter(pk=guest.pk).update(date_joined=clock.now() - 100 * DAY)
        forget_some_guests(None)
        assert not Player.objects.filter(pk=guest.pk).exists()
        assert Vote.objects.count() == 2


def test_the_feed_has_the_days_that_have_come(throw: DailyThrow):
    create_throw(today() - DAY, seed=5)
    create_throw(today() + DAY, seed=6)
    answer = Client().get("/throws/feed.xml")
    assert answer["Content-Type"].startswith("application/rss+xml")
    assert answer.content.decode().count("<item>") == 2
    assert "10♠" not in answer.content.decode() or "TS" in throw.six
