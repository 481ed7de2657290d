"""The .crib file of a game, and the page that replays a pasted one."""

import json
import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.test import Client
from django.utils.timezone import now

from common.formats.json import encode
from game.engine.moves import Resign
from game.engine.state import Counting, Rules, Seat
from game.engine.transcript import header
from game.models import Game
from game.shared_decks.models import SharedGame
from game.shared_rounds.rounds import open_round_of_game
from game.table.record import ledger
from game.web.replay_wire import replay_json
from hosting.demo.schedule import EarlyEnd
from programs.crib import of_game
from programs.crib.of_game import load_crib
from programs.crib.reading import LONGEST, parse_crib
from programs.crib.tests.test_round_trip import short_game
from programs.crib.version_1.writing import write_version_1
from programs.crib.web.pages import LONGEST_FORM
from programs.crib.writing import write_crib
from proof.evidence.builder import load_transcript
from ranking.models import Change
from tests.worlds.dealt_games import create_thrown_game
from tests.worlds.evidence import create_void_game
from tests.worlds.finished_games import create_finished_game
from tests.worlds.players import ann, bob
from tests.worlds.single_process import without_redis

__all__ = ["ann", "bob", "without_redis"]
pytestmark = pytest.mark.django_db

ENDINGS = {
    "played": lambda: create_finished_game(Rules(61)).pk,
    "counted by muggins": lambda: create_finished_game(Rules(61, Counting.MUGGINS)).pk,
    "a named dealer and a head start": lambda: (
        create_finished_game(Rules(61, first_dealer=Seat.B, start=(0, 12))).pk
    ),
    "resigned before a throw": lambda: create_finished_game(gives_up=EarlyEnd(0, Resign, 2)).pk,
    "void before the cut": lambda: create_void_game(("commitment_a",)),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_file_is_the_game_that_was_played(client: Client, ending: str):
    game = ENDINGS[ending]()
    answer = client.get(f"/game/{game}/crib")
    read = parse_crib(answer.content.decode())
    transcript = load_transcript(game)
    assert " ".join((header(read.rules), *read.words)) == transcript.line
    assert [side.name for side in read.sides] == [player.name for player in transcript.players]
    assert answer["Content-Disposition"] == f'attachment; filename="every-other-{game}.crib"'
    assert read == load_crib(game)


def test_a_live_game_has_no_file(client: Client, ann, bob):
    live = create_thrown_game(ann, bob)
    assert client.get(f"/game/{live.pk}/crib").json()["error"] == "not_over"


def test_an_open_board_has_no_file(client: Client):
    game = create_finished_game(Rules(61))
    round_ = open_round_of_game(game.pk, now())
    assert SharedGame.objects.filter(round=round_).exists()
    assert client.get(f"/game/{game.pk}/crib").json()["error"] == "open_board"


def pasted(client: Client, text: str) -> dict:
    """Return the game as the replay page receives it."""
    answer = client.post("/paste", {"crib": text})
    assert answer.status_code == 200
    found = re.search(r'<script id="pasted" type="application/json">(.*?)</script>', answer.content.decode())
    return json.loads(found[1])


def test_pasted_game_is_replayed_like_the_original(client: Client):
    game = create_finished_game(Rules(61)).pk
    text = client.get(f"/game/{game}/crib").content.decode()
    replayed = json.loads(encode(replay_json(ledger.load_row(game))))
    shown = pasted(client, text)
    assert shown["game"] is None
    assert shown["steps"] == replayed["steps"]
    assert shown["result"] == replayed["result"]


def test_line_ends_and_space_around_a_pasted_game_do_no_harm(client: Client):
    text = write_crib(short_game())
    assert pasted(client, "\r\n  " + text.replace("\n", "\r\n") + "\r\n\r\n")["result"]["ended"] == "resigned"


SHEET = """[A "<b>Ann</b>"] [B "Bob"] [Table "<i>4</i>"]
{At <u>home</u>.} #1b up:5S {luck} axx! {why <s>} bxx a8C bQH (b5C {or}) a7C b5D a6H bJD a5H b5C
a=12 b=20 b=8! {the crib} a<2 10-32 #2 20-40
"""


def test_part_of_a_game_is_replayed_with_its_notes_and_without_unknown_cards(client: Client):
    shown = pasted(client, SHEET)
    assert shown["result"] == {"winner": None, "value": None, "ended": None, "scores": [20, 40]}
    steps = shown["steps"]
    assert [step["note"] for step in steps if "note" in step] == [
        "luck", "axx! why <s>", "(b5C or)", "b=8! the crib",
    ]  # fmt: skip
    thrown = next(step for step in steps if step["move"]["kind"] == "throw")
    assert thrown["move"]["cards"] == ["xa", "xb"]
    assert thrown["state"]["dealt"][0] == ["8C", "7C", "6H", "5H", "xa", "xb"]
    crib = next(e for step in steps for e in step["events"] if e["e"] == "counted" and e["what"] == "crib")
    assert (crib["cards"], crib["points"], [part["points"] for part in crib["parts"]]) == (
        ["xa", "xb", "xc", "xd"],
        8,
        [8],
    )
    assert [[e["points"] for e in step["events"]] for step in steps if step["move"]["kind"] == "noted"] == [
        [-2],
        [10, 8],
    ]


def test_markup_in_a_pasted_game_is_text(client: Client):
    page = client.post("/paste", {"crib": SHEET}).content.decode()
    for markup in ("<b>Ann", "<i>4", "<s>", "<u>home"):
        assert markup not in page
    assert "&lt;i&gt;4&lt;/i&gt;" in page


def test_a_pasted_name_is_text(client: Client):
    game = short_game()
    evil = "</script><script>alert(1)</script>"
    ann = game.sides[0]._replace(name=evil)
    answer = client.post("/paste", {"crib": write_crib(_with_sides(game, ann))})
    assert evil not in answer.content.decode()


def _with_sides(game, ann):
    return replace(game, sides=(ann, game.sides[1]))


FAULTS = [
    ("", "There’s no game here."),
    ("121 auto #0", "Line 1, column 1: “121” can’t be read."),
    ('[A "Ann"]', "There are no moves to replay."),
    ('#1a 3-4 [A "Ann"] #1a 3-4', "This text has several games."),
    ("#1a up:5H\r\n b14", "Line 2, column 2: “b14” can’t be read."),
    ("#1a\r\n a: 5H 6H 7H 8H 9H TH a5H5S", "You don’t have the five of spades."),
    (lambda text: text.replace("[Rules", "[Ruled"), "There’s no header Ruled."),
    (lambda text: text.replace('[B "Novice"]\n', ""), "The header B is missing."),
    (lambda text: text.replace('[Date "2026-11-26"]', "Date"), "isn’t a header"),
    (lambda text: text.replace("2026-11-26", "yesterday"), "The header Date can’t say “yesterday”."),
    (lambda text: text.replace('[Rules "61 auto"]', '[Rules "63 auto"]'), "“63 auto” doesn’t name rules"),
    (lambda text: text.replace(" b-resign", ""), "The moves stop before the game is over."),
    (lambda text: text.replace("-resign", "-resigned"), "can’t be read."),
    (lambda text: text.replace("#1 ", "#1 5H "), "Deal 1 has"),
    (lambda text: text.replace("1 resigned", "4 resigned"), "The result reads"),
    (lambda text: text[:60], "header"),
    (lambda text: text + "a14\n", "Move"),
    (lambda text: text + "x" * LONGEST, "This is too long for a game."),
]


@pytest.mark.parametrize(("change", "says"), FAULTS)
def test_invalid_paste_is_refused_with_an_explanation(client: Client, change, says: str):
    text = change(write_version_1(short_game())) if callable(change) else change
    answer = client.post("/paste", {"crib": text})
    assert answer.status_code == 400
    assert answer.context["fault"].find(says) >= 0, answer.context["fault"]


# nginx passes on a quarter of a megabyte.
@pytest.mark.parametrize("size", [LONGEST, LONGEST_FORM, 250_000])
def test_a_text_that_is_too_long_is_refused_without_an_echo(client: Client, size: int):
    answer = client.post("/paste", {"crib": "X" * size})
    assert answer.status_code in (400, 413)
    assert answer.context["fault"] == "This is too long for a game."
    assert "X" * 20 not in answer.content.decode()  # a token may hold two by chance


@pytest.mark.parametrize("length", [str(LONGEST_FORM + 1), "9" * 5000, "-1", "", "²"])
def test_a_form_of_another_length_is_not_parsed(client: Client, length: str, monkeypatch: pytest.MonkeyPatch):
    """Neither the page nor the CSRF check parses the form: parsing would raise another exception."""
    monkeypatch.setattr(WSGIRequest, "_load_post_and_files", None)
    for check in (False, True):
        visitor = Client(enforce_csrf_checks=check)
        answer = visitor.post("/paste", {"crib": "x"}, CONTENT_LENGTH=length)
        assert (answer.status_code, answer.context["fault"]) == (413, "This is too long for a game.")


def test_the_longest_form_is_parsed(client: Client):
    text = "%58" * (LONGEST - 1)
    answer = client.post("/paste", f"crib={text}", "application/x-www-form-urlencoded")
    assert answer.status_code == 400
    assert "X" * (LONGEST - 1) in answer.content.decode()


def test_a_paste_needs_its_token():
    assert Client(enforce_csrf_checks=True).post("/paste", {"crib": "x"}).status_code == 403


def test_fault_is_explained_in_the_readers_language(client: Client):
    text = write_version_1(short_game()).replace(" b-resign", "")
    answer = client.post("/paste", {"crib": text}, headers={"accept-language": "fr"})
    assert answer.context["fault"] == "Les coups s’arrêtent avant la fin de la partie."
    answer = client.post("/paste", {"crib": "#1a\n-nothing"}, headers={"accept-language": "fr"})
    assert answer.context["fault"] == "Ligne 2, colonne 1\u202f: «\u202f-nothing\u202f» ne se lit pas."


def test_a_games_date_is_the_day_it_ended():
    game = create_finished_game(Rules(61))
    Game.objects.filter(pk=game.pk).update(finished_at=datetime(2026, 10, 31, 23, 59, tzinfo=UTC))
    assert load_crib(game.pk).date == "2026-10-31"


def test_points_and_the_event_are_in_the_headers(client: Client, monkeypatch: pytest.MonkeyPatch):
    game = create_finished_game(Rules(61))
    points = {"own": 1512, "opponents": 1498, "change": 19, "after": 1531, "rules": 1, "why": ""}
    Change.objects.create(
        game=game.pk, player=game.seat_b, kind="people", won=True, at=game.finished_at, **points
    )
    event = {"id": "e1", "title": ' Friday\n"Owls"\u200b night '}
    monkeypatch.setattr(of_game, "load_event_of", lambda game_id, clock: event)
    text = client.get(f"/game/{game.pk}/crib").content.decode()
    read = parse_crib(text)
    assert read.event == 'Friday "Owls" night'
    assert [side.points for side in read.sides] == [None, 1512]
    assert '[Event "Friday \\"Owls\\" night"]\n' in text
