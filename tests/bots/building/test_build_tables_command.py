"""The command that builds the tables resumes, ships what loads, and checks it."""

from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from game.bots.building.dealing import Worth
from game.bots.building.pegging import Plays
from game.bots.building.tables import BLOCKS, Recipe, tally_lot
from game.bots.tables.multisets import FOURS, SIXES
from game.bots.tables.shipped import TABLES_DIR, read_arrays


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


@pytest.mark.parametrize("lots", ["0", "65", "many"])
def test_more_lots_than_add_up_exactly_are_refused(tmp_path: Path, lots: str) -> None:
    with pytest.raises(CommandError, match="a whole number from 1 to 64"):
        build(tmp_path, "--lots", lots)


def test_the_recipes_name_changes_with_the_recipe() -> None:
    assert len({Recipe().cache_key(), Recipe(seed=8).cache_key(), Recipe(lots=3).cache_key()}) == 3
    assert Recipe().cache_key() == Recipe().cache_key()
