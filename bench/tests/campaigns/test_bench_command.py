"""A short measurement of live play, from the command to its rows."""

import json
import subprocess
import sys

import pytest
from django.core.management import CommandError, call_command

from cribbage_site.tests.server_process import ROOT


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "bench", *arguments],
        cwd=ROOT,
        text=True,
        capture_output=True,
        timeout=60,
    )


@pytest.fixture(scope="module")
def measured() -> subprocess.CompletedProcess[str]:
    short = ("--tables", "2", "--seconds", "1", "--database", "sqlite")
    return bench("live", "--json", *short)


def test_games_come_with_their_echo(measured):
    assert measured.returncode == 0, measured.stderr
    kinds = [(row["database"], row["tables"], row["kind"]) for row in json.loads(measured.stdout)]
    assert kinds == [("sqlite", 2, "game"), ("sqlite", 2, "echo")]


def test_the_figures_are_plausible(measured):
    game, echo = json.loads(measured.stdout)
    for row in (game, echo):
        on_the_core = row["cpu_s_per_1000"] * row["moves_per_s"] / 1000
        assert 0.02 < on_the_core < 1.1
        assert 0 < row["p50_ms"] <= row["p99_ms"] < 1000
    assert echo["cpu_s_per_1000"] < game["cpu_s_per_1000"]


def test_it_reports_progress(measured):
    assert "sqlite, 2 tables" in measured.stderr


@pytest.mark.parametrize("wrong", [("--tables", "0"), ("knitting",)])
def test_invalid_options_are_refused(wrong):
    with pytest.raises(CommandError):
        call_command("bench", "live", *wrong)


def test_logins_are_measured_with_and_without_a_flood():
    rows = json.loads(bench("log-ins", "--json", "--seconds", "2").stdout)
    limited = [row["what"] for row in rows if row["target"] is not None]
    assert limited == [
        "Argon2id as a part of PBKDF2",
        "quiet: the slowest table",
        "50 wrong a second: the slowest table",
        "wrong ones refused for each one compared",
    ]
    assert all(row["value"] > 0 for row in rows)
