"""Migrations of a house that people play in meanwhile."""

from typing import Any

from django.db import migrations


class AddIndexMeanwhile(migrations.AddIndex):
    """An index that PostgreSQL builds while rows are written; its migration is not atomic."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        model = to_state.apps.get_model(app_label, self.model_name)
        if self.allow_migrate_model(schema_editor.connection.alias, model):
            beside = {"concurrently": True} if schema_editor.connection.vendor == "postgresql" else {}
            schema_editor.add_index(model, self.index, **beside)
