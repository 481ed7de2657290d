"""Caches of what every visitor gets, rendered once per language."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, TypeVar, TypeVarTuple

from django.utils.translation import get_language

Given = TypeVarTuple("Given")
Rendered = TypeVar("Rendered")

_caches: list[Any] = []


def rendered_once(most: int) -> Callable[[Callable[[*Given], Rendered]], Callable[[*Given], Rendered]]:
    """Cache up to `most` results of a function that renders, by language and arguments."""

    def decorate(render: Callable[[*Given], Rendered]) -> Callable[[*Given], Rendered]:
        @lru_cache(most)
        def render_in(language: str | None, *given: *Given) -> Rendered:
            return render(*given)

        @wraps(render)
        def cached(*given: *Given) -> Rendered:
            return render_in(get_language(), *given)

        _caches.append(render_in)
        return cached

    return decorate


def forget_rendered() -> None:
    """Forget all results, because templates or settings changed."""
    for cache in _caches:
        cache.cache_clear()
