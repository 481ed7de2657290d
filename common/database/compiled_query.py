"""Precompiled queries: compiling a query costs several times more than running it."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property, lru_cache
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import ForeignKey, Model, QuerySet
from django.db.models.sql import UpdateQuery
from django.db.models.sql.compiler import SQLCompiler

from common.database.cursor import open_cursor

Value = str | int | datetime | date
Given = Value | tuple[Value, ...] | None
M = TypeVar("M", bound=Model)

MAX_LENGTHS = 32  # of the values in place of a tuple, each with its own SQL


@dataclass(frozen=True, slots=True)
class Constant:
    """A parameter that is always the same."""

    value: Any


@dataclass(frozen=True, slots=True)
class Compiled:
    """A query for certain numbers of values, and the place of each of its parameters among them."""

    compiler: SQLCompiler
    sql: str
    places: list[int | Constant]
    converters: Any


class CompiledQuery:
    """A query that returns values."""

    def __init__(self, build: Callable[..., QuerySet[Any, Any]], *examples: Value | tuple[Value]) -> None:
        """Compile the query that `build` returns for the examples.

        Each example differs from all constants in it. A tuple with one example stands for any number of
        values of an `IN`, which is compiled once for each number. With none, no row is found.
        """
        self._build, self._examples = build, examples
        self._compiled = lru_cache(MAX_LENGTHS)(self._compile)

    def _compile(self, *lengths: int) -> Compiled:
        examples = [
            tuple(_vary(one[0], n) for n in range(length)) if isinstance(one, tuple) else one
            for one, length in zip(self._examples, lengths, strict=True)
        ]
        compiler = self._build(*examples).query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        sql, places = _write_constants(sql, _find_places(parameters, examples))
        converters = compiler.get_converters(column for column, *_ in compiler.select)
        return Compiled(compiler, sql, places, converters)

    def fetch(self, *values: Given) -> list[Any] | None:
        """Return the first row, or None."""
        return next(iter(self.fetch_all(*values)), None)

    def fetch_all(self, *values: Given) -> list[list[Any]]:
        """Return all rows, with values converted as Django does."""
        if () in values:
            return []
        compiled = self._compiled(*(len(one) if isinstance(one, tuple) else 1 for one in values))
        with open_cursor() as cursor:
            cursor.execute(compiled.sql, _put_in_place(compiled.places, values))
            rows = cursor.fetchall()
        return list(compiled.compiler.apply_converters(rows, compiled.converters))


@dataclass(frozen=True, slots=True)
class Relation:
    """A foreign key whose instance is loaded in the same row."""

    field: "ForeignKey[Any, Any]"
    model: type[Model]
    columns: list[str]

    @staticmethod
    def of(model: type[Model], name: str, without: Collection[str], only: Collection[str]) -> "Relation":
        field = model._meta.get_field(name)
        assert isinstance(field, ForeignKey)
        related: type[Model] = field.related_model
        return Relation(field, related, _select_columns(related, f"{name}__", without, only))

    def attach(self, one: Model, cells: list[Any]) -> None:
        is_set = getattr(one, self.field.attname) is not None
        related = self.model.from_db(DEFAULT_DB_ALIAS, self.columns, cells) if is_set else None
        self.field.set_cached_value(one, related)


class CompiledModelQuery(Generic[M]):
    """A query that returns model instances.

    The columns in `without` are loaded on access, and so are all but those in `only`, if there are any. The
    instances in `related` are loaded as well, with columns such as `game__transcript`.
    """

    def __init__(
        self,
        model: type[M],
        select: Callable[..., QuerySet[M]],
        *examples: Value | tuple[Value],
        without: Collection[str] = (),
        only: Collection[str] = (),
        related: Collection[str] = (),
    ) -> None:
        self._model, self._fields = model, _select_columns(model, "", without, only)
        self._related = [Relation.of(model, name, without, only) for name in related]
        names = [f"{one.field.name}__{column}" for one in self._related for column in one.columns]
        self._query = CompiledQuery(
            lambda *given: select(*given).values_list(*self._fields, *names), *examples
        )

    def fetch(self, *values: Given) -> M | None:
        """Return the first instance, or None."""
        return next(iter(self.fetch_all(*values)), None)

    def fetch_all(self, *values: Given) -> list[M]:
        """Return all instances."""
        return [self._build(row) for row in self._query.fetch_all(*values)]

    def _build(self, row: list[Any]) -> M:
        at = len(self._fields)
        one = self._model.from_db(DEFAULT_DB_ALIAS, self._fields, row[:at])
        for relation in self._related:
            relation.attach(one, row[at : at + len(relation.columns)])
            at += len(relation.columns)
        return one


class CompiledUpdate:
    """An UPDATE of one table."""

    def __init__(
        self, build: Callable[..., tuple[QuerySet[Any], dict[str, Any]]], *examples: Value | None
    ) -> None:
        """Compile the update of the rows and fields that `build` returns for the examples.

        Each example differs from all constants in it.
        """
        self._build, self._examples = build, examples

    @cached_property
    def _compiled(self) -> tuple[str, list[int | Constant]]:
        rows, fields = self._build(*self._examples)
        query = rows.query.chain(UpdateQuery)
        assert isinstance(query, UpdateQuery)
        query.add_update_values(fields)
        sql, parameters = query.get_compiler(connection=connection).as_sql()
        return _write_constants(sql, _find_places(parameters, self._examples))

    def execute(self, *values: Value | None) -> int:
        """Update the rows, and return their number."""
        sql, places = self._compiled
        with open_cursor() as cursor:
            cursor.execute(sql, _put_in_place(places, values))
            changed: int = cursor.rowcount
            return changed


def _find_places(parameters: Iterable[Any], examples: Iterable[Given]) -> list[int | Constant]:
    """Return the place of each parameter among the examples, or the constant that it is."""
    flat = [_as_parameter(value) for value in _flatten(examples)]
    return [flat.index(one) if one in flat else Constant(one) for one in parameters]


def _write_constants(sql: str, places: list[int | Constant]) -> tuple[str, list[int | Constant]]:
    """Write the constants into a statement for PostgreSQL, which plans it for all values to come.

    Then the plan can use their statistics, and an index with a condition.
    """
    if connection.vendor != "postgresql":
        return sql, places
    connection.ensure_connection()
    first, *others = re.split("(?<!%)%s", sql)
    written = [_as_sql(place) + after for place, after in zip(places, others, strict=True)]
    return "".join([first, *written]), [place for place in places if not isinstance(place, Constant)]


def _as_sql(place: int | Constant) -> str:
    if not isinstance(place, Constant):
        return "%s"
    literal: str = connection.ops.compose_sql("%s", [place.value])  # type: ignore[attr-defined]
    return literal.replace("%", "%%")


def _put_in_place(places: list[int | Constant], values: Iterable[Given]) -> list[Any]:
    given = [_as_parameter(value) for value in _flatten(values)]
    return [one.value if isinstance(one, Constant) else given[one] for one in places]


def _select_columns(
    model: type[Model], prefix: str, without: Collection[str], only: Collection[str]
) -> list[str]:
    """Return the columns to load, in the model's order. Its key is always one."""
    fields = [
        field
        for field in model._meta.concrete_fields
        if field.primary_key or not only or prefix + field.attname in only
    ]
    return [field.attname for field in fields if prefix + field.attname not in without]


def _vary(example: Value, n: int) -> Any:
    """Return the n-th of examples that differ from one another."""
    if isinstance(example, datetime):
        return example + timedelta(days=n)
    return example - n * 1_000_000 if isinstance(example, int) else f"{example} {n}"


def _flatten(values: Iterable[Given]) -> Iterator[Value | None]:
    for value in values:
        yield from value if isinstance(value, tuple) else (value,)


def _as_parameter(value: Value | None) -> Any:
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return connection.ops.adapt_datefield_value(value) if isinstance(value, date) else value
