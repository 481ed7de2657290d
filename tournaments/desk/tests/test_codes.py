"""Attacks on the players' codes, which enter results without an account."""

import pytest
from django.core.cache import cache
from django.test import Client

from game.models import Player
from tournaments.desk import actions
from tournaments.desk.codes import WRONG_CODES
from tournaments.desk.models import Board, Evening
from tournaments.desk.tests.evenings import client_of, create_evening, hand_in, open_boards
from tournaments.formats.scoring import Ending

pytestmark = pytest.mark.django_db

STRANGER = {"REMOTE_ADDR": "192.0.2.7"}


@pytest.fixture(autouse=True)
def no_address_has_been_here(settings):
    settings.CACHES = {"default": {"BACKEND": "common.http.rate_limit_cache.LocalRateLimitCache"}}
    cache.clear()


@pytest.fixture
def made():
    evening = create_evening()
    actions.pair_now(evening.pk)
    return evening


@pytest.mark.slow
def test_stranger_who_guesses_codes_has_to_wait_and_a_right_guess_then_opens_nothing(made):
    sitter = made.sitters.first()
    tries = [Client().get(f"/desk/card/guess{n}", **STRANGER).status_code for n in range(WRONG_CODES)]
    assert set(tries) == {404}
    late = Client().get(f"/desk/card/{sitter.code}", **STRANGER)
    assert (late.status_code, hand_in(sitter, 1, True, 90, **STRANGER).status_code) == (429, 429)
    assert 0 < int(late["Retry-After"]) <= 60
    assert Client().get(f"/desk/card/{sitter.code}", REMOTE_ADDR="192.0.2.8").status_code == 200


@pytest.mark.slow
def test_right_code_is_never_counted_as_a_guess(made):
    path = f"/desk/card/{made.sitters.first().code}?since=0"
    assert {Client().get(path, **STRANGER).status_code for _ in range(WRONG_CODES + 2)} == {200}


def test_code_enters_no_result_of_another_table(made):
    one, other = open_boards(made)
    answer = hand_in(one.first, other.number, True, 90)
    assert (answer.status_code, "That isn’t your game." in answer.content.decode()) == (403, True)
    assert not Board.objects.exclude(card_of_first=None, card_of_second=None).exists()


def test_code_does_nothing_that_a_director_does(made):
    sitter = made.sitters.first()
    for path in ("", "/pairings", "/cards", "/slips"):
        assert Client().get(f"/desk/{made.pk}{path}").status_code == 302
    form = {"do": "decide", "how": "played", "number": "1", "winner": "0", "loser_has": "9"}
    answer = Client().post(f"/desk/card/{sitter.code}", form)
    assert (answer.status_code, "Enter the winner" in answer.content.decode()) == (400, True)
    assert len(open_boards(made)) == 2


def test_double_tap_stores_one_card_and_is_no_fault(made):
    board, _ = open_boards(made)
    for sitter, won in ((board.first, True), (board.second, False)):
        assert [hand_in(sitter, board.number, won, 90).status_code for _ in range(2)] == [302, 302]
    board.refresh_from_db()
    assert (board.ending, board.scores) == ("played", [121, 90])


def test_agreed_result_is_changed_by_the_director_only(made):
    board, _ = open_boards(made)
    hand_in(board.first, board.number, True, 90)
    hand_in(board.second, board.number, False, 90)
    for sitter, won in ((board.first, True), (board.second, True), (board.second, False)):
        answer = hand_in(sitter, board.number, won, 60)
        assert (answer.status_code, "already has a result" in answer.content.decode()) == (409, True)
    board.refresh_from_db()
    assert board.scores == [121, 90]
    actions.decide(made.pk, board.number, Ending.PLAYED, 0, 91)
    assert hand_in(board.first, board.number, True, 90).status_code == 409, "the director has ruled"
    board.refresh_from_db()
    assert board.scores == [121, 91]


def test_differing_cards_wait_for_the_director(made):
    board, _ = open_boards(made)
    hand_in(board.first, board.number, True, 90)
    hand_in(board.second, board.number, True, 90)
    page = client_of(made.director).get(f"/desk/{made.pk}").content.decode()
    assert f"The cards differ: {board.first.name} says 121–90, {board.second.name} says 90–121." in page
    assert len(open_boards(made)) == 2


