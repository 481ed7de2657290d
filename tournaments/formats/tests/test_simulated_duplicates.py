"""Simulated duplicate nights obey every rule, and violations are found."""

import json

import pytest
from django.core.management import call_command

from tournaments.formats import simulated_duplicates
from tournaments.formats.pairing import Table
from tournaments.formats.simulated_duplicates import simulate_duplicate


@pytest.mark.slow
@pytest.mark.parametrize("players", [8, 9, 13, 24])
def test_a_duplicate_night_keeps_every_rule(players: int):
    found = [simulate_duplicate(7, number, players) for number in range(3)]
    assert [fault for each in found for fault in each.faults] == []
    assert all(each.games > 0 for each in found)


def test_the_same_seed_gives_the_same_night():
    assert simulate_duplicate(5, 2, 9) == simulate_duplicate(5, 2, 9)
    assert simulate_duplicate(5, 2, 9) != simulate_duplicate(6, 2, 9)


def test_round_that_seats_a_player_twice_is_found(monkeypatch: pytest.MonkeyPatch):
    twice = (Table(1, 2), Table(2, 3))
    monkeypatch.setattr(simulated_duplicates, "pair_in_step", lambda draw, root: twice)
    assert any("at two tables" in fault for fault in simulate_duplicate(1, 1, 8).faults)


def test_unnecessary_second_meeting_is_found(monkeypatch: pytest.MonkeyPatch):
    for what in ("LEAVE", "MISS", "ABSENT", "BLOCK"):
        monkeypatch.setattr(simulated_duplicates, what, 0)
    same = tuple(Table(n, n + 1) for n in range(1, 9, 2))
    monkeypatch.setattr(simulated_duplicates, "pair_in_step", lambda draw, root: same)
    assert any("meet again" in fault for fault in simulate_duplicate(1, 1, 8).faults)


def test_the_command_plays_them_too(capsys: pytest.CaptureFixture[str]):
    call_command("simulate_events", "--duplicate", "--nights", "3", "--players", "8-12", "--json")
    found = json.loads(capsys.readouterr().out)
    assert (found["nights"], found["faults"]) == (3, [])
    call_command("simulate_events", "--duplicate", "--nights", "2", "--players", "8")
    assert "rules broken    none" in capsys.readouterr().out
