"""A query that is compiled once: to compile it anew each time costs several times what it costs to run."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from django.db import connection
from django.db.models import QuerySet
from django.db.models.sql.compiler import SQLCompiler


class RowByKey:
    """The values of one row, looked up by one value."""

    def __init__(self, build: Callable[[str], QuerySet[Any, Any]]) -> None:
        """`build` makes the query of values for a key, which must be its only parameter."""
        self._build = build

    @cached_property
    def _compiled(self) -> tuple[SQLCompiler, str, Any]:
        compiler = self._build("").query.get_compiler(connection=connection)
        sql, _ = compiler.as_sql()
        return compiler, sql, compiler.get_converters(column for column, *_ in compiler.select)

    def fetch(self, key: str) -> list[Any] | None:
        """The values as Django converts them, or None where there is no such row."""
        compiler, sql, converters = self._compiled
        with connection.cursor() as cursor:
            cursor.execute(sql, (key,))
            row = cursor.fetchone()
        return None if row is None else next(compiler.apply_converters([row], converters))
