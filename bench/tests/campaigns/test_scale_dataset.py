"""A small version of the scale dataset: copied games are complete, and belong to their players."""

import os
import subprocess
import sys
from collections.abc import Iterator

import psycopg
import pytest

from bench.services import postgresql
from cribbage_site.tests.server_process import ROOT

DEAL = "game, number, at, deck, watched"
FILL = """
import django; django.setup()
from django.core.management import call_command
from bench.scale.dataset import DatasetSize, fill
call_command("migrate", verbosity=0)
fill(DatasetSize(100), lambda what: None)
"""


@pytest.fixture(scope="module")
def house() -> Iterator[psycopg.Connection]:
    with postgresql() as url:
        environment = os.environ | {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "cribbage_site.settings"}
        subprocess.run([sys.executable, "-c", FILL], cwd=ROOT, env=environment, check=True, timeout=300)
        with psycopg.connect(url) as connection:
            yield connection


def count(house: psycopg.Connection, of: str) -> int:
    row = house.execute(f"SELECT count(*) FROM {of}").fetchone()
    assert row is not None
    return int(row[0])


def test_it_has_the_requested_size(house):
    played = count(house, "played")
    assert 0 < played <= 10
    assert count(house, "game_game WHERE finished_at IS NOT NULL") == 100 + played
    assert count(house, "game_game WHERE finished_at IS NULL") == 40
    assert count(house, "game_player WHERE username LIKE 'Player-%' OR username LIKE 'Guest-%'") == 100


def test_rows_of_a_game_belong_to_its_players(house):
    assert count(house, "game_scoresheet") == 2 * count(
        house, "(SELECT DISTINCT game_id FROM game_scoresheet) AS g"
    )
    strangers = "JOIN game_game AS g ON g.id = game_id WHERE player_id NOT IN (seat_a_id, seat_b_id)"
    assert count(house, f"game_scoresheet {strangers}") == 0
    assert count(house, f"ranking_change {strangers.replace('= game_id', '= game')}") == 0
    assert count(house, "game_game WHERE seat_a_id = seat_b_id") == 0


def test_every_copy_has_the_decks_of_its_template(house):
    of_models = (
        "SELECT template_id, count(*) AS decks FROM played JOIN rng_deal ON game = template_id GROUP BY 1"
    )
    decks = "plan JOIN rng_deal ON game = plan.id"
    of_copies = f"SELECT plan.id, template_id, count(*) AS decks FROM {decks} GROUP BY 1, 2"
    same = f"({of_copies}) AS c JOIN ({of_models}) AS m USING (template_id, decks)"
    assert count(house, same) == count(house, f"({of_copies}) AS c") > 0


def test_indexes_and_keys_are_recreated(house):
    names = {name for (name,) in house.execute("SELECT indexname FROM pg_indexes").fetchall()}
    assert {"the_ladder", "record_of_a_player", "curve_of_a_player", "deal_on_record_once"} <= names
    with pytest.raises(psycopg.errors.UniqueViolation), house.transaction():
        house.execute(f"INSERT INTO rng_deal ({DEAL}) SELECT {DEAL} FROM rng_deal LIMIT 1")
