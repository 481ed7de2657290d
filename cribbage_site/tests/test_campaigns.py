"""Only `make proof` runs the folders `campaigns`. Here their imports, fixtures and ids are checked."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CAMPAIGNS = sorted(path for path in ROOT.glob("*/**/campaigns/test_*.py") if "node_modules" not in path.parts)
PAGES = ("templates/**/*.html", "static/js/**/*.js")
IMPORT = re.compile(r"^from ([\w.]+) import ([\w, ]+)$", re.MULTILINE)
MADE_BY_SCRIPTS = ("score-you", "score-them")


@pytest.mark.slow
def test_each_campaign_finds_its_imports_and_fixtures() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n0", "--setup-plan", "-p", "no:cacheprovider", *CAMPAIGNS],
        cwd=ROOT,
        env=os.environ | {"PROOF": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr


def test_each_id_that_a_campaign_looks_for_is_in_a_template_or_script() -> None:
    sources = [path.read_text() for kind in PAGES for path in ROOT.glob(kind) if "tests" not in path.parts]
    known = set(re.findall(r"[\w-]+", "\n".join(sources))).union(MADE_BY_SCRIPTS)
    wanted = {
        (path.name, name)
        for path in CAMPAIGNS
        for text in strings(path)
        for name in re.findall(r"(?<!\w)#([a-z][\w-]+)", text)
    }
    assert len(wanted) > 50
    assert {(file, name) for file, name in wanted if name not in known} == set()


def test_each_script_that_a_campaign_runs_elsewhere_finds_its_imports() -> None:
    wanted = {
        (path.name, module, name)
        for path in CAMPAIGNS
        for text in strings(path)
        for module, names in IMPORT.findall(text)
        for name in names.split(", ")
    }
    assert len(wanted) > 30
    missing = {(path, module, name) for path, module, name in wanted if not is_importable(module, name)}
    assert missing == set()


def is_importable(module: str, name: str) -> bool:
    try:
        found = import_module(module)
        return hasattr(found, name) or bool(import_module(f"{module}.{name}"))
    except ImportError:
        return False


def strings(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
