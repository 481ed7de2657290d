"""An in-person evening: names, tables, two score cards, the standings, and the bracket."""

import re

import pytest
from django.test import Client

from common.refusal import Refusal
from game.models import Player
from people.settings.deletion import delete_account
from tournaments.desk import actions
from tournaments.desk.models import Board, Evening, Sitter, Stage
from tournaments.desk.record import load_record
from tournaments.formats.bracket import Match
from tournaments.formats.encounters import pair_of
from tournaments.formats.scoring import Ending

pytestmark = pytest.mark.django_db

NAMES = ("Ann", "Bob", "Cid", "Dot")


def director(name="Dora"):
    return Player.objects.create_user(name, password="every other hand")


def evening(names=NAMES, games=3, **known):
    made = actions.create(director=director(), name="Tuesday", games=games, best_of=3, **known)
    actions.add_players(made.pk, names)
    return made


def record(made):
    return load_record(Evening.objects.get(pk=made.pk))


def open_boards(made):
    return list(Board.objects.filter(evening=made, ending=None).select_related("first", "second"))


def both_say(board, winner, loser_has):
    actions.hand_in(board.first.code, board.number, winner == 0, loser_has)
    actions.hand_in(board.second.code, board.number, winner == 1, loser_has)


def refused(code, deed, *args, **kwargs):
    with pytest.raises(Refusal) as refusal:
        deed(*args, **kwargs)
    assert refusal.value.code == code
    return refusal.value.says


def play_all(made):
    for board in open_boards(made):
        both_say(board, 0, 100)


def test_a_night_of_four_is_a_round_robin_with_even_first_deals(later):
    made = evening()
    for _ in range(3):
        assert actions.pair_now(made.pk) == 2
        play_all(made)
    played = record(made)
    assert sorted(pair_of(*game.players) for game in played.games) == sorted(
        pair_of(one, other) for one in played.sitters for other in played.sitters if one < other
    )
    assert all(abs(card.lean) == 1 and card.games == 3 for card in played.cards.values())
    assert refused("too_late", actions.pair_now, made.pk) == "No two players can be paired right now."


@pytest.mark.rows
def test_result_counts_once_both_cards_agree():
    made = evening(NAMES[:2])
    actions.pair_now(made.pk)
    (board,) = open_boards(made)
    actions.hand_in(board.first.code, board.number, True, 90)
    assert open_boards(made)
    actions.hand_in(board.second.code, board.number, False, 91)
    assert open_boards(made), "the cards differ"
    actions.hand_in(board.second.code, board.number, False, 90)
    board.refresh_from_db()
    assert (board.ending, board.winner, board.scores) == ("played", 0, [121, 90])
    assert [line.score.points for line in record(made).lines] == [3, 0]
    says = refused("too_late", actions.hand_in, board.first.code, board.number, True, 80)
    assert says == "This game already has a result."


def test_director_decides_differing_cards_and_corrects_results():
    made = evening(NAMES[:2])
    actions.pair_now(made.pk)
    (board,) = open_boards(made)
    actions.hand_in(board.first.code, board.number, True, 100)
    actions.hand_in(board.second.code, board.number, True, 100)
    actions.decide(made.pk, board.number, Ending.PLAYED, 1, 100)
    assert record(made).lines[0].player == board.second_id
    actions.decide(made.pk, board.number, Ending.NO_SHOW, 0, 0)
    line = record(made).lines[0]
    assert (line.player, line.score.points, line.score.spread) == (board.first_id, 2, 0)
    actions.decide(made.pk, board.number, Ending.GIVEN_UP, 0, 10)
    assert record(made).lines[0].score[:3] == (3, 1, 31)
    actions.decide(made.pk, board.number, Ending.VOID, 0, 0)
    assert record(made).lines[0].score.games == 0


@pytest.mark.parametrize("loser_has", [-1, 121, 1000])
def test_impossible_score_is_refused_with_an_explanation(loser_has):
    made = evening(NAMES[:2])
    actions.pair_now(made.pk)
    (board,) = open_boards(made)
    says = refused("bad_request", actions.hand_in, board.first.code, board.number, True, loser_has)
    assert says == "The loser’s score is a number from 0 to 120."
    refused("bad_request", actions.decide, made.pk, board.number, Ending.GIVEN_UP, 0, loser_has)


def test_card_of_other_players_game_is_refused():
    made = evening()
    actions.pair_now(made.pk)
    one, other = open_boards(made)
    refused("not_yours", actions.hand_in, one.first.code, other.number, True, 90)
    refused("no_game", actions.hand_in, one.first.code, 99, True, 90)
    refused("no_player", actions.hand_in, "nobodys", 1, True, 90)


