"""A folded migration makes the same tables as the migrations that it replaces."""

from typing import Any

import pytest
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ModelState, ProjectState

LOADER = MigrationLoader(None, replace_migrations=False)
FOLDED = {key: migration.replaces for key, migration in LOADER.disk_migrations.items() if migration.replaces}


def tables(state: ProjectState, app: str) -> dict[str, Any]:
    """Return the models of an app with their columns in order, and their indexes and constraints in any."""
    return {name: describe(model) for (label, name), model in state.models.items() if label == app}


def describe(model: ModelState) -> tuple[Any, Any]:
    fields = [(name, field.deconstruct()[1:]) for name, field in model.fields.items()]
    options = {
        name: sorted(map(repr, value)) if isinstance(value, list) else value
        for name, value in model.options.items()
    }
    return fields, {name: value for name, value in options.items() if value}


@pytest.mark.parametrize("folded", FOLDED, ids=lambda folded: folded[0])
def test_it_makes_the_same_tables_in_the_same_order_of_columns(folded: tuple[str, str]) -> None:
    """A fresh database and one that was upgraded step by step hold the same rows."""
    app, _ = folded
    [*_, last] = FOLDED[folded]
    assert tables(LOADER.project_state(folded), app) == tables(LOADER.project_state(last), app)


@pytest.mark.parametrize("folded", FOLDED, ids=lambda folded: folded[0])
def test_it_replaces_all_that_came_before_it_in_its_app(folded: tuple[str, str]) -> None:
    """Django uses the fold where a database has none of these, and the files where it has some."""
    app, name = folded
    last = int(name.rpartition("_")[2])
    assert sorted(number for _, number in FOLDED[folded]) == sorted(
        other
        for label, other in LOADER.disk_migrations
        if label == app and other != name and int(other[:4]) <= last
    )
