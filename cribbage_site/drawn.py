"""`{% drawn "table/seat.html" side="you" %}`: a template rendered once for each language and these values.

It gets these values alone, neither the visitor nor the request: nobody is shown what is another visitor's.
"""

from collections.abc import Hashable
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()


@register.simple_tag
def drawn(name: str, **values: Hashable) -> SafeString:
    """A template as it was rendered when these values were first given to it."""
    return render_once(name, get_language(), tuple(values.items()))


@lru_cache(1000)
def render_once(name: str, language: str | None, values: tuple[tuple[str, Any], ...]) -> SafeString:
    return render_to_string(name, dict(values))
