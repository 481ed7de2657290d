"""A release runs next to the previous one on one database, so a migration adds and removes nothing."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

OURS = {"clubs", "following", "game", "notices", "ranking", "rng"}

# Landed before releases ran next to each other. A later one belongs here only if it removes what no release
# that may run at the same time uses any more: with the last release that did.
EXEMPT = {
    ("game", "0001_initial"): "the first release",
    ("game", "0002_meeting_and_clocks"): "0.2",
    ("game", "0003_accounts_and_the_ladder"): "0.3",
    ("game", "0004_what_names_look_like"): "0.3",
    ("game", "0005_reviews_and_pauses"): "0.4",
    ("game", "0006_looks_and_move_mails"): "0.6",
    ("ranking", "0001_initial"): "0.3",
    ("rng", "0001_initial"): "0.5",
}

HARMLESS = (
    migrations.CreateModel,
    migrations.AddIndex,
    migrations.RemoveIndex,
    migrations.RenameIndex,
    migrations.AlterModelOptions,
    migrations.AlterModelManagers,
    migrations.RunPython,
)
# Attributes of a field without which old code goes on: an index, and what the database does not know.
UNSEEN = {
    "db_index",
    "help_text",
    "verbose_name",
    "choices",
    "validators",
    "editable",
    "blank",
    "default",
}


def faults(operation: Operation, app: str, state: ProjectState, made_here: set[str]) -> Iterator[str]:
    """Why the previous release could not go on after this operation."""
    if isinstance(operation, HARMLESS):
        return
    model = str(getattr(operation, "model_name", "")).lower()
    if model in made_here:
        return
    match operation:
        case migrations.AddField(field=field):
            if not (field.null or field.many_to_many or field.has_db_default()):
                yield f"{operation.name} of {model} has no db_default: old code leaves it out"
            if field.unique:
                yield f"{operation.name} of {model} is unique: old code knows nothing of that"
        case migrations.AlterField(field=field):
            old = state.models[app, model].fields[operation.name]
            yield from narrowed(f"{operation.name} of {model}", old, field)
        case _:
            yield f"{type(operation).__name__}: the old code counts on what was there"


def narrowed(what: str, old: Any, new: Any) -> Iterator[str]:
    """How a field accepts less than before, or is another."""
    before, after = old.deconstruct(), new.deconstruct()
    if before[1] != after[1]:
        yield f"{what} is of another kind"
        return
    if old.null and not new.null:
        yield f"{what} may no more be null"
    if (old.max_length or 0) > (new.max_length or 0):
        yield f"{what} is shorter"
    explained = {"null", "max_length"} | UNSEEN
    if any(before[3].get(key) != after[3].get(key) for key in {*before[3], *after[3]} - explained):
        yield f"{what} is kept in another way"


def found_in(app: str, operations: list[Operation], state: ProjectState) -> list[str]:
    """All that keeps the previous release from going on after these operations."""
    made_here: set[str] = set()
    found: list[str] = []
    for operation in operations:
        found += faults(operation, app, state, made_here)
        if isinstance(operation, migrations.CreateModel):
            made_here.add(operation.name_lower)
        operation.state_forwards(app, state)
    return found


def test_no_migration_since_takes_anything_away() -> None:
    loader = MigrationLoader(None, replace_migrations=False)
    ours = {
        key: found for key, found in loader.disk_migrations.items() if key[0] in OURS and key not in EXEMPT
    }
    assert ours
    for (app, name), migration in ours.items():
        before = loader.project_state((app, name), at_end=False)
        assert found_in(app, migration.operations, before) == [], f"{app} {name}"


def test_no_exemption_is_for_a_migration_that_is_not_there() -> None:
    assert EXEMPT.keys() <= MigrationLoader(None).disk_migrations.keys()


@pytest.mark.parametrize(
    ("operation", "says"),
    [
        (migrations.RemoveField("player", "look"), "RemoveField"),
        (migrations.RenameField("player", "look", "looks"), "RenameField"),
        (migrations.DeleteModel("Block"), "DeleteModel"),
        (migrations.RenameModel("Block", "Ban"), "RenameModel"),
        (migrations.AlterModelTable("block", "blocks"), "AlterModelTable"),
        (migrations.AlterUniqueTogether("chat", {("game", "at")}), "AlterUniqueTogether"),
        (migrations.RunSQL("DROP TABLE game_chat"), "RunSQL"),
        (
            migrations.AddConstraint("chat", models.UniqueConstraint(fields=["game", "at"], name="once")),
            "AddConstraint",
        ),
        (migrations.AddField("player", "luck", models.IntegerField(default=0)), "no db_default"),
        (migrations.AddField("player", "luck", models.IntegerField(null=True, unique=True)), "is unique"),
        (migrations.AlterField("player", "seen_at", models.DateTimeField()), "no more be null"),
        (migrations.AlterField("player", "look", models.CharField(max_length=10)), "shorter"),
        (migrations.AlterField("player", "look", models.IntegerField()), "another kind"),
        (
            migrations.AlterField("player", "look", models.CharField(max_length=400, unique=True)),
            "another way",
        ),
    ],
    ids=lambda given: type(given).__name__ if isinstance(given, Operation) else given,
)
def test_a_removal_is_found(operation: Operation, says: str) -> None:
    [found] = found_in("game", [operation], newest())
    assert says in found


@pytest.mark.parametrize(
    "operation",
    [
        migrations.CreateModel("Table", [("id", models.BigAutoField(primary_key=True))]),
        migrations.AddField("player", "luck", models.IntegerField(null=True)),
        migrations.AddField("player", "luck", models.IntegerField(db_default=0)),
        migrations.AlterField(
            "player", "look", models.CharField(max_length=800, blank=True, help_text="How.")
        ),
        migrations.AddIndex("chat", models.Index(fields=["at"], name="lines_by_time")),
        migrations.AlterField("heartbeat", "at", models.BigIntegerField(db_index=True)),
    ],
    ids=lambda operation: type(operation).__name__,
)
def test_an_addition_is_allowed(operation: Operation) -> None:
    assert found_in("game", [operation], newest()) == []


def newest() -> ProjectState:
    return MigrationLoader(None).project_state()
