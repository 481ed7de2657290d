"""The command that prints the evidence and simulates the monitor on any shuffle."""

import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from rng.fairness.watch.monitor import watch_deals
from tests.worlds.deals import NOON, create_deals, shuffled_decks


def told(capsys: pytest.CaptureFixture[str], **asked: Any) -> Any:
    call_command("fairness_watch", json=True, **asked)
    return json.loads(capsys.readouterr().out)


@pytest.mark.django_db
def test_it_prints_the_evidence_and_the_averages(capsys: pytest.CaptureFixture[str]):
    create_deals(shuffled_decks("fair", 30), pone_hand=8)
    watch_deals(NOON)
    create_deals(shuffled_decks("fair", 5, seed=1), "later")
    found = told(capsys)
    assert (found["deals"], found["waiting"], found["alarm"]) == (30, 5, None)
    means = {one["name"]: one for one in found["averages"]}
    assert means["pone_hand"]["mean"] == 8
    assert means["pone_dealt"]["expected"] == "60759/12740"
    call_command("fairness_watch")
    assert "after 30 deals, 5 more waiting" in capsys.readouterr().out


@pytest.mark.django_db
def test_it_prints_an_alarm(capsys: pytest.CaptureFixture[str]):
    create_deals(shuffled_decks("sattolo", 10))
    watch_deals(NOON)
    assert told(capsys)["alarm"] == {"at": NOON.isoformat(), "after": 3}
    call_command("fairness_watch")
    assert "ALARM on 2026-06-15 12:00 UTC, after 3 deals" in capsys.readouterr().out


@pytest.mark.slow
def test_trials_need_no_database_and_are_the_same_again(capsys: pytest.CaptureFixture[str]):
    asked = {"simulate": True, "shuffle": "riffle7", "decks": 100, "runs": 10, "seed": 5}
    first = told(capsys, **asked)
    assert first == told(capsys, **asked) != told(capsys, **{**asked, "seed": 6})
    assert first["alarms"] == 10
    assert first["after"]["10%"] < first["after"]["50%"] < first["after"]["90%"]
    call_command("fairness_watch", **asked)
    assert "10 alarms in 10 runs of 100 decks: 100.00%" in capsys.readouterr().out


def test_a_wrong_dealer_can_be_tried_too(capsys: pytest.CaptureFixture[str]):
    found = told(capsys, simulate=True, dealer="better-six", decks=200, runs=5)
    assert (found["dealer"], found["alarms"]) == ("better-six", 5)
    call_command("fairness_watch", simulate=True, dealer="fair", decks=200, runs=2)
    assert "0 false alarms in 2 runs" in capsys.readouterr().out


def test_no_alarm_is_printed_as_none(capsys: pytest.CaptureFixture[str]):
    found = told(capsys, simulate=True, decks=50, runs=2)
    assert (found["alarms"], found["share"], found["after"]["50%"]) == (0, 0, None)


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"shuffle": "naive"}, "Only --simulate can be told --shuffle."),
        ({"simulate": True, "shuffle": "cut"}, "There is no shuffle 'cut': "),
        ({"simulate": True, "dealer": "honest"}, "There is no dealer 'honest': "),
        ({"simulate": True, "dealer": "fair", "shuffle": "fair"}, "Either --shuffle or --dealer"),
        ({"simulate": True, "decks": 0}, "From 1 to 10,000,000 decks"),
        ({"simulate": True, "runs": -1}, "From 1 to 10,000,000 decks"),
    ],
)
def test_invalid_watch_arguments_are_refused(asked: dict[str, Any], says: str):
    with pytest.raises(CommandError, match=says) as fault:
        call_command("fairness_watch", **asked)
    assert fault.value.returncode == 2
