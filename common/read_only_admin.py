"""Rows that a host looks at and does not change, in lists that open as fast however long they are."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.contrib.admin import SimpleListFilter
from django.contrib.auth import get_user_model
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.decorators import display
from unfold.paginator import InfinitePaginator

MAX_NAME_MATCHES = 20
SEARCH_HELP = _("A game's id, or how a player's name begins")

ListFilter = type[SimpleListFilter]
Column = TypeVar("Column", bound=Callable[..., Any])


def player_ids_by_prefix(name: str) -> list[int]:
    """The players whose names begin so."""
    players = get_user_model().objects.filter(username__istartswith=name)
    return list(players.values_list("pk", flat=True)[:MAX_NAME_MATCHES])


class ReadOnlyAdmin(ModelAdmin):  # type: ignore[misc]
    """What hosts see and do not change; its list is never counted, and narrowed or sorted only as it says."""

    actions = None
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

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """The row of a page; PostgreSQL takes no text with a NUL in it."""
        return None if "\0" in object_id else super().get_object(request, object_id, from_field)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """By its filters alone: who could ask for any field could guess what no page shows."""
        return lookup in {str(sieve.parameter_name) for sieve in self.list_filter}

    def search_filter(self, term: str) -> Q:
        """What a search is for."""
        return Q(pk=term)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        term = search_term.strip().replace("\0", "")
        return (queryset.filter(self.search_filter(term)) if term else queryset), False


def choice_filter(name: str, label: Any, choices: Mapping[str, tuple[Any, Callable[[], Q]]]) -> ListFilter:
    """A filter of a list: what can be chosen, and the rows that are meant by it."""

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
    """The rows with this value."""
    return lambda: Q(**{field: value})


def column(title: Any, colours: Mapping[str, str] | None = None) -> Callable[[Column], Column]:
    """A method as a column of a list and a field of a page; its words may have colours."""
    shown: Callable[[Column], Column] = display(description=title, label=colours)
    return shown
