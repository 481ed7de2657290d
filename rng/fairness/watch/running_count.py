"""Counts over tables that only grow: what is settled is counted once, and kept."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from common.formats.plain_data import load_cached, save_cached

Edge = TypeVar("Edge", bound=Any)  # whatever has an order


def running_count(
    name: str, edge: Edge, count: Callable[[Edge | None, Edge | None], Mapping[str, int]]
) -> Counter[str]:
    """All that `count` counts, where it is told (after, up to): only what lies before the edge is kept."""
    kind: Any = tuple[type(edge), dict[str, int]]  # type: ignore[misc]
    settled_to, counted = load_cached(name, kind) or (None, {})
    settled = Counter(counted)
    if settled_to is None or settled_to < edge:
        settled, settled_to = settled + Counter(count(settled_to, edge)), edge
        save_cached(name, (settled_to, settled), None)
    return settled + Counter(count(settled_to, None))
