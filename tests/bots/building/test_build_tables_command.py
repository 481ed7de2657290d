"""The command that builds the tables resumes, ships what loads, and checks it."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from game.bots.building.dealing import Worth
from game.bots.building.pegging import Plays
from game.bots.building.tables import BLOCKS, Recipe, tally_lot
from game.bots.tables.multisets import FOURS, SIXES
from game.bots.tables.shipped import RECIPE_FILE, TABLES_DIR, TABLES_FILE, load_tables, read_arrays


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A work folder with small versions of every stage done: only the last step is left."""
    workplace = tmp_path_factory.mktemp("workplace")
    work = workplace / Recipe(seed=1, lots=1).cache_key()
    work.mkdir()
    rows = np.ones((FOURS // BLOCKS, FOURS), np.int8)
    for number in range(BLOCKS):
        np.savez(work / f"pegging-{number}.npz", *Plays(rows, rows))
    habits = read_arrays(TABLES_DIR)
    np.savez(work / "throwing-0.npz", habits["keeps"].astype(np.int64), habits["throws"].astype(np.int64))
    worth = Worth(np.zeros((SIXES, 15)), np.zeros((SIXES, 15)))
    np.savez(work / "weighing-0.npz", *worth)
    np.savez(work / "deals-0.npz", *tally_lot(1, 0, worth, deals=1000))
    return workplace


def build(workplace: Path, *words: str) -> str:
    out = StringIO()
    folders = ("--work", str(workplace), "--to", str(workplace / "made"))
    call_command("build_tables", *words, *folders, stdout=out, stderr=StringIO())
    return out.getvalue()


@pytest.fixture(scope="module")
def report(workplace: Path) -> dict[str, Any]:
    """What the command prints when it has put the tables together."""
    return json.loads(build(workplace, "--seed", "1", "--lots", "1", "--json"))


@pytest.mark.in_full
def test_the_command_goes_on_from_what_is_finished_and_ships_what_loads(
    workplace: Path, report: dict[str, Any]
) -> None:
    made = workplace / "made"
    assert json.loads((made / RECIPE_FILE).read_text())["sha256"] == report["sha256"]
    assert load_tables(made).win[1, 0, 0] == pytest.approx(report["figures"]["first_dealer_wins"])
    assert load_tables(made).pegs.min() == load_tables(made).pegs.max() == 1


@pytest.mark.in_full
@pytest.mark.usefixtures("report")
def test_the_check_passes_on_what_was_made_and_names_what_differs(workplace: Path) -> None:
    before = (workplace / "made" / TABLES_FILE).read_bytes()
    assert "first dealer wins" in build(workplace, "--check")
    rows = np.full((FOURS // BLOCKS, FOURS), 2, np.int8)
    np.savez(workplace / Recipe(seed=1, lots=1).cache_key() / "pegging-3.npz", *Plays(rows, rows))
    with pytest.raises(CommandError, match="holds: pegs"):
        build(workplace, "--check")
    assert (workplace / "made" / TABLES_FILE).read_bytes() == before


@pytest.mark.parametrize("lots", ["0", "65", "many"])
def test_more_lots_than_add_up_exactly_are_refused(tmp_path: Path, lots: str) -> None:
    with pytest.raises(CommandError, match="a whole number from 1 to 64"):
        build(tmp_path, "--lots", lots)


def test_the_recipes_name_changes_with_the_recipe() -> None:
    assert len({Recipe().cache_key(), Recipe(seed=8).cache_key(), Recipe(lots=3).cache_key()}) == 3
    assert Recipe().cache_key() == Recipe().cache_key()
