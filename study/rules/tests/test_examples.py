"""The rules page agrees with the engine."""

from html.parser import HTMLParser
from itertools import combinations_with_replacement

import pytest
from django.test import Client

from game.engine.cards import JACK, PIPS
from game.engine.pegging import peg_points
from game.engine.scoring import fifteens, pairs, runs, score_hand
from study.rules.examples import COMBINATIONS, HANDS, PLAYS, Combination, HandExample, PlayExample
from study.rules.worked import count_hand, play_out


@pytest.mark.parametrize("example", HANDS, ids=lambda example: example.key)
def test_a_worked_hand_has_the_points_that_the_page_says(example: HandExample) -> None:
    assert score_hand(example.hand, example.starter, example.is_crib).total == example.points
    assert [part.total for part in count_hand(example)][-1:] == [example.points][: bool(example.points)]


def test_four_spades_in_the_crib_would_be_a_flush_in_a_hand() -> None:
    example = next(each for each in HANDS if each.key == "crib-flush")
    assert score_hand(example.hand, example.starter, crib=False).flush == 4


@pytest.mark.parametrize("example", PLAYS, ids=lambda example: example.key)
def test_pegging_example_scores_as_stated(example: PlayExample) -> None:
    moves = list(play_out(example))
    assert (
        tuple(sum(m.points for m in moves if m.is_pone is pone) for pone in (True, False)) == example.points
    )
    assert len([move for move in moves if move.card]) == len(example.order)


def test_the_play_shows_a_go_a_thirty_one_and_a_last_card() -> None:
    whole, go = ([move.why for move in play_out(example)] for example in PLAYS)
    assert whole == [
        "", "fifteen", "a run of three", "a run of four", "", "thirty-one",
        "", "a pair", "a pair royal, one for last",
    ]  # fmt: skip
    assert go[-1] == "one for the go"


@pytest.mark.parametrize("row", COMBINATIONS, ids=lambda row: row.key)
def test_the_table_of_scores_agrees_with_the_engine(row: Combination) -> None:
    cards = row.example
    if row.in_play is not None:
        assert peg_points(cards[:-1], cards[-1]) == row.in_play
    if row.key.startswith("flush"):
        starter = cards[4] if row.in_show == 5 else cards[3] + 1
        assert score_hand(cards[:4], starter).flush == row.in_show
    elif row.in_show is not None:
        ranks = [card >> 2 for card in cards]
        scored = {"fifteen": fifteens([PIPS[card] for card in cards]), "run": runs(ranks)}
        assert scored.get(row.key.split("-")[0], pairs(ranks)) == row.in_show


def test_no_hand_is_worth_nineteen() -> None:
    """A flush of four excludes his nobs, because the starter has another suit."""
    possible = set()
    for ranks in combinations_with_replacement(range(13), 5):
        plain = fifteens([min(rank + 1, 10) for rank in ranks]) + pairs(ranks) + runs(ranks)
        nobs = (0, 1) if JACK in ranks else (0,)
        flushes = {5: [(4, 0), *[(5, one) for one in nobs]], 4: [(4, 0)]}.get(len({*ranks}), [])
        possible |= {plain + flush + one for flush, one in [*flushes, *[(0, one) for one in nobs]]}
    assert 29 in possible
    assert 19 not in possible


class Ids(HTMLParser):
    """A parser that collects a page's ids, the targets of its own links, and its headings."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.headings: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        self.ids += [found["id"]] if found.get("id") else []
        self.links += [href[1:] for href in [found.get("href") or ""] if href.startswith("#")]
        self.headings += [tag] if tag in ("h1", "h2", "h3") else []


def test_the_page_has_a_section_for_every_link_and_one_main_heading() -> None:
    answer = Client().get("/rules")
    page = answer.content.decode()
    found = Ids(page)
    assert answer.status_code == 200
    assert {*found.links} <= {*found.ids}
    assert len(found.ids) == len({*found.ids})
    assert found.headings.count("h1") == 1
    for example in HANDS:
        assert f'id="hand-{example.key}"' in page


def test_rules_in_the_footer_are_the_rules_of_cribbage() -> None:
    page = Client().get("/rules").content.decode()
    assert page.count('href="/rules"') == 1
    assert page.count('href="/ladder/rules"') == 1  # next to the skunks