def test_late_card_of_a_game_before_the_next_pairing_changes_nothing(made, later):
    before = open_boards(made)
    for board in before:
        actions.decide(made.pk, board.number, Ending.PLAYED, 0, 100)
    later(seconds=101)
    actions.pair_now(made.pk)
    answer = hand_in(before[0].second, before[0].number, True, 80)
    assert (answer.status_code, "already has a result" in answer.content.decode()) == (409, True)
    assert [board.scores for board in made.boards.order_by("number")] == [[121, 100]] * 2 + [None] * 2
    assert not made.boards.exclude(card_of_second=None).exists()


def test_renewed_code_replaces_the_old_one_and_its_unconfirmed_card(made):
    board, other = open_boards(made)
    hand_in(board.first, board.number, True, 61)
    hand_in(board.second, board.number, True, 62)
    hand_in(other.first, other.number, True, 63)
    director = client_of(made.director)
    answer = director.post(f"/desk/{made.pk}", {"do": "renew", "player": board.first_id})
    assert answer["Location"] == f"/desk/{made.pk}/slips#player-{board.first_id}"
    assert Client().get(f"/desk/card/{board.first.code}").status_code == 404
    assert hand_in(board.first, board.number, False, 62).status_code == 404
    board.refresh_from_db()
    assert (board.card_of_first, board.card_of_second) == (None, [62, 121])
    renewed = made.sitters.get(pk=board.first_id)
    assert renewed.code in director.get(f"/desk/{made.pk}/slips").content.decode()
    assert hand_in(renewed, board.number, False, 62).status_code == 302
    assert [open_board.number for open_board in open_boards(made)] == [other.number]


def test_director_renews_all_codes_at_once_and_results_stay(made):
    board, _ = open_boards(made)
    hand_in(board.first, board.number, True, 90)
    hand_in(board.second, board.number, False, 90)
    old = list(made.sitters.values_list("code", flat=True))
    assert client_of(made.director).post(f"/desk/{made.pk}", {"do": "renew_all"}).status_code == 302
    assert {Client().get(f"/desk/card/{code}").status_code for code in old} == {404}
    board.refresh_from_db()
    assert (board.ending, board.card_of_first) == ("played", [121, 90])


def test_codes_are_renewed_by_the_evenings_director_only(made):
    codes = set(made.sitters.values_list("code", flat=True))
    stranger = client_of(Player.objects.create_user("Otto", password="every other hand"))
    form = {"do": "renew_all"}
    assert stranger.post(f"/desk/{made.pk}", form).status_code == 404
    assert Client().post(f"/desk/{made.pk}", form)["Location"].startswith("/accounts/login")
    form = {"do": "renew", "player": "99999"}
    assert client_of(made.director).post(f"/desk/{made.pk}", form).status_code == 404
    assert set(made.sitters.values_list("code", flat=True)) == codes


def test_code_takes_no_result_after_the_evening(made):
    board, _ = open_boards(made)
    for each in open_boards(made):
        actions.decide(made.pk, each.number, Ending.VOID, 0, 0)
    actions.close(made.pk)
    answer = hand_in(board.first, board.number, True, 90)
    assert (answer.status_code, "The evening is over." in answer.content.decode()) == (409, True)
    refused = client_of(made.director).post(f"/desk/{made.pk}", {"do": "renew_all"})
    assert "The evening is over." in refused.content.decode()


def test_code_opens_nothing_a_day_after_the_last_pairing(made, later):
    board, _ = open_boards(made)
    later(hours=23)
    assert Client().get(f"/desk/card/{board.first.code}").status_code == 200
    later(hours=2)
    assert Client().get(f"/desk/card/{board.first.code}").status_code == 404
    assert hand_in(board.first, board.number, True, 90).status_code == 404
    evening = Evening.objects.get()
    assert client_of(evening.director).get(f"/desk/{evening.pk}").status_code == 200


def test_one_code_hands_in_twenty_cards_a_minute_and_others_are_not_affected(made):
    board, _ = open_boards(made)
    answers = [hand_in(board.first, board.number, True, loser_has) for loser_has in range(60, 81)]
    assert [answer.status_code for answer in answers] == [302] * 20 + [429]
    assert hand_in(board.second, board.number, True, 9).status_code == 302


def test_players_page_is_neither_indexed_nor_cached(made):
    page = Client().get(f"/desk/card/{made.sitters.first().code}")
    assert page["X-Robots-Tag"] == "noindex, nofollow"
    assert "no-store" in page["Cache-Control"]
    assert '<meta name="robots" content="noindex">' in page.content.decode()
    assert page["Referrer-Policy"] == "same-origin"
