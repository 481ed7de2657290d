"""The pages that a director prints: pairings, score cards and slips."""

import re

import pytest

from tournaments.desk import actions
from tournaments.desk.models import Evening
from tournaments.desk.record import load_record
from tournaments.desk.tests.evenings import client_of, create_evening, open_boards
from tournaments.desk.wire import score_card
from tournaments.formats.scoring import Ending

pytestmark = pytest.mark.django_db


def words_of(page):
    return " ".join(re.sub(r"<[^>]+>", " ", page.content.decode().partition("<main")[2]).split())


def test_pairings_show_each_table_and_each_players_seat_and_who_sits_out():
    made = create_evening(["Ann", "Bob", "Cid", "Dot", "Eva"])
    director = client_of(made.director)
    assert "No games are being played." in words_of(director.get(f"/desk/{made.pk}/pairings"))
    actions.pair_now(made.pk)
    words = words_of(director.get(f"/desk/{made.pk}/pairings"))
    for board in open_boards(made):
        assert f"{board.table} {board.first.name} {board.second.name}" in words
        assert f"{board.first.name} {board.table}" in words.partition("Find your table")[2]
    (rest,) = load_record(Evening.objects.get()).free
    assert f"Sits out: {rest.name}" in words


def test_score_card_has_points_plus_and_minus_of_each_game_and_a_line_for_each_to_come():
    made = create_evening(["Ann", "Bob"], games=4)
    endings = ((Ending.PLAYED, 90), (Ending.PLAYED, 91), (Ending.VOID, 0), (Ending.GIVEN_UP, 0))
    for ending, loser_has in endings:
        made.sitters.update(free_since="2026-01-01T00:00Z")
        actions.pair_now(made.pk)
        (board,) = open_boards(made)
        place = 0 if board.first.name == "Ann" else 1
        actions.decide(made.pk, board.number, ending, place if loser_has != 91 else 1 - place, loser_has)
    ann = made.sitters.get(name="Ann")
    card = score_card(load_record(Evening.objects.get()), ann, 4)
    lines = [(row.number, row.score and (row.score.points, row.score.plus, row.minus)) for row in card.rows]
    assert lines == [(1, (3, 31, 0)), (2, (0, 0, 30)), (3, (3, 31, 0)), (4, None)]
    assert (card.score.points, card.score.plus, card.minus) == (6, 62, 30)
    words = words_of(client_of(made.director).get(f"/desk/{made.pk}/cards"))
    assert "1 Bob 3 31 2 Bob 0 30 3 Bob 3 31 4 Total 6 62 30" in words


def test_every_print_has_a_code_for_each_player_and_warns_of_an_address_that_phones_cannot_open():
    made = create_evening()
    director = client_of(made.director)
    for path in ("cards", "slips"):
        page = director.get(f"/desk/{made.pk}/{path}")
        assert page.content.decode().count("data:image/svg+xml;base64") == 4
        assert "no-store" in page["Cache-Control"]
        assert "Phones can’t open" not in words_of(page)
        own = director.get(f"/desk/{made.pk}/{path}", headers={"host": "127.0.0.1:8000"})
        assert "Phones can’t open" in words_of(own)
