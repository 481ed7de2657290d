"""The lesson's page and its hands."""

import json
import re

import pytest
from django.test import Client

from cribbage_site.tests.node import run_node
from study.learn import exercises
from study.learn.management.commands.deal_lesson import FILE, build_script
from study.learn.steps import numbered_steps

KEYS = [turn.step.key for turn in numbered_steps()]


@pytest.mark.slow
def test_the_hands_that_are_shipped_are_those_that_the_seed_deals() -> None:
    assert FILE.read_text() == build_script(), (
        "dealing.py or the bots' tables have changed: manage.py deal_lesson"
    )


@pytest.mark.slow
def test_a_deal_is_dealt_every_other_card_and_nothing_of_it_is_lost() -> None:
    for n in range(50):
        deal = exercises.nth_deal(n)
        assert len({*deal.six[0], *deal.six[1], deal.starter}) == 13
        assert {*deal.kept[0], *deal.kept[1], *deal.crib} == {*deal.six[0], *deal.six[1]}
        assert [len(hand.cards) for hand in deal.hands] == [4, 4, 4]


@pytest.mark.slow
def test_flushes_and_nobs_teach_the_exceptions_too() -> None:
    assert [hand.score.flush for hand in exercises.flush_hands()] == [4, 0, 5, 0]
    assert [hand.is_crib for hand in exercises.flush_hands()] == [False, True, False, False]
    assert [hand.score.nobs for hand in exercises.nobs_hands()] == [1, 0, 1]


def test_the_play_teaches_runs_out_of_order() -> None:
    runs = [at.best[0].cards for at in exercises.pegging_exercises() if at.best[0].kind == "run"]
    assert [exercises.is_in_order(run) for run in runs] == [True, False]


def test_the_page_without_a_script_is_the_rules_in_words() -> None:
    page = Client().get("/learn").content.decode()
    for key in KEYS:
        assert f'<section id="{key}"' in page
        assert f'href="#{key}"' in page
    words = re.sub(r"<[^>]*>|\s+", " ", page)
    for rule in ("first to reach hole 121", "adds up to fifteen", "say go", "his nibs", "a skunk"):
        assert rule in words


@pytest.mark.slow
def test_every_step_but_the_last_has_something_to_do() -> None:
    script = "import('./tasks.js').then(({ TASKS }) => console.log(JSON.stringify(Object.keys(TASKS))))"
    assert json.loads(run_node("study/learn", "-e", script)) == KEYS[:-1]
