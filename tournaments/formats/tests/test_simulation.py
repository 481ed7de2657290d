"""Simulated evenings obey every rule, and the command that runs them reports it."""

import json

import pytest
from django.core.management import CommandError, call_command

from tournaments.formats import simulation
from tournaments.formats.format import hour
from tournaments.formats.pairing import Table
from tournaments.formats.simulation import report, simulate, size_of_evening


@pytest.mark.parametrize("players", [2, 3, 5, 8, 13, 20])
def test_a_night_keeps_every_rule(players):
    found = report([simulate(7, number, players) for number in range(2)])
    assert found["faults"] == []
    assert found["games"] > 0


def test_an_hour_keeps_its_rules():
    assert simulate(7, 1, 10, hour(60)).games > 20


def test_without_disturbances_all_players_get_nine_games_with_even_first_deals(monkeypatch):
    for what in ("LATE", "LEAVE", "ABSENT", "BLOCK"):
        monkeypatch.setattr(simulation, what, 0)
    found = simulate(3, 1, 16)
    assert (found.games, found.short, found.two_apart, found.faults) == (72, 0, 0, ())


def test_the_same_seed_gives_the_same_evening():
    assert simulate(5, 2, 9) == simulate(5, 2, 9)
    assert simulate(5, 2, 9) != simulate(6, 2, 9)


def test_pairing_that_seats_a_player_twice_is_found(monkeypatch):
    real, twice = simulation.pair, (Table(1, 2), Table(2, 3))
    monkeypatch.setattr(
        simulation, "pair", lambda draw, root: twice if draw.number == 1 else real(draw, root)
    )
    assert any("at two tables" in fault for fault in simulate(1, 1, 6).faults)


def test_pairing_that_cannot_be_recomputed_is_found(monkeypatch):
    real = simulation.parse_draw
    monkeypatch.setattr(simulation, "parse_draw", lambda text: real({**text, "free": text["free"][1:]}))
    assert any("cannot be recomputed" in fault for fault in simulate(1, 1, 4).faults)


def test_unnecessary_wait_is_found(monkeypatch):
    monkeypatch.setattr(simulation, "is_due", lambda draw: draw.playing == 0 and len(draw.free) > 1)
    assert any("while a partner was free" in fault for fault in simulate(1, 1, 10).faults)


def test_small_evenings_are_as_likely_as_large_ones():
    sizes = [size_of_evening(1, number, 2, 200) for number in range(400)]
    assert min(sizes) >= 2
    assert max(sizes) <= 200
    assert 150 < sum(size < 20 for size in sizes) < 250


def test_the_command_reports_as_json(capsys):
    call_command("simulate_events", "--nights", "3", "--players", "4-6", "--json")
    found = json.loads(capsys.readouterr().out)
    assert found["nights"] == 3
    assert found["faults"] == []


def test_the_command_reports_as_text(capsys):
    call_command("simulate_events", "--nights", "2", "--players", "5")
    assert "rules broken    none" in capsys.readouterr().out


@pytest.mark.parametrize("players", ["1", "5-3", "2-201", "few"])
def test_invalid_numbers_are_refused(players):
    with pytest.raises(CommandError, match=r"players|a number or two"):
        call_command("simulate_events", "--players", players)
