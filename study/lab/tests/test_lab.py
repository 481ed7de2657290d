"""The lab over HTTP, as JSON and as a page."""

import json
from statistics import mean, pstdev
from typing import Any
from urllib.parse import urlencode

import pytest

from cribbage_site.tests.server_process import Server
from game.advice.wire import line_json
from game.bots.advice import weigh_throws
from game.engine.cards import cards, texts
from game.engine.scoring import score_hand
from tests.worlds.lobby import new_account
from tests.worlds.scripted_player import Visitor

FLUSH = "5H 6H 7H JH KS 5S"


@pytest.fixture(scope="module")
def visitor(server: Server) -> Visitor:
    return Visitor(server.url)


def weigh(visitor: Visitor, **position: Any) -> tuple[int, dict[str, Any]]:
    status, answer = visitor.get(f"/api/lab?{urlencode(position)}")
    return status, json.loads(answer)


@pytest.mark.slow
def test_all_fifteen_discards_are_evaluated_best_first(visitor: Visitor) -> None:
    position = {"dealer": 0, "mine": 88, "theirs": 101, "target": 121}
    status, answer = weigh(visitor, cards=FLUSH, seen="kd 2d", **position)
    assert status == 200
    seen = cards("KD 2D")
    lines = weigh_throws(cards(FLUSH), dealer=False, mine=88, theirs=101, target=121, seen=seen)
    assert answer["lines"] == [json.loads(json.dumps(line_json(line))) for line in lines]
    wins = [line["win"] for line in answer["lines"]]
    assert len(wins) == 15
    assert wins == sorted(wins, reverse=True)


def test_a_hand_is_the_average_over_every_starter_that_may_come_its_suits_counted(visitor: Visitor) -> None:
    seen = cards("8H 9H")
    _, answer = weigh(visitor, cards=FLUSH, seen="8h9h")
    kept = cards("5H 6H 7H JH")
    (line,) = [line for line in answer["lines"] if set(line["kept"]) == set(texts(kept))]
    unseen = [card for card in range(52) if card not in (*cards(FLUSH), *seen)]
    points = [score_hand(kept, starter).total for starter in unseen]
    assert line["hand"] == pytest.approx(mean(points), abs=0.001)
    assert line["spread"] == pytest.approx(pstdev(points), abs=0.001)
    assert (line["low"], line["high"]) == (min(points), max(points))


def test_invalid_position_is_refused_with_an_explanation(visitor: Visitor) -> None:
    assert weigh(visitor, cards="5H") == (
        400,
        {"error": "bad_request", "says": "Five more cards, please."},
    )
    status, answer = weigh(visitor, cards=FLUSH, mine=200)
    assert (status, answer["says"]) == (400, "Enter a score from 0 to 120.")


def test_a_page_that_is_opened_by_a_link_shows_the_table_at_once(visitor: Visitor) -> None:
    status, page = visitor.get(f"/lab?{urlencode({'cards': FLUSH, 'dealer': 0, 'mine': 88, 'sort': 'hand'})}")
    assert status == 200
    table = page[page.index("<tbody") : page.index("</tbody>")]
    assert table.count("<tr") == 15
    hands = [float(cell.split("<")[0]) for cell in table.split('data-part="hand">')[1:]]
    assert hands == sorted(hands, reverse=True)
    assert 'value="88"' in page


def test_page_shows_faults_but_none_for_an_empty_form(visitor: Visitor) -> None:
    status, page = visitor.get("/lab?cards=5H+5X")
    assert status == 400
    assert "“5X” isn’t a card" in page
    status, page = visitor.get("/lab")
    assert status == 200
    assert "aria-invalid" not in page


@pytest.mark.slow
def test_lab_is_closed_during_a_rated_game(server: Server) -> None:
    ann = new_account(server)
    assert weigh(ann, cards=FLUSH)[0] == 200
    ann.new_game("novice", rated=True)
    status, answer = weigh(ann, cards=FLUSH)
    assert (status, answer["error"]) == (403, "rated_game")
    says = "You’re in a rated game against Novice. No advice until it’s over."
    assert answer["says"] == says
    status, page = ann.get("/lab")
    assert status == 403
    assert "<h1>No advice during a rated game</h1>" in page
    assert says in page
