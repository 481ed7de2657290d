"""A precompiled query returns the same as Django, for all values."""

import os
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth import get_user_model
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Case, F, QuerySet, Value, When
from django.utils import timezone

from common.database.compiled_query import CompiledModelQuery, CompiledQuery, CompiledUpdate

pytestmark = [pytest.mark.django_db, pytest.mark.rows]


def select(key: str, data: str) -> QuerySet[Session, Any]:
    found = Session.objects.filter(session_data=data, expire_date__isnull=False).exclude(
        pk__in=(key, "constant")
    )
    return found.order_by("pk").values_list("pk", "expire_date")


@pytest.fixture
def sessions() -> None:
    now = timezone.now()
    for key, data in (("a", "x"), ("b", "x"), ("c", "y"), ("constant", "x"), ("'; --", "x")):
        Session.objects.create(pk=key, session_data=data, expire_date=now)


@pytest.mark.parametrize("key", ["a", "b", "'; --", "nobody"])
@pytest.mark.parametrize("data", ["x", "y", "nothing", ""])
def test_it_finds_what_django_finds(sessions: None, key: str, data: str) -> None:
    compiled = CompiledQuery(select, "a key", "some data")
    for _ in range(2):
        rows = compiled.fetch_all(key, data)
        assert [tuple(row) for row in rows] == list(select(key, data))
        assert compiled.fetch(key, data) == (rows[0] if rows else None)


def test_it_is_compiled_once(sessions: None, django_assert_num_queries: Any) -> None:
    built = []
    compiled = CompiledQuery(
        lambda key: built.append(key) or Session.objects.filter(pk=key).values_list("pk"), "key"
    )
    with django_assert_num_queries(3):
        found = [compiled.fetch(key) for key in ("a", "b", "z")]
    assert [row and [*row] for row in found] == [["a"], ["b"], None]
    assert built == ["key"]


def test_a_constant_may_hold_any_sign(sessions: None) -> None:
    odd = "100% of '%s', \"%%\" and \\"
    Session.objects.filter(pk="a").update(session_data=odd)
    compiled = CompiledQuery(
        lambda key: Session.objects.filter(pk=key, session_data=odd).values_list("pk", Value(odd)), "key"
    )
    assert [tuple(row) for row in compiled.fetch_all("a")] == [("a", odd)]
    assert compiled.fetch_all("b") == []


def test_postgresql_gets_constants_in_the_statement(sessions: None) -> None:
    """It plans the statement for all values, and then uses an index with a condition only for a constant."""
    sent = []

    def record(execute: Any, sql: str, params: Any, *others: Any) -> Any:
        sent.append((sql, [*params]))
        return execute(sql, params, *others)

    compiled = CompiledQuery(
        lambda name: Session.objects.exclude(session_data="").exclude(pk=name).values_list("pk"), "a name"
    )
    with connection.execute_wrapper(record):
        compiled.fetch_all("a")
    [(sql, params)] = sent
    on_postgresql = connection.vendor == "postgresql"
    assert params == (["a"] if on_postgresql else ["", "a"])
    assert ("= ''" in sql) == on_postgresql


def waiting(key: str, data: str, before: str) -> tuple[QuerySet[Session, Any], dict[str, Any]]:
    return Session.objects.filter(pk=key).exclude(session_data=before), {
        "session_data": Case(When(pk="a", then=Value("constant")), default=Value(data))
    }


@pytest.mark.parametrize("key", ["a", "b", "'; --", "nobody"])
@pytest.mark.parametrize(("data", "before"), [("new", "y"), ("new", "x"), ("", ""), ("x", "y")])
def test_an_update_changes_what_django_changes(sessions: None, key: str, data: str, before: str) -> None:
    compiled = CompiledUpdate(waiting, "a key", "some data", "the data before")
    then = dict(Session.objects.values_list("pk", "session_data"))
    rows, fields = waiting(key, data, before)
    wanted = rows.update(**fields), dict(Session.objects.values_list("pk", "session_data"))
    for pk, its in then.items():
        Session.objects.filter(pk=pk).update(session_data=its)
    changed = compiled.execute(key, data, before)
    assert (changed, dict(Session.objects.values_list("pk", "session_data"))) == wanted


def test_an_update_is_compiled_once(sessions: None, django_assert_num_queries: Any) -> None:
    built = []

    def build(key: str, data: str) -> tuple[QuerySet[Session, Any], dict[str, Any]]:
        built.append(key)
        return Session.objects.filter(pk=key), {"session_data": data}

    compiled = CompiledUpdate(build, "key", "data")
    with django_assert_num_queries(3):
        assert [compiled.execute(key, "new") for key in ("a", "b", "z")] == [1, 1, 0]
    assert built == ["key"]


def test_a_column_that_is_left_out_is_loaded_when_it_is_read(
    sessions: None, django_assert_num_queries: Any
) -> None:
    compiled = CompiledModelQuery(
        Session, lambda key: Session.objects.filter(pk=key), "key", without=("session_data",)
    )
    with django_assert_num_queries(1):
        found = compiled.fetch("c")
    assert found is not None
    assert found.expire_date == Session.objects.get(pk="c").expire_date
    with django_assert_num_queries(1):
        assert found.session_data == "y"


@pytest.mark.parametrize("keys", [(), ("a",), ("a", "c"), ("c", "a", "b"), ("z", "a"), ("a", "a")])
def test_a_tuple_stands_for_any_number_of_values(sessions: None, keys: tuple[str, ...]) -> None:
    def build(keys: tuple[str, ...], data: str) -> QuerySet[Session, Any]:
        return Session.objects.filter(pk__in=keys, session_data=data).order_by("pk").values_list("pk")

    compiled = CompiledQuery(build, ("a key",), "some data")
    for data in ("x", "y", "x"):
        assert [tuple(row) for row in compiled.fetch_all(keys, data)] == list(build(keys, data))


def test_a_related_instance_is_loaded_with_its_row(django_assert_num_queries: Any) -> None:
    ann = get_user_model().objects.create(username="Ann")
    kind = ContentType.objects.get_for_model(Session)
    for about in (None, kind):
        LogEntry.objects.create(user=ann, content_type=about, object_repr="a session", action_flag=1)
    compiled = CompiledModelQuery(
        LogEntry,
        lambda user: LogEntry.objects.filter(user=user).order_by("pk"),
        -1,
        related=("user", "content_type"),
    )
    with django_assert_num_queries(1):
        one, other = compiled.fetch_all(ann.pk)
        assert (one.user, one.content_type, other.content_type) == (ann, None, kind)
        assert one.user.get_username() == "Ann"
    assert one.user.date_joined == ann.date_joined


def test_a_large_number_is_not_cut_to_32_bits() -> None:
    kind = ContentType.objects.get_for_model(Session)
    compiled = CompiledQuery(
        lambda pk, more: ContentType.objects.filter(pk=pk).values_list(F("pk") + Value(more)), -1, -2
    )
    assert [[*row] for row in compiled.fetch_all(kind.pk, 2**40)] == [[kind.pk + 2**40]]


if os.environ.get("DATABASE_URL"):

    def test_a_repeated_statement_is_planned_once(sessions: None) -> None:
        compiled = CompiledQuery(select, "a key", "some data")
        for n in range(10):
            compiled.fetch_all(f"key-{n}", "x")
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%django_session%'"
            )
            assert cursor.fetchone() == (1,)
