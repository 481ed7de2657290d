"""Caches of what every visitor gets, rendered once per language."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, TypeVar, TypeVarTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
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


def drawer(name: str, most: int) -> Callable[..., SafeString]:
    """Return a function that renders a template, once for equal values.

    Values are equal only if the template shows the same for them, so a model's instance is none.
    """

    @rendered_once(most)
    def draw(values: tuple[tuple[str, Any], ...]) -> SafeString:
        return render_to_string(name, dict(values))

    return lambda **values: draw(tuple(values.items()))


def forget_rendered() -> None:
    """Forget all results, because templates or settings changed."""
    for cache in _caches:
        cache.cache_clear()