@pytest.mark.rows
@pytest.mark.parametrize(
    ("names", "part"),
    [(["Ann"], "Ann is already"), (["ANN"], "ANN is already"), (["Eva", "eva"], "already"),
     (["", "  "], "at least one"), (["x" * 41], "too long"), (["Fay", "\0"], "displayed"),
     ([f"P{n}" for n in range(197)], "room for 200")],
)  # fmt: skip
def test_one_bad_name_refuses_all_names(names, part):
    made = evening()
    assert part in refused("bad_request", actions.add_players, made.pk, names)
    assert made.sitters.count() == 4


def test_player_who_went_home_is_not_paired_until_they_return():
    made = evening(NAMES[:3])
    ann = made.sitters.get(name="Ann")
    actions.set_here(made.pk, ann.pk, False)
    actions.pair_now(made.pk)
    (board,) = open_boards(made)
    assert "Ann" not in (board.first.name, board.second.name)
    assert "at a table" in refused("engaged", actions.set_here, made.pk, board.first_id, False)
    actions.set_here(made.pk, ann.pk, True)
    play_all(made)
    actions.pair_now(made.pk)
    assert "Ann" in {name for board in open_boards(made) for name in (board.first.name, board.second.name)}


def test_a_table_is_taken_again_once_it_is_free():
    made = evening()
    actions.pair_now(made.pk)
    one, other = sorted(open_boards(made), key=lambda board: board.table)
    assert (one.table, other.table) == (1, 2)
    both_say(one, 0, 100)
    actions.add_players(made.pk, ["Eva", "Fay"])
    actions.pair_now(made.pk)
    assert sorted(board.table for board in open_boards(made)) == [1, 2, 3]


@pytest.mark.slow
@pytest.mark.rows
def test_the_best_quarter_plays_a_bracket_to_its_end(later):
    made = evening([f"P{n}" for n in range(9)], games=1)
    actions.pair_now(made.pk)
    assert "still being played" in refused("not_over", actions.begin_bracket, made.pk)
    play_all(made)
    actions.begin_bracket(made.pk)
    made.refresh_from_db()
    assert made.stage == Stage.BRACKET
    assert len(made.seeds) == 2
    first_dealers = []
    while record(made).bracket.champion is not made and not isinstance(record(made).bracket.champion, int):
        assert actions.pair_now(made.pk) == 1
        (board,) = open_boards(made)
        first_dealers.append(board.first_id)
        both_say(board, 0 if board.first_id == made.seeds[0] else 1, 95)
    assert record(made).bracket.champion == made.seeds[0]
    assert first_dealers[0] != first_dealers[1]
    assert record(made).bracket.wins(Match(0, 0)) == (2, 0)
    assert "bracket has begun" in refused("too_late", actions.add_players, made.pk, ["Late"])
    early = made.boards.filter(round=None).first()
    assert "can’t change now" in refused(
        "too_late", actions.decide, made.pk, early.number, Ending.PLAYED, 0, 9
    )


def test_player_who_went_home_before_the_bracket_is_not_in_it():
    made = evening(NAMES, games=1)
    actions.pair_now(made.pk)
    play_all(made)
    best = record(made).lines[0].player
    actions.set_here(made.pk, best, False)
    actions.begin_bracket(made.pk)
    assert best not in Evening.objects.get(pk=made.pk).seeds


def test_bracket_needs_two_players_with_games():
    made = evening()
    assert "needs two players" in refused("too_late", actions.begin_bracket, made.pk)


def test_closed_evening_cannot_change():
    made = evening()
    actions.close(made.pk)
    for deed in (
        lambda: actions.pair_now(made.pk),
        lambda: actions.add_players(made.pk, ["Eva"]),
        lambda: actions.close(made.pk),
    ):
        assert refused("too_late", deed) == "The evening is over."


@pytest.mark.rows
def test_every_change_increments_the_version_and_a_refusal_does_not():
    made = evening()
    before = Evening.objects.get(pk=made.pk).version
    actions.pair_now(made.pk)
    assert Evening.objects.get(pk=made.pk).version == before + 1
    refused("too_late", actions.pair_now, made.pk)
    assert Evening.objects.get(pk=made.pk).version == before + 1


@pytest.mark.parametrize(
    ("known", "part"),
    [({"name": "  "}, "a name"), ({"name": "x" * 61}, "60 characters"), ({"games": 0}, "from the list"),
     ({"name": "a\0b"}, "displayed"), ({"games": -1}, "from the list"), ({"best_of": 4}, "from the list")],
)  # fmt: skip
def test_impossible_evening_is_refused(known, part):
    facts = {"name": "Tuesday", "games": 9, "best_of": 3, **known}
    assert part in refused("bad_request", actions.create, director=director(), **facts)


# Pages.


def client_of(player):
    client = Client()
    client.force_login(player)
    return client


def do(client, made, **form):
    return client.post(f"/desk/{made.pk}", form)


