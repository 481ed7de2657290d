"""Migrations that run while people play."""

from typing import Any

from django.db import migrations


class AddIndexMeanwhile(migrations.AddIndex):
    """An operation that builds an index on PostgreSQL while rows are written.

    Its migration must not be atomic.
    """

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        model = to_state.apps.get_model(app_label, self.model_name)
        if not self.allow_migrate_model(schema_editor.connection.alias, model):
            return
        if schema_editor.connection.vendor != "postgresql":
            schema_editor.add_index(model, self.index)
            return
        # An earlier attempt that timed out waiting for a transaction left an invalid index.
        name = schema_editor.quote_name(self.index.name)
        schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
        schema_editor.add_index(model, self.index, concurrently=True)
