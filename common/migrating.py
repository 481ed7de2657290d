"""Migrations of a house that people play in meanwhile."""

from typing import Any

from django.db import migrations


class AddIndexMeanwhile(migrations.AddIndex):
    """An index that PostgreSQL builds while rows are written; its migration is not atomic."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        model = to_state.apps.get_model(app_label, self.model_name)
        if not self.allow_migrate_model(schema_editor.connection.alias, model):
            return
        if schema_editor.connection.vendor != "postgresql":
            schema_editor.add_index(model, self.index)
            return
        # One that gave up half-way, waiting for somebody's transaction, left an index that is none.
        name = schema_editor.quote_name(self.index.name)
        schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
        schema_editor.add_index(model, self.index, concurrently=True)
