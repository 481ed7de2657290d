"""The command that fits the weights of a good pegger resumes finished work, and ships weights that load."""

import json
from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from game.bots.building.pegger import PeggerRecipe, play_lot, sensible_weights
from game.bots.master.pegger import WEIGHTS
from game.bots.tables.shipped import PEGGER_FILE


def build(folder: Path, *words: str) -> str:
    out = StringIO()
    places = ("--to", str(folder / "made.json"), "--work", str(folder / "work"))
    call_command("build_pegger", *words, *places, stdout=out, stderr=StringIO())
    return out.getvalue()


@pytest.mark.slow
def test_it_resumes_finished_games_and_writes_weights_with_their_recipe(tmp_path: Path):
    key = PeggerRecipe(seed=3, games=1, rounds=1).cache_key(0, sensible_weights())
    (tmp_path / "work").mkdir()
    np.savez(tmp_path / "work" / f"self-play-{key}-0.npz", *play_lot(3, 0, [0], sensible_weights()))
    assert "round 1" in build(tmp_path, "--seed", "3", "--games", "1", "--rounds", "1")
    made = json.loads((tmp_path / "made.json").read_text())
    assert (made["seed"], made["games"], made["rounds"]) == (3, 1, 1)
    assert made["surprise"] < made["uniform"]
    assert len(made["weights"]) == WEIGHTS


def test_the_shipped_weights_are_those_of_the_usual_recipe():
    shipped, usual = json.loads(PEGGER_FILE.read_text()), PeggerRecipe()
    assert (shipped["seed"], shipped["games"], shipped["rounds"]) == (usual.seed, usual.games, usual.rounds)


def test_without_a_game_there_is_nothing_to_fit(tmp_path: Path):
    with pytest.raises(CommandError, match="at least one game"):
        build(tmp_path, "--games", "0")
