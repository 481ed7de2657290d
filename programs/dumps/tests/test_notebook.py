"""The documented notebook answers its three questions like plain Python does."""

from collections import defaultdict
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest

from programs.dumps.files import write_games
from programs.dumps.rows import DumpedGame
from programs.dumps.tests.made_up import play_month
from programs.dumps.tests.notebook import DUMP, load, run_cells


@pytest.fixture(scope="module")
def games() -> list[DumpedGame]:
    return [*play_month(games=40, players=8)]


@pytest.fixture(scope="module")
def answers(games: list[DumpedGame], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder: Path = tmp_path_factory.mktemp("dumps")
    write_games(folder, DUMP, [games[:25], games[25:]])
    names = run_cells(load(), folder)
    with chdir(folder):  # DuckDB looks up a relation's table when it is fetched
        return {name: names[name].fetchall() for name in ("first_dealer", "hands", "spread")}


@pytest.mark.slow
def test_the_share_of_the_first_dealer(games, answers):
    won = [game.winner == game.first_dealer for game in games]
    ((count, share, least, most),) = answers["first_dealer"]
    assert (count, share) == (40, round(sum(won) / len(won), 4))
    assert least < share < most
    assert most - least == pytest.approx(2 * 1.96 * (share * (1 - share) / count) ** 0.5, abs=0.0002)


@pytest.mark.slow
def test_the_average_hand(games, answers):
    deals = [deal for game in games for deal in game.deals]
    worth = {
        "pone": [deal.pone_hand for deal in deals if deal.pone_hand is not None],
        "dealer": [deal.dealer_hand for deal in deals if deal.dealer_hand is not None],
        "crib": [deal.crib for deal in deals if deal.crib is not None],
    }
    found = {hand: (counted, average, best) for hand, counted, average, best in answers["hands"]}
    assert found == {
        hand: (len(points), pytest.approx(sum(points) / len(points), abs=0.006), max(points))
        for hand, points in worth.items()
    }


def test_how_points_spread(games, answers):
    last: dict[str, int] = {}
    for game in games:
        last |= {game.a: game.points_a + game.change_a, game.b: game.points_b + game.change_b}
    steps: dict[int, int] = defaultdict(int)
    for points in last.values():
        steps[points // 50 * 50] += 1
    assert [(least, players) for least, players, _ in answers["spread"]] == sorted(steps.items())
    assert len(last) == 8


def test_every_code_cell_has_output():
    cells = [cell for cell in load()["cells"] if cell["cell_type"] == "code"]
    assert cells
    assert all(cell["outputs"] for cell in cells)
