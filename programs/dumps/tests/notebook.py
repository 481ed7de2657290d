"""Run docs/reference/data.ipynb as Jupyter would, and record its output.

python -m programs.dumps.tests.notebook
"""

import json
import os
from contextlib import chdir, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

NOTEBOOK = Path(__file__).resolve().parents[3] / "docs" / "reference" / "data.ipynb"
DUMP = "every-other-2026-10"
GAMES, PLAYERS = 2_000, 60


def load() -> dict[str, Any]:
    notebook: dict[str, Any] = json.loads(NOTEBOOK.read_text())
    return notebook


def run_cells(notebook: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Run all code cells next to a dump, and return the names that they define."""
    names: dict[str, Any] = {}
    with chdir(folder):
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                out = StringIO()
                with redirect_stdout(out):
                    exec("".join(cell["source"]), names)
                cell["outputs"] = [
                    {
                        "name": "stdout",
                        "output_type": "stream",
                        "text": out.getvalue().splitlines(keepends=True),
                    }
                ] * bool(out.getvalue())
    return names


def record() -> None:
    """Run the notebook on a month of invented players, and store its output."""
    from programs.dumps.files import write_games
    from programs.dumps.tests.made_up import play_month

    notebook = load()
    with TemporaryDirectory() as folder:
        games = [*play_month(GAMES, PLAYERS)]
        batches = (games[at : at + 500] for at in range(0, len(games), 500))
        write_games(Path(folder), DUMP, batches)
        run_cells(notebook, Path(folder))
    NOTEBOOK.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribbage_site.settings")
    django.setup()
    record()
