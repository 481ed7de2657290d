"""The command that builds the tables resumes, ships tables that load, and checks them."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management import CommandError

from game.bots.building.pegging import Plays
from game.bots.building.tables import BLOCKS, Recipe
from game.bots.tables.multisets import FOURS
from game.bots.tables.shipped import RECIPE_FILE, TABLES_FILE, load_tables
from tests.bots.building.test_build_tables_command import build, workplace


@pytest.fixture(scope="module")
def report(workplace: Path) -> dict[str, Any]:
    """Return the command's output after it has assembled the tables."""
    return json.loads(build(workplace, "--seed", "1", "--lots", "1", "--json"))


def test_the_command_resumes_finished_work_and_ships_tables_that_load(
    workplace: Path, report: dict[str, Any]
) -> None:
    made = workplace / "made"
    assert json.loads((made / RECIPE_FILE).read_text())["sha256"] == report["sha256"]
    assert load_tables(made).win[1, 0, 0] == pytest.approx(report["figures"]["first_dealer_wins"])
    assert load_tables(made).pegs.min() == load_tables(made).pegs.max() == 1


@pytest.mark.usefixtures("report")
def test_the_check_passes_on_built_tables_and_names_differences(workplace: Path) -> None:
    before = (workplace / "made" / TABLES_FILE).read_bytes()
    assert "first dealer wins" in build(workplace, "--check")
    rows = np.full((FOURS // BLOCKS, FOURS), 2, np.int8)
    np.savez(workplace / Recipe(seed=1, lots=1).cache_key() / "pegging-3.npz", *Plays(rows, rows))
    with pytest.raises(CommandError, match=r"tables\.npz: pegs"):
        build(workplace, "--check")
    assert (workplace / "made" / TABLES_FILE).read_bytes() == before
