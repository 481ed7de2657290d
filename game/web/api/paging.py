"""Pages of the lists of the open API.

Every list takes `cursor`, and its answer has `next`: the cursor of the next page, or null after the last
row. The dispatcher repeats it in the header `Link`. A cursor names the last row of the page before, so a
row that is added meanwhile moves no other to another page.
"""

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Protocol, TypeVar

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import gettext
from msgspec import UNSET, Meta, Struct, UnsetType

from common.formats.base64url import from_base64url, to_base64url
from common.refusal import Refusal

Row = TypeVar("Row")

# Parameters of earlier releases that a cursor replaces.
REPLACED = ("before", "page")

Cursor = Annotated[str, Meta(max_length=400, description="The `next` of the page before.")]
# Of lists as NDJSON, whose body has no place for `next`.
LinesCursor = Annotated[
    str,
    Meta(
        max_length=400,
        description="The cursor in the header `Link` of the page before.",
    ),
]
Most = Annotated[int, Meta(ge=1, description="The largest number of rows to return.")] | UnsetType


class PageQuery(Struct, frozen=True):
    """The page of a list."""

    cursor: Cursor = ""
    max: Most = UNSET


class Paged(Protocol):
    """Any query of a list."""

    @property
    def cursor(self) -> str: ...

    @property
    def max(self) -> int | UnsetType: ...


def size_of(query: Paged, most: int) -> int:
    """Return the number of rows of a page, at most `most`."""
    return most if isinstance(query.max, UnsetType) else min(query.max, most)


def cut_page(
    rows: Sequence[Row], query: Paged, most: int, key: Callable[[Row], str]
) -> tuple[Sequence[Row], str | None]:
    """Return a page of a list that is loaded whole, and the next cursor. The keys of rows are distinct."""
    start = 0
    if query.cursor:
        last = parse_cursor(query.cursor)
        start = next((n for n, row in enumerate(rows, 1) if key(row) == last), 0)
        if not start:
            raise unknown_cursor()
    return first_page(rows[start:], size_of(query, most), key)


def first_page(rows: Sequence[Row], size: int, key: Callable[[Row], str]) -> tuple[Sequence[Row], str | None]:
    """Return the first rows, and the cursor of the next page if there are more."""
    shown = rows[:size]
    return shown, make_cursor(key(shown[-1])) if len(rows) > size else None


def make_cursor(key: str) -> str:
    return to_base64url(key.encode())


def parse_cursor(cursor: str) -> str:
    """Return the key of the row that a cursor names."""
    try:
        key = from_base64url(cursor).decode()
    except ValueError:
        raise unknown_cursor() from None
    if "\0" in key:  # PostgreSQL refuses a NUL
        raise unknown_cursor()
    return key


def unknown_cursor() -> Refusal:
    return Refusal(
        "bad_request",
        gettext("This cursor is not one of this list, or its row is gone. Begin again without a cursor."),
    )


def link_next(request: HttpRequest, response: HttpResponseBase, cursor: object) -> None:
    """Add the header that names the next page."""
    parameters = request.GET.copy()
    for name in REPLACED:
        parameters.pop(name, None)
    parameters["cursor"] = str(cursor)
    address = request.build_absolute_uri(f"{request.path}?{parameters.urlencode()}")
    response.headers["Link"] = f'<{address}>; rel="next"'


def cursor_in(answer: Any) -> object | None:
    """Return the cursor of the next page in an answer, if it is a page of a list."""
    return answer.get("next") if isinstance(answer, dict) else getattr(answer, "next", None)
