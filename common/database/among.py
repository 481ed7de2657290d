"""The lookup `among`: a column is one of many ids, all of which are one parameter of the query.

Django's `in` has a parameter for each value. A thousand of them cost more than the query itself.
"""

from collections.abc import Iterable
from typing import Any

from django.db import connection
from django.db.models import Field, ForeignKey, Lookup


def id_list(ids: Iterable[int]) -> str:
    """Return ids as the parameter of a query that compares with `among`."""
    inside = ",".join(str(int(one)) for one in ids)
    return f"{{{inside}}}" if connection.vendor == "postgresql" else f"[{inside}]"


@ForeignKey.register_lookup  # which doesn't inherit those of a field
@Field.register_lookup
class Among(Lookup):
    """Whether a whole number, or the key of a relation, is in an `id_list`, given as a `Value`."""

    lookup_name = "among"

    def as_sqlite(self, compiler: Any, connection: Any) -> tuple[str, list[Any]]:
        return self._as_sql(compiler, connection, "IN (SELECT value FROM json_each({}))")

    def as_postgresql(self, compiler: Any, connection: Any) -> tuple[str, list[Any]]:
        return self._as_sql(compiler, connection, "= ANY ({}::bigint[])")

    def _as_sql(self, compiler: Any, connection: Any, template: str) -> tuple[str, list[Any]]:
        column, before = self.process_lhs(compiler, connection)
        values, after = self.process_rhs(compiler, connection)
        return f"{column} {template.format(values)}", [*before, *after]
