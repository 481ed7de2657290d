"""`among` finds the same rows as Django's `in`, with one parameter."""

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db.models import Value

from common.database.among import id_list
from common.database.compiled_query import CompiledModelQuery, CompiledQuery

pytestmark = [pytest.mark.django_db, pytest.mark.rows]


@pytest.fixture
def kinds() -> list[int]:
    return list(ContentType.objects.order_by("pk").values_list("pk", flat=True)[:5])


@pytest.mark.parametrize("chosen", [[], [0], [0, 2, 2], [1, 3, 4]])
def test_it_finds_the_same_as_in(kinds: list[int], chosen: list[int]) -> None:
    some = [kinds[one] for one in chosen] + [10**9]
    for model, key in ((ContentType, "pk"), (Permission, "content_type"), (Permission, "content_type_id")):
        rows = model._default_manager.order_by("pk").values_list("pk", flat=True)
        among = rows.filter(**{f"{key}__among": Value(id_list(some))})
        assert list(among) == list(rows.filter(**{f"{key}__in": some}))


def test_no_ids_find_no_rows() -> None:
    assert not ContentType.objects.filter(pk__among=Value(id_list([]))).exists()


def test_a_compiled_query_takes_any_number_of_ids(kinds: list[int]) -> None:
    built: list[str] = []
    compiled = CompiledQuery(
        lambda keys: (
            built.append(keys)
            or ContentType.objects.filter(pk__among=Value(keys)).order_by("pk").values_list("pk")
        ),
        "ids",
    )
    for few in (kinds[:1], kinds[:4], kinds):
        assert [pk for (pk,) in compiled.fetch_all(id_list(few))] == few
    assert built == ["ids"]


def test_only_some_columns_are_loaded() -> None:
    player = get_user_model().objects.create(username="Ann", nickname="Annie")
    compiled = CompiledModelQuery(
        get_user_model(),
        lambda keys: get_user_model().objects.filter(pk__among=Value(keys)),
        "ids",
        only=("username",),
    )
    (found,) = compiled.fetch_all(id_list([player.pk]))
    assert found.get_deferred_fields() >= {"password", "nickname"}
    assert (found.pk, found.username, found.nickname) == (player.pk, "Ann", "Annie")
