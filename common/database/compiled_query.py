"""Precompiled queries: compiling a query costs several times more than running it."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Model, QuerySet
from django.db.models.sql.compiler import SQLCompiler

Value = str | int | datetime | date
M = TypeVar("M", bound=Model)


@dataclass(frozen=True, slots=True)
class Constant:
    """A parameter that is always the same."""

    value: Any


class CompiledQuery:
    """A query that returns values."""

    def __init__(self, build: Callable[..., QuerySet[Any, Any]], *examples: Value) -> None:
        """Compile the query that `build` returns for the examples.

        Each example differs from all constants in it.
        """
        self._build, self._examples = build, examples

    @cached_property
    def _compiled(self) -> tuple[SQLCompiler, str, list[Any], Any]:
        compiler = self._build(*self._examples).query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        examples = [_as_parameter(one) for one in self._examples]
        places = [examples.index(one) if one in examples else Constant(one) for one in parameters]
        return compiler, sql, places, compiler.get_converters(column for column, *_ in compiler.select)

    def fetch(self, *values: Value | None) -> list[Any] | None:
        """Return the first row, or None."""
        return next(iter(self.fetch_all(*values)), None)

    def fetch_all(self, *values: Value | None) -> list[list[Any]]:
        """Return all rows, with values converted as Django does."""
        compiler, sql, places, converters = self._compiled
        given = [_as_parameter(value) for value in values]
        parameters = [one.value if isinstance(one, Constant) else given[one] for one in places]
        with connection.cursor() as cursor:
            cursor.execute(sql, parameters)
            rows = cursor.fetchall()
        return list(compiler.apply_converters(rows, converters))


class CompiledModelQuery(Generic[M]):
    """A query that returns model instances. The columns in `without` are loaded on access."""

    def __init__(
        self,
        model: type[M],
        select: Callable[..., QuerySet[M]],
        *examples: Value,
        without: Collection[str] = (),
    ) -> None:
        names = [field.attname for field in model._meta.concrete_fields]
        self._model, self._fields = model, [name for name in names if name not in without]
        self._query = CompiledQuery(lambda *given: select(*given).values_list(*self._fields), *examples)

    def fetch(self, *values: Value | None) -> M | None:
        """Return the first instance, or None."""
        return next(iter(self.fetch_all(*values)), None)

    def fetch_all(self, *values: Value | None) -> list[M]:
        """Return all instances."""
        rows = self._query.fetch_all(*values)
        return [self._model.from_db(DEFAULT_DB_ALIAS, self._fields, row) for row in rows]


def _as_parameter(value: Value | None) -> Any:
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return connection.ops.adapt_datefield_value(value) if isinstance(value, date) else value
