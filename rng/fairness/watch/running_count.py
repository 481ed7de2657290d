"""Counts over append-only tables: settled rows are counted once and cached."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from common.formats.plain_data import load_cached, save_cached

Edge = TypeVar("Edge", bound=Any)  # any ordered type


def running_count(
    name: str, edge: Edge, count: Callable[[Edge | None, Edge | None], Mapping[str, int]]
) -> Counter[str]:
    """Return the total of `count(after, up_to)`. Only the part before the edge is cached."""
    kind: Any = tuple[type(edge), dict[str, int]]  # type: ignore[misc]
    settled_to, counted = load_cached(name, kind) or (None, {})
    settled = Counter(counted)
    if settled_to is None or settled_to < edge:
        settled, settled_to = settled + Counter(count(settled_to, edge)), edge
        save_cached(name, (settled_to, settled), None)
    return settled + Counter(count(settled_to, None))
