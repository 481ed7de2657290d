"""Read-only admin lists that open fast at any length."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from django.contrib.admin import SimpleListFilter
from django.contrib.auth import get_user_model
from django.db.models import BigIntegerField, Count, IntegerField, Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.decorators import display
from unfold.paginator import InfinitePaginator

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MAX_NAME_MATCHES = 20
SEARCH_HELP = _("Game ID, or the start of a player’s name")

ListFilter = type[SimpleListFilter]
Column = TypeVar("Column", bound=Callable[..., Any])


def player_ids_by_prefix(name: str) -> list[int]:
    """Return the ids of players whose names begin with a prefix."""
    players = get_user_model().objects.filter(username__istartswith=name)
    return list(players.values_list("pk", flat=True)[:MAX_NAME_MATCHES])


def count_of(rows: QuerySet[Any], key: str) -> Coalesce:
    """Return the number of rows whose key is a list's row, counted only for the rows that are shown."""
    counted = rows.filter(**{key: OuterRef("pk")}).order_by().values(key).annotate(number=Count("pk"))
    return Coalesce(Subquery(counted.values("number")), 0, output_field=IntegerField())


def is_too_large(object_id: str) -> bool:
    """Return whether this is a number beyond every id. Python refuses to parse thousands of digits."""
    largest = BigIntegerField.MAX_BIGINT
    return object_id.isdecimal() and (len(object_id) > len(str(largest)) or int(object_id) > largest)


class ReadOnlyAdmin(ModelAdmin):  # type: ignore[misc]
    """A read-only admin whose list is never counted, and is filtered or sorted only by its own columns."""

    actions = None
    list_title: "StrOrPromise" = ""  # if the model's own name is not what a host calls it
    list_per_page = 25
    list_filter: tuple[ListFilter, ...] = ()
    paginator = InfinitePaginator
    show_full_result_count = False
    sortable_by = ()

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the list under its name instead of Django's title "Select a row to view"."""
        title = self.list_title or capfirst(self.opts.verbose_name_plural)
        answer: HttpResponse = super().changelist_view(request, {"title": title, **(extra_context or {})})
        return answer

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """Return the row of a page. Return None for invalid ids, with a NUL or too large."""
        if "\0" in object_id or is_too_large(object_id):
            return None
        return super().get_object(request, object_id, from_field)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Allow lookups only by the list's filters, or users could guess fields that no page shows."""
        return lookup in {str(list_filter.parameter_name) for list_filter in self.list_filter}

    def search_filter(self, term: str) -> Q:
        """Return the condition for the rows that a search term matches."""
        return Q(pk=term)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        term = search_term.strip().replace("\0", "")
        return (queryset.filter(self.search_filter(term)) if term else queryset), False


def choice_filter(name: str, label: Any, choices: Mapping[str, tuple[Any, Callable[[], Q]]]) -> ListFilter:
    """Return a list filter with these choices, each with its condition."""

    class ChoiceFilter(SimpleListFilter):
        title = label
        parameter_name = name

        def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
            return [(key, says) for key, (says, _) in choices.items()]

        def queryset(self, request: HttpRequest, queryset: QuerySet[Model]) -> QuerySet[Model]:
            chosen = choices.get(self.value() or "")
            return queryset if chosen is None else queryset.filter(chosen[1]())

    return ChoiceFilter


def equals(field: str, value: Any) -> Callable[[], Q]:
    """Return a condition for rows with this value."""
    return lambda: Q(**{field: value})


def value_filter(name: str, label: Any, values: Iterable[tuple[str, Any]]) -> ListFilter:
    """Return a list filter with these values of a field, each with its label."""
    return choice_filter(name, label, {value: (says, equals(name, value)) for value, says in values})


def column(title: Any, colours: Mapping[str, str] | None = None) -> Callable[[Column], Column]:
    """Show a method as a column of a list and a field of a page. Its values may have colours."""
    shown: Callable[[Column], Column] = display(description=title, label=colours)
    return shown