def test_a_director_opens_an_evening_and_seats_it():
    client = client_of(director("Dan"))
    answer = client.post("/desk", {"name": "Friday", "games": "5", "best_of": "3"})
    made = Evening.objects.get()
    assert answer["Location"] == f"/desk/{made.pk}"
    assert do(client, made, do="add", names="Ann\n\n Bob \nCid").status_code == 302
    assert [sitter.name for sitter in made.sitters.order_by("pk")] == ["Ann", "Bob", "Cid"]
    assert do(client, made, do="pair").status_code == 302
    page = client.get(f"/desk/{made.pk}").content.decode()
    assert "deals first" in page
    assert re.search(r'name="winner">\s*<option value="">Choose a player</option>', page)
    answer = do(client, made, do="decide", number="1", how="played", winner="0", loser_has="77")
    assert answer["Location"].endswith("#tables")
    assert Board.objects.get().scores == [121, 77]


@pytest.mark.parametrize(
    ("form", "part"),
    [
        ({"do": "dance"}, "couldn’t read this form"),
        ({"do": "decide", "number": "1", "how": "won", "winner": "0"}, "how the game ended"),
        (
            {"do": "decide", "number": "1", "how": "played", "winner": "x", "loser_has": "9"},
            "Enter the winner",
        ),
        (
            {"do": "decide", "number": "1", "how": "played", "winner": "", "loser_has": "9"},
            "Enter the winner",
        ),
        (
            {"do": "decide", "number": "1", "how": "played", "winner": "0", "loser_has": "9.5"},
            "from 0 to 120",
        ),
        ({"do": "decide", "number": "9", "how": "void"}, "no such game"),
        ({"do": "home", "player": "99999"}, "no such player"),
        ({"do": "add", "names": "Ann"}, "Ann is already"),
    ],
)
def test_bad_input_is_explained_on_the_page(form, part):
    made = evening()
    actions.pair_now(made.pk)
    answer = do(client_of(made.director), made, **form)
    assert 400 <= answer.status_code < 500
    assert part in answer.content.decode()


def test_evening_is_visible_to_its_director_only():
    made = evening()
    other = client_of(director("Otto"))
    for path in ("", "/slips", "/order.csv", "/games.csv"):
        assert other.get(f"/desk/{made.pk}{path}").status_code == 404
        assert Client().get(f"/desk/{made.pk}{path}").status_code == 302
    assert do(other, made, do="delete").status_code == 404
    assert do(client_of(made.director), made, do="delete").status_code == 302
    assert (Evening.objects.count(), Sitter.objects.count()) == (0, 0)


@pytest.mark.slow
def test_the_screen_and_a_players_page_need_no_account():
    made = evening()
    actions.pair_now(made.pk)
    assert "Ann" in Client().get(f"/desk/{made.pk}/screen").content.decode()
    board = open_boards(made)[0]
    page = f"/desk/card/{board.first.code}"
    assert f"You play <strong>{board.second.name}</strong>" in Client().get(page).content.decode()
    answer = Client().post(page, {"number": board.number, "won": "me", "loser_has": "88"})
    assert answer.status_code == 302
    assert "Your card says 121–88" in Client().get(page).content.decode()
    assert " has handed in a card" in Client().get(f"/desk/card/{board.second.code}").content.decode()
    assert "Enter the winner" in Client().post(page, {"number": board.number}).content.decode()
    assert Client().get("/desk/card/nobodys").status_code == 404
    assert Client().get("/desk/nosuch/screen").status_code == 404


def test_poll_returns_the_changed_part_or_nothing():
    made = evening()
    version = Evening.objects.get(pk=made.pk).version
    screen = f"/desk/{made.pk}/screen"
    assert Client().get(f"{screen}?since={version}").status_code == 204
    actions.pair_now(made.pk)
    part = Client().get(f"{screen}?since={version}").content.decode()
    assert f'data-version="{version + 1}"' in part
    assert "<html" not in part


def test_files_and_slips():
    made = evening(["=1+1", "Bob"])
    actions.pair_now(made.pk)
    play_all(made)
    client = client_of(made.director)
    order = client.get(f"/desk/{made.pk}/order.csv")
    assert order["Content-Type"].startswith("text/csv")
    lines = order.content.decode().splitlines()
    assert lines[0] == "place,player,points,won,spread,plus,games"
    assert any("'=1+1" in line for line in lines), "no spreadsheet takes a name for a formula"
    assert "played" in client.get(f"/desk/{made.pk}/games.csv").content.decode()
    slips = client.get(f"/desk/{made.pk}/slips").content.decode()
    assert slips.count("data:image/svg+xml;base64") == 2


@pytest.mark.slow
def test_page_needs_as_many_queries_for_twenty_players_as_for_two(django_assert_num_queries):
    made = evening([f"P{n}" for n in range(20)])
    actions.pair_now(made.pk)
    with django_assert_num_queries(3):
        Client().get(f"/desk/{made.pk}/screen")


@pytest.mark.slow
@pytest.mark.rows
def test_deleting_an_account_deletes_its_evenings():
    made = evening()
    delete_account(made.director)
    assert Evening.objects.count() == 0
